// A short, quiet knock of wood for a move, a lower one when something is taken.

/** @type {AudioContext | undefined} */
let context;

/** @param {boolean} heavy */
export function knock(heavy) {
  context ||= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(heavy ? 190 : 330, now);
  tone.frequency.exponentialRampToValueAtTime(heavy ? 80 : 160, now + 0.09);
  volume.gain.setValueAtTime(0.16, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.14);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.15);
}
