// The games as they lie in the repository.
import fs from "node:fs";
import { KernelModule } from "../../../src/brettwerk/web/static/engine/module.js";

const GAMES = new URL("../../../src/brettwerk/games/", import.meta.url);

/** Return the module of a game. @param {string} name */
export const moduleOf = (name) => KernelModule.of(fs.readFileSync(new URL(`${name}/data/kernels.wasm`, GAMES)));
