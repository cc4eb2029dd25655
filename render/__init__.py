"""Pictures: a view goes in, PNG bytes come out. Only views get here, so nothing hidden can be drawn by mistake."""
