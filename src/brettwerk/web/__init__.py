"""What browsers get: templates, styles, scripts; and the folder they lie in."""

from pathlib import Path

FOLDER = Path(__file__).parent
STATIC = FOLDER / "static"
TEMPLATES = FOLDER / "templates"
