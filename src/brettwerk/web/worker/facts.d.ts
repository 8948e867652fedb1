/** What stands before the service worker: its version, and what it keeps, relative to its scope. */
declare const FACTS: { version: string; folders: boolean; files: string[] };
