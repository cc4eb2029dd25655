FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY data data
COPY rules rules
COPY render render
COPY bot bot
RUN python -m venv /opt/semafor && /opt/semafor/bin/pip install --no-cache-dir .

FROM python:3.13-slim
COPY --from=build /opt/semafor /opt/semafor
RUN useradd --system --create-home semafor
USER semafor
ENTRYPOINT ["/opt/semafor/bin/semafor"]
CMD ["run"]
