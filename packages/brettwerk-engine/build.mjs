// Puts the package together in `dist`, or in the folder that is named: the scripts that Brettwerk's page loads, their types, and the games' modules.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const here = path.dirname(fileURLToPath(import.meta.url));
const source = path.join(here, "../../src/brettwerk");
const dist = path.resolve(process.argv[2] ?? path.join(here, "dist"));
const engine = path.join(dist, "engine");

/** Yield those of these scripts that there are, and what they import from the same folder. */
function* neededIn(folder, wanted, seen = new Set()) {
  for (const file of wanted.filter((one) => !seen.has(one) && fs.existsSync(path.join(folder, one)))) {
    yield file;
    const text = fs.readFileSync(path.join(folder, file), "utf-8");
    yield* neededIn(folder, [...text.matchAll(/ from "\.\/([^"]+)"/g)].map((found) => found[1]), seen.add(file));
  }
}

fs.rmSync(dist, { recursive: true, force: true });
fs.cpSync(path.join(source, "web/static/engine"), engine, { recursive: true });
for (const game of fs.readdirSync(path.join(source, "games"))) {
  const module = path.join(source, "games", game, "data/kernels.wasm");
  const book = path.join(source, "games", game, "data/book.json");
  const scripts = path.join(source, "games", game, "web");
  // What the games on Katarenga boards share has the name by which pages know it.
  const to = path.join(dist, "games", game === "katarenga_family" ? "board" : game);
  const engineScripts = [...neededIn(scripts, ["reader.js", "solver.js"])];
  if (fs.existsSync(module) || engineScripts.length) fs.mkdirSync(to, { recursive: true });
  if (fs.existsSync(module)) fs.copyFileSync(module, path.join(to, "kernels.wasm"));
  if (fs.existsSync(book)) fs.copyFileSync(book, path.join(to, "book.json"));
  for (const file of engineScripts) fs.copyFileSync(path.join(scripts, file), path.join(to, file));
}
fs.copyFileSync(path.join(here, "../../LICENSE"), path.join(here, "LICENSE"));
const scripts = fs.readdirSync(engine).filter((file) => file.endsWith(".js")).map((file) => path.join(engine, file));
const options = ["--allowJs", "--declaration", "--emitDeclarationOnly", "--target", "es2022", "--module", "es2022", "--moduleResolution", "bundler"];
try {
  execFileSync("tsc", [...options, "--outDir", engine, ...scripts], { cwd: here, stdio: "inherit" }); // npm puts it on the path
} catch {
  console.error("There is no TypeScript here (npm install): the package has no types.");
  process.exitCode = 1;
}
