"""`python -m brettwerk` is the command line."""

from brettwerk.cli import main

if __name__ == "__main__":
    main()
