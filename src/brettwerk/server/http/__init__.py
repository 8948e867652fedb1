"""HTTP: the application, its middleware, pages, languages, errors and limits."""
