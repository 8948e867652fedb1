import assert from "node:assert/strict";
import test from "node:test";
import { KernelModule } from "../../../src/brettwerk/web/static/engine/module.js";
import { moduleOf } from "./games.mjs";

test("a module says what it is, and imports nothing", async () => {
  const module = await moduleOf("isolation");
  assert.equal(module.facts.game, "isolation");
  assert.ok(module.has("legal_moves") && !module.has("no_such_entry"));
  assert.deepEqual(WebAssembly.Module.imports(module.code), []);
  await assert.rejects(KernelModule.of(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])), /no module of a game/);
});

test("entries take arrays in the module's memory, and whole numbers", async () => {
  const kernels = (await moduleOf("isolation")).instance();
  const ctx = kernels.words(5 + 6 * 64);
  const state = kernels.rows([0, 0, 2n ** 64n - 1n]); // the empty board: all fields are open
  const buf = kernels.numbers(64);
  assert.equal(kernels.call("legal_moves", state, ctx, buf), 64);
  assert.deepEqual(buf.list(3), [0, 1, 2]);
  assert.equal(kernels.call("to_move", state), 0);
  kernels.call("play", state, ctx, 63);
  assert.equal(state.view[1], 2n ** 63n);
  assert.equal(kernels.callBig("to_move", state), 1n);
  assert.throws(() => kernels.call("no_such_entry"), /no entry/);
  assert.throws(() => kernels.call("to_move", (kernels.module.instance()).rows([0, 0, 0])), /memory of the module/);
});

test("arrays keep their items when the memory grows, and freed places are used again, empty", async () => {
  const kernels = (await moduleOf("isolation")).instance();
  const kept = kernels.rows([1, 2, 3]);
  const before = kernels.memory.buffer.byteLength;
  const large = kernels.bytes(5_000_000);
  assert.ok(kernels.memory.buffer.byteLength > before);
  assert.deepEqual([...kept.view], [1n, 2n, 3n]);
  large.view.fill(7);
  large.free();
  large.free(); // once is enough
  assert.throws(() => large.view, /freed/);
  const grown = kernels.memory.buffer.byteLength;
  for (let round = 0; round < 100; round++) {
    const again = kernels.bytes(5_000_000);
    assert.equal(again.view.indexOf(7), -1);
    again.view[0] = 7;
    again.free();
  }
  assert.equal(kernels.memory.buffer.byteLength, grown);
  for (const made of [kernels.floats(3), kernels.floats32(3), kernels.numbers(3)]) assert.deepEqual(made.list(), [0, 0, 0]);
});
