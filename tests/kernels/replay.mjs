// Replays recorded calls of a module: node replay.mjs <kernels.wasm> < calls.json > answers.json
// An argument is a whole number as text, or an array: its bytes, deflated, in base64 and the number of items.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { inflateSync } from "node:zlib";

const module = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
const calls = JSON.parse(fs.readFileSync(0, "utf-8"));

function replayed({ entry, args }) {
  const { exports } = new WebAssembly.Instance(module);
  const { memory } = exports;
  let end = exports.__heap_base.value;
  const places = [];
  const given = args.flatMap((arg) => {
    if (typeof arg === "string") return [BigInt(arg)];
    const bytes = inflateSync(Buffer.from(arg.bytes, "base64"));
    const place = Math.ceil(end / 64) * 64;
    end = place + bytes.length;
    const missing = Math.ceil(end / 65536) - memory.buffer.byteLength / 65536;
    if (missing > 0) memory.grow(missing);
    new Uint8Array(memory.buffer).set(bytes, place);
    places.push([place, bytes.length]);
    return [place, arg.count];
  });
  const result = String(exports[entry](...given));
  const after = places.map(([place, length]) => new Uint8Array(memory.buffer, place, length));
  return { result, digests: after.map((bytes) => createHash("sha256").update(bytes).digest("hex")) };
}

const [section] = WebAssembly.Module.customSections(module, "brettwerk-kernels");
const facts = JSON.parse(new TextDecoder().decode(section));
console.log(JSON.stringify({ facts, imports: WebAssembly.Module.imports(module).length, answers: calls.map(replayed) }));
