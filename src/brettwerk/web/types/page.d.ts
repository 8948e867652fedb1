// What scripts share beside the messages.

import type { Choices, Frame, Layout, PersonMessage, StudyMessage } from "./messages";

export type * from "./messages";

/** What a board shows: the state of a game, or a position to study. */
export interface BoardState extends Choices {
  game: string;
  seats: string[];
  board: string;
  people: PersonMessage[];
  turn: number | null;
  round_over: boolean;
  start: Layout;
  from: number;
  frames: Frame[];
}

/** A position to study in the form of a game, with somebody at each seat. */
export type StudyState = StudyMessage & BoardState;

/** What lies beside the board: whose, what, which piece, how many. */
export type Tray = [string, string, string, number];

/** Pieces by the names of cells. */
export type Pieces = Record<string, string>;

/** The connection: open, closed for now (perhaps as its key was replaced), to a game that does not exist, or to a newer server. */
export type ConnectionState = "open" | "closed" | "revoked" | "gone" | "old";
