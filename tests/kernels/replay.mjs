// Replays recorded calls of a module: node replay.mjs <kernels.wasm> < calls.json > answers.json
// An argument is a whole number as text, or an array: its bytes, deflated, in base64 and the number of items.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { inflateSync } from "node:zlib";
import { KernelModule } from "../../src/brettwerk/web/static/engine/module.js";

const module = await KernelModule.of(fs.readFileSync(process.argv[2]));
const calls = JSON.parse(fs.readFileSync(0, "utf-8"));
const KINDS = { 1: "bytes", 4: "floats32", 8: "words" };

function replayed({ entry, args }) {
  const instance = module.instance();
  const arrays = [];
  const given = args.map((arg) => {
    if (typeof arg === "string") return BigInt(arg);
    const bytes = inflateSync(Buffer.from(arg.bytes, "base64"));
    const array = instance[KINDS[bytes.length / arg.count] || "words"](arg.count); // one may be empty
    arrays.push([array, bytes.length]);
    new Uint8Array(instance.memory.buffer).set(bytes, array.place);
    return array;
  });
  const result = String(instance.callBig(entry, ...given));
  const after = arrays.map(([array, length]) => new Uint8Array(instance.memory.buffer, array.place, length));
  return { result, digests: after.map((bytes) => createHash("sha256").update(bytes).digest("hex")) };
}

const imports = WebAssembly.Module.imports(module.code).length;
console.log(JSON.stringify({ facts: module.facts, imports, answers: calls.map(replayed) }));
