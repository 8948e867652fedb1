// Short, quiet sounds of wood and bells, made here: there is nothing to load.

import { choice, setting } from "./store.js";

/** @typedef {"start" | "move" | "capture" | "turn" | "low" | "end"} Sound */

/**
 * The notes of each sound: when it begins, the pitch at its begin and end, how long it lasts.
 * @type {Record<Sound, [number, number, number, number][]>}
 */
const NOTES = {
  start: [[0, 392, 392, 0.18], [0.14, 523, 523, 0.3]],
  move: [[0, 330, 160, 0.14]],
  capture: [[0, 190, 80, 0.16], [0.05, 150, 70, 0.16]],
  turn: [[0.16, 659, 659, 0.22]],
  low: [[0, 880, 880, 0.09], [0.16, 880, 880, 0.09]],
  end: [[0, 523, 523, 0.2], [0.16, 659, 659, 0.2], [0.32, 784, 784, 0.45]],
};

/** @type {AudioContext | undefined} */
let context;

/** Play a sound, if sounds are on. @param {Sound} name */
export function play(name) {
  if (!setting("sound")) return;
  context ||= new AudioContext();
  // Browsers are silent until somebody has touched the page.
  if (context.state === "suspended") context.resume();
  for (const note of NOTES[name]) tone(context, ...note);
}

/** @param {AudioContext} context @param {number} after @param {number} from @param {number} to @param {number} seconds */
function tone(context, after, from, to, seconds) {
  const begin = context.currentTime + after;
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.setValueAtTime(from, begin);
  oscillator.frequency.exponentialRampToValueAtTime(to, begin + seconds * 0.65);
  volume.gain.setValueAtTime(0.4 * (Number(choice("volume")) / 100), begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(begin);
  oscillator.stop(begin + seconds + 0.02);
}
