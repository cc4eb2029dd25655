// Why something was refused, in the reader's words: the local Discord itself speaks English, as Discord does.

import { Refused } from "./api.js";
import { spoken, t } from "./texts.js";

const REASONS = {
  BASE_TYPE_REQUIRED: "why_missing",
  BASE_TYPE_BAD_LENGTH: "why_length",
  BASE_TYPE_CHOICES: "why_value",
  COMPONENT_VALIDATION_FAILED: "why_value",
  NUMBER_TYPE_COERCE: "why_value",
  NUMBER_TYPE_RANGE: "why_value",
  STRING_TYPE_CONVERT: "why_value",
  10003: "why_gone",
  10008: "why_gone",
  10062: "why_late",
  10063: "why_no_command",
  50001: "why_forbidden",
  50006: "why_empty",
  50007: "why_no_letters",
  50013: "why_forbidden",
  50083: "why_archived",
  50278: "why_no_letters",
};

// `labelOf` gives the name under which the reader knows a field.
export function whyNot(error, labelOf = (field) => field) {
  if (!(error instanceof Refused)) return t("not_sent");
  const { code, field, said } = firstFault(error.body);
  const key = REASONS[code];
  if (key) return t("refused", { reason: t(key, { name: labelOf(field) ?? field ?? "" }) });
  return spoken() === "en" && said ? t("refused", { reason: said }) : t("refused_somehow");
}

// Discord tells what is wrong with a form in a tree of fields.
function firstFault(body) {
  let part = body.errors;
  let field;
  while (part && !Array.isArray(part._errors)) {
    const [name] = Object.keys(part);
    field ??= name;
    part = part[name];
  }
  const found = part?._errors[0] ?? body;
  return { code: found.code, field, said: found.message };
}
