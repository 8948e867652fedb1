// What the board shows of an unfinished move: the steps so far, possible next steps, what is in reach.

import { after } from "./board.js";
import { noMarks } from "./marks.js";
import { setting } from "./store.js";
import { cellLabel } from "./describe.js";
import { belongsTo } from "./lines.js";

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
  const dragged = board.dragged && picker.dragged(board.dragged, pointed);
  if (dragged) return dragged.meant;
  return picker.path.length > 1 && picker.next().get(pointed) === ">" ? picker.meaning([...picker.path, `>${pointed}`]) : "";
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
  const live = input.looking === null;
  const marks = live ? liveMarks(input) : noMarks();
  const recent = recentMoves(input);
  recent.forEach((frame, at) => markMove(frame, at < recent.length - 1 ? marks.before : marks.last));
  if (live) markMore(input, marks);
  // Arrows of other moves would cover an unfinished one.
  const thought = input.picker.path.length ? [] : input.arrows;
  const arrows = live ? [...thought, ...arrowsAhead(input, marks), ...input.premoved] : [];
  input.board.mark(marks, [...arrows, ...input.drawn], linesNow(input, recent));
  input.board.label((cell) => {
    const label = cellLabel(input.board.game, cell, input.board.shown[cell.name], marks);
    const note = input.notes[cell.name];
    return note ? `${label}. ${note}` : label;
  });
}

/** Return the last moves of others, since whoever looks at the board moved; their own if that was the last. @param {BoardInput} input */
function recentMoves({ state, me, ply, looking, frames: all }) {
  const viewer = me.length === 1 ? me[0] : looking === null ? state.turn : null;
  const frames = all.slice(0, ply);
  const since = frames.slice(Math.max(0, ply - state.people.length + 1));
  const own = viewer === null ? since.length - 1 : since.map(({ by }) => by).lastIndexOf(viewer);
  return own < since.length - 1 ? since.slice(own + 1) : frames.slice(-1);
}

/** Return lines to draw: what recent moves achieved, or what concerns the cell at the pointer. @param {BoardInput} input @param {import("../types/page").Frame[]} recent */
function linesNow({ state, pointed, picker, looking, lines, figure, closing }, recent) {
  const achieved = recent.flatMap((frame) => frame.lines || []);
  if (looking !== null) return achieved;
  const about = (pointed && setting("reach") && !state.round_over && lines[pointed]) || [];
  const closed = closing.gesture === picker.gesture ? closing.lines : [];
  // What has just been closed stays in sight, unless somebody asks about another piece.
  if (closed.length && picker.chosen().includes(pointed || "")) return closed;
  // A move that has begun is not covered by earlier ones.
  return about.length ? about : [...figure, ...(picker.path.length ? closed : achieved)];
}

/** Mark what a move touched. @param {import("../types/page").Frame} frame @param {Set<string>} cells */
function markMove({ moved = [], placed = [], taken = [] }, cells) {
  for (const cell of [...moved.flat(), ...placed.map(([cell]) => cell), ...taken]) cells.add(cell);
}

/** @param {BoardInput} input */
function liveMarks(input) {
  const { state, picker, pointed, board } = input;
  const marks = noMarks();
  marks.hint = [...input.hint];
  const prise = state.round_over ? [] : state.reach[state.lit[0]] || [];
  for (const cell of prise) if (!board.shown[cell]) marks.prise.add(cell);
  if (input.mayMove) markSteps(input, marks);
  const { own, others } = cellsOfLines(input);
  own.forEach((cell) => marks.close.add(cell));
  others.forEach((cell) => marks.stop.add(cell));
  if (!input.mayMove) marks.prise.forEach((cell) => marks.reach.add(cell));
  const held = board.dragged || pointed;
  if (held && setting("reach") && !picker.path.length && !state.round_over) {
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

/** Return the free cells where one can close a line, and those where only others can. @param {BoardInput} input */
export function cellsOfLines({ lines, board, picker, seat, mayMove, marksLines }) {
  const next = picker.next();
  const cells = mayMove && marksLines && setting("reach") ? Object.keys(lines).filter((cell) => !board.shown[cell] && (!picker.path.length || next.has(cell))) : [];
  const own = cells.filter((cell) => lines[cell].some((line) => belongsTo(board, line, seat)));
  return { own, others: cells.filter((cell) => !own.includes(cell)) };
}

/** Mark what can be touched next. @param {BoardInput} input @param {import("./marks.js").Marks} marks */
function markSteps({ picker, board, notes, seat }, marks) {
  for (const [cell, sign] of picker.next()) {
    if (sign === ">") marks[board.shown[cell] ? "take" : "to"].add(cell);
    if (sign === "!") marks.take.add(cell);
    if (sign === "+") marks.add.add(cell);
    if (sign === "." && picker.path.length) marks.more.add(cell);
    marks.can.add(cell);
  }
  const mayChange = picker.path.every((step) => step[0] === ".");
  for (const [cell, sign] of picker.first()) {
    if (sign !== ".") continue;
    if (mayChange) marks.can.add(cell);
    marks.drag.add(cell);
  }
  for (const cell of picker.chosen()) marks.picked.add(cell);
  if (picker.taking) {
    for (const [cell, piece] of Object.entries(board.shown)) if (piece !== seat && !marks.take.has(cell)) marks.spared.add(cell);
  }
  for (const cell of Object.keys(notes)) if (!board.shown[cell]) marks.no.add(cell);
}
