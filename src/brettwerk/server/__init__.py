"""The server: pages, live games over WebSockets, storage, computer players."""
