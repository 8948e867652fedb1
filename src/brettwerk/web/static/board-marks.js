// What the board shows of an unfinished move: the steps so far, possible next steps, what is in reach.

import { after } from "./board.js";
import { noMarks } from "./marks.js";
import { setting } from "./store.js";
import { cellLabel } from "./describe.js";

/** @typedef {import("./board-input.js").BoardInput<import("../types/page").BoardState>} BoardInput */

/** Show the steps so far, if a move can be made now. @param {BoardInput} input */
export function showPreview(input) {
  if (input.mayMove) showSteps(input);
}

/** Show the steps so far. @param {BoardInput} input */
export function showSteps(input) {
  const pieces = input.pieces[input.frames.length];
  const steps = input.picker.path.map((step) => ({ sign: step[0], cell: step.slice(1) }));
  const to = steps.find(({ sign }) => sign === ">")?.cell;
  const picked = steps.filter(({ sign }) => sign === ".").map(({ cell }) => cell);
  // Only the server knows how several pieces move: arrows will show it.
  if (!to || picked.length > 1) {
    input.board.show(pieces);
    return;
  }
  const taken = steps.filter(({ sign }) => sign === "!").map(({ cell }) => cell);
  input.board.show(after(pieces, {
    taken,
    moved: picked.length ? [[picked[0], to]] : [],
    placed: picked.length ? [] : [[to, input.seat]],
  }));
}

/** Return the gesture that a touch or a drop at the pointer would complete. @param {BoardInput} input */
export function gestureAhead({ picker, pointed, board }) {
  if (picker.path.length > 1 && picker.done()) return picker.gesture;
  if (!pointed) return "";
  if (board.dragged && picker.drags.has(`~${board.dragged}>${pointed}`)) return `.${board.dragged}>${pointed}`;
  return picker.path.length > 1 && picker.next().get(pointed) === ">" ? `${picker.gesture}>${pointed}` : "";
}

/** Return arrows for the pieces that a move would shift, and mark those that would fall. @param {BoardInput} input @param {import("./marks.js").Marks} marks */
function arrowsAhead(input, marks) {
  const does = input.mayMove ? input.foreseen.get(gestureAhead(input)) : null;
  if (!does?.moved || does.moved.length < 2) return [];
  for (const cell of does.taken || []) marks.off.add(cell);
  for (const [from] of does.moved) marks.picked.delete(from);
  return does.moved.map(([from, to]) => /** @type {import("./arrows.js").Arrow} */ ({ from, to, kind: "ahead" }));
}

/** Mark the cells, and label each for screen readers. @param {BoardInput} input */
export function showMarks(input) {
  const marks = input.looking === null ? liveMarks(input) : noMarks();
  const last = input.ply ? input.frames[input.ply - 1] : null;
  for (const pair of last?.moved || []) pair.forEach((cell) => marks.last.add(cell));
  for (const [cell] of last?.placed || []) marks.last.add(cell);
  for (const cell of last?.taken || []) marks.last.add(cell);
  if (input.looking === null) markMore(input, marks);
  // Arrows of other moves would cover an unfinished one.
  const thought = input.picker.path.length ? [] : input.arrows;
  input.board.mark(marks, input.looking === null ? [...thought, ...arrowsAhead(input, marks)] : []);
  input.board.label((cell) => {
    const label = cellLabel(input.board.game, cell, input.board.shown[cell.name], marks);
    const note = input.notes[cell.name];
    return note ? `${label}. ${note}` : label;
  });
}

/** @param {BoardInput} input */
function liveMarks(input) {
  const { state, picker, pointed, board } = input;
  const marks = noMarks();
  marks.hint = [...input.hint];
  const prise = state.round_over ? [] : state.reach[state.lit[0]] || [];
  for (const cell of prise) if (!board.shown[cell]) marks.prise.add(cell);
  if (input.mayMove) markSteps(input, marks);
  else marks.prise.forEach((cell) => marks.reach.add(cell));
  const held = board.dragged || pointed;
  if (held && setting("reach") && !picker.path.length) {
    for (const cell of state.reach[held] || []) marks.reach.add(cell);
  }
  return marks;
}

/** Add the marks of the page. @param {BoardInput} input @param {import("./marks.js").Marks} marks */
function markMore({ extra }, marks) {
  for (const [kind, cells] of Object.entries(extra)) {
    const marked = marks[/** @type {keyof import("./marks.js").Marks} */ (kind)];
    for (const cell of cells) {
      if (marked instanceof Set) marked.add(cell);
      else marked.push(cell);
    }
  }
}

/** Mark what can be touched next. @param {BoardInput} input @param {import("./marks.js").Marks} marks */
function markSteps({ picker, board, notes }, marks) {
  for (const [cell, sign] of picker.next()) {
    if (sign === ">") marks[board.shown[cell] ? "take" : "to"].add(cell);
    if (sign === "!") marks.take.add(cell);
    if (sign === "+") marks.add.add(cell);
    if (sign === "." && picker.path.length) marks.more.add(cell);
    marks.can.add(cell);
  }
  for (const [cell, sign] of picker.first()) {
    if (sign !== ".") continue;
    marks.can.add(cell);
    marks.drag.add(cell);
  }
  for (const step of picker.path) marks.picked.add(step.slice(1));
  for (const cell of Object.keys(notes)) if (!board.shown[cell]) marks.no.add(cell);
}
