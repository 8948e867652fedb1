// Made by `make types` from the messages in brettwerk/server; do not edit.

/** Who plays: a person at this screen, a friend by link, or a computer of a level and style. */
export interface Seat {
  kind?: "computer" | "friend" | "here";
  level?: number;
  name?: string;
  style?: string;
}

/** The settled configuration of a game, with everything random already drawn. */
export interface GameConfig {
  game: string;
  options: Record<string, unknown>;
  seats: Seat[];
  clock: string;
  target: number | null;
  seed: number;
  tableau: string;
  starter: number;
  takebacks: boolean;
  opening?: string[];
}

/** Something that happened: `people` are all for whom the one who did it plays. */
export interface Event {
  kind: string;
  person: number | null;
  people: number[];
  text: string;
  at: number;
  wall: number;
  command_id: string | null;
  lag: number;
  version: number | null;
}

/** The first message: the version spoken, and the secrets of the seats one plays. */
export interface Hello {
  t: "hello";
  v: number;
  keys?: string[];
  lang?: string;
}

/** Ask whether the other side is there. */
export interface Ping {
  t: "ping";
}

/** The other side is there; `n` is a number to send back at once. */
export interface Pong {
  t: "pong";
  n?: number;
}

/** The number of a `pong`, by which the server measures how long messages take. */
export interface Echo {
  t: "echo";
  n: number;
}

/** A message was refused: `id` is that of a command, `about` that of an analysis. */
export interface Refusal {
  t: "no";
  id: string | null;
  error: string;
  key: string;
  message: string;
  about?: number;
  at?: number;
}

/** Why a request was refused; `at` is the number of the move that cannot be played. */
export interface ErrorMessage {
  error: string;
  key: string;
  message: string;
  at?: number;
  request: string;
}

/** Do something in the game. */
export interface Command {
  t: "act";
  id: string;
  do: "again" | "continue" | "decline" | "draw" | "forfeit" | "name" | "next" | "pause" | "play" | "resign" | "resume" | "takeback";
  moment?: number | null;
  person?: number | null;
  text?: string;
}

/** Ask for notes about the cells after these steps of a move, or why they are no legal move. */
export interface Explain {
  t: "explain";
  way?: string;
  why?: boolean;
}

/** Ask for a good move. */
export interface HintRequest {
  t: "hint";
}

/** Say one of the phrases to the others; `person` says who, where one plays several. */
export interface Say {
  t: "say";
  phrase: "again" | "good-luck" | "hello" | "nice-move" | "one-moment" | "oops" | "thanks" | "well-played";
  person?: number | null;
}

/** What a move does to the board: pieces that come, move and go. */
export interface EffectsMessage {
  placed?: [string, string][];
  moved?: [string, string][];
  taken?: string[];
}

/** A move as it is shown: `left` on the clock after it, `lot` if it was drawn at random. */
export interface Frame {
  placed?: [string, string][];
  moved?: [string, string][];
  taken?: string[];
  text: string;
  lines?: string[][];
  by: number;
  shelves: [string, string, string, number][];
  left?: number | null;
  lot?: boolean;
}

/** The board before the first move. */
export interface Layout {
  pieces: Record<string, string>;
  shelves: [string, string, string, number][];
}

/** How a game or a round ended; the sentence says it in the reader's language. */
export interface OutcomeMessage {
  winners: number[];
  points: number[] | null;
  reason: string;
  sentence?: string;
}

/** The legal moves, each a text and its gestures, and what boards show of them. */
export interface Choices {
  moves: string[][];
  reach: Record<string, string[]>;
  lit: string[];
}

/** A player: a person or a computer. */
export interface PersonMessage {
  name: string;
  kind: string;
  level: number;
  seat: number;
  joined: boolean;
  online: boolean;
  in: boolean;
  style: string;
}

/** What is on offer, and who wants it. */
export interface OfferMessage {
  kind: "continuation" | "draw" | "takeback";
  wanted_by: number[];
  plies?: number;
}

/** The seconds left of each person, and whose time runs. */
export interface ClockMessage {
  left: number[];
  running: number | null;
  paused: boolean;
  control: string;
}

/** What happened last, and who did it. */
export interface LastEvent {
  kind: string;
  person: number | null;
}

/** All that is to be seen of a game; of its moves those from number `first` on. */
export interface StateMessage {
  t: "table";
  moves: string[][];
  reach: Record<string, string[]>;
  lit: string[];
  v: number;
  id: string;
  moment: number;
  game: string;
  board: string;
  seats: string[];
  people: PersonMessage[];
  round: number;
  target: number | null;
  scores: number[] | null;
  rounds: OutcomeMessage[];
  start: Layout;
  from: number;
  frames: Frame[];
  departures: [number, number, string][];
  clock: ClockMessage | null;
  following: string;
  again: number[];
  takebacks: boolean;
  last: LastEvent;
  turn: number | null;
  round_over: boolean;
  outcome: OutcomeMessage | null;
  can_continue: boolean;
  offer: OfferMessage | null;
  resigning: (number | null)[] | null;
}

/** The people for whom this connection plays. */
export interface Welcome {
  t: "welcome";
  people: number[];
  v: number;
}

/** The people who are connected. */
export interface Online {
  t: "online";
  people: number[];
}

/** A command was executed. */
export interface Executed {
  t: "done";
  id: string;
  moment: number;
}

/** Why these steps are no legal move. */
export interface Why {
  t: "why";
  way: string;
  moment: number;
  why: string;
}

/** Notes about cells and lines that concern them, and what a whole move would do. */
export interface Notes {
  t: "notes";
  way: string;
  moment: number;
  notes: Record<string, string>;
  does?: EffectsMessage;
  lines?: Record<string, string[][]>;
}

/** A good move. */
export interface Hint {
  t: "hint";
  move: string;
  moment: number;
}

/** Somebody asked for a hint, which the others may know. */
export interface Hinted {
  t: "hinted";
  person: number;
}

/** Somebody said a phrase, which is shown in the reader's language and stored nowhere. */
export interface Said {
  t: "said";
  person: number;
  phrase: "again" | "good-luck" | "hello" | "nice-move" | "one-moment" | "oops" | "thanks" | "well-played";
}

/** A request for a new game; the defaults are what most people want. */
export interface GameRequest {
  game: string;
  options?: Record<string, unknown>;
  seats?: Seat[];
  clock?: string;
  target?: number | null;
  tableau?: "keep" | "new";
  begins?: number | "lot";
  takebacks?: boolean;
  fair?: boolean;
}

/** A game that was played on a device until now: its configuration and its events. */
export interface HandedGame {
  config: GameConfig;
  events: Event[];
}

/** A finished round: the board, where everyone sat, and the moves. */
export interface RoundMessage {
  round: number;
  board: string;
  sat: number[];
  start: Layout;
  frames: Frame[];
}

/** The secret of a seat, given once. */
export interface SeatKey {
  person: number;
  kind: string;
  key: string;
}

/** A new game with the secrets of its seats, and that of its owner, who can replace them. */
export interface CreatedGame {
  id: string;
  address: string;
  seats: SeatKey[];
  owner: string;
}

/** A request for the QR code of a link, in a body: a link with a key belongs in no log. */
export interface CodeRequest {
  link: string;
}

/** A request for another key of a seat; the one before opens nothing any more. */
export interface LinkRequest {
  person: number;
}

/** An option of a game, and how people set it. */
export interface OptionMessage {
  name: string;
  default: unknown;
  control: string;
  choices: string[];
}

/** A game with its options; pages also get whether it has rounds, and what choosers need. */
export interface GameFacts {
  game: string;
  seats: string[];
  options: OptionMessage[];
  target: number | null;
  rounds?: boolean;
  choosers?: Record<string, unknown>;
}

/** A position: a game with its options or the text of a position, then moves. */
export interface StudyRequest {
  game?: string | null;
  options?: Record<string, unknown> | null;
  position?: string | null;
  moves?: string[];
}

/** A position; the answer tells its moves from number `first` on. */
export interface PositionRequest {
  game?: string | null;
  options?: Record<string, unknown> | null;
  position?: string | null;
  moves?: string[];
  from?: number;
}

/** A position, and the steps of a move that are asked about. */
export interface ExplainRequest {
  game?: string | null;
  options?: Record<string, unknown> | null;
  position?: string | null;
  moves?: string[];
  way?: string;
  why?: boolean;
}

/** The text of a position or of a record. */
export interface PastedText {
  text: string;
}

/** A position set up by hand: pieces by the names of cells, and the seat to move. */
export interface SetupRequest {
  game: string;
  options?: Record<string, unknown>;
  pieces?: Record<string, string>;
  turn?: number;
  details?: Record<string, string>;
}

/** A position in which a computer of some level and style is to move. */
export interface ComputerMoveRequest {
  position: string;
  level: number;
  style?: string;
}

/** An analysis to be written as a record: where it begins, and its moves. */
export interface RecordRequest {
  begin: string;
  moves?: unknown[];
  ending?: string;
}

/** A position with the moves that led to it, in the form of a game's state. */
export interface StudyMessage {
  moves: string[][];
  reach: Record<string, string[]>;
  lit: string[];
  game: string;
  options: Record<string, unknown>;
  board: string;
  seats: string[];
  begin: string;
  words: string[];
  first: number;
  start: Layout;
  from: number;
  frames: Frame[];
  turn: number | null;
  in: number[];
  notes: Record<string, string>;
  does?: EffectsMessage;
  lines?: Record<string, string[][]>;
  details: Record<string, string>;
  outcome: OutcomeMessage | null;
  position: string;
  flipped?: boolean;
}

/** Notes about cells after these steps and what a whole move does, or why it is none. */
export interface Explanation {
  way: string;
  notes?: Record<string, string>;
  does?: EffectsMessage;
  lines?: Record<string, string[][]>;
  why?: string;
}

/** A move with a comment, its clock, or variations that could have been played instead. */
export interface PlyMessage {
  move: string;
  comment?: string;
  clock?: number | null;
  variations?: (string | PlyMessage)[][];
}

/** Moves with variations; `ply` is how many of the main line are shown at first. */
export interface AnalysisTreeMessage {
  game: string;
  begin: string;
  moves: (string | PlyMessage)[];
  ply: number | null;
}

/** The text of a position. */
export interface PositionMessage {
  position: string;
}

/** The text of a move. */
export interface MoveMessage {
  move: string;
}

/** What the page of a review begins with; `board` has the moves on it after each ply. */
export interface ReviewFacts {
  id: string;
  round: number;
  game: string;
  seats: string[];
  names: string[];
  plies: string[];
  board: (number | null)[];
}

/** Analyse a position; the analysis before it ends. */
export interface AnalyseRequest {
  t: "think";
  game?: string | null;
  options?: Record<string, unknown> | null;
  position?: string | null;
  moves?: string[];
  id: number;
  lines?: number;
  seconds?: number | null;
}

/** Stop the analysis; what was found is sent once more. */
export interface StopRequest {
  t: "stop";
}

/** Review a finished round of a game, the last one unless `round` is given. */
export interface ReviewRequest {
  t: "review";
  id: number;
  game: string;
  round?: number | null;
}

/** The script that reads and writes what other programs do, and what it must know. */
export interface DeviceDialect {
  script: string;
  formats: string[];
  facts: Record<string, unknown>;
}

/** A game of the engine against itself. */
export interface DeviceGame {
  options: Record<string, unknown>;
  result: string;
  moves: string;
}

/** What a device needs to explore games: symmetries, dialects, and the engine's own games. */
export interface DeviceCollection {
  sets: number;
  symmetries: number[][];
  dialects: DeviceDialect[];
  games: DeviceGame[];
}

/** How many lines and seconds an analysis may have; no seconds if there are none here. */
export interface StudyWelcome {
  t: "welcome";
  lines: number;
  seconds: number;
  v: number;
}

/** How many analyses come first; 0 while the computer gets ready. */
export interface Queued {
  t: "queued";
  id: number;
  ahead: number;
}

/** A line that was found: its moves, each seat's share of the win, and words for it. */
export interface LineMessage {
  moves: string[];
  shares: number[] | null;
  words: string;
  exact: boolean;
}

/** What was found about a position. */
export interface AnalysisMessage {
  t: "found";
  id: number;
  depth: number;
  nodes: number;
  seconds: number;
  shares: number[] | null;
  words: string;
  exact: boolean;
  lines: LineMessage[];
}

/** An analysis has ended. */
export interface Ended {
  t: "done";
  id: number;
  why: "others" | "settled" | "stopped" | "time";
}

/** What is thought after a ply, and of the move that led there, if it is judged. */
export interface ReviewedPly {
  t: "look";
  id: number;
  of: number;
  ply: number;
  shares: number[];
  words: string;
  exact: boolean;
  move?: string;
  player?: number;
  kind?: string | null;
  better?: string[];
  remark?: string;
}

/** A whole round was reviewed: the ply that decided it, and the plies to learn from. */
export interface Reviewed {
  t: "reviewed";
  id: number;
  summary: string[];
  turning: number | null;
  moments: number[];
}

/** The moves made in a step, with the opponents' answers; `hint` asks for a right move. */
export interface LessonAttempt {
  moves?: string[];
  hint?: boolean;
}

/** Whether the last move was right, what to say about it, and how others answer or refute it. */
export interface LessonVerdict {
  right: boolean;
  done: boolean;
  say: string;
  answers: string[];
  refuted: string;
}

/** A step for a device to judge: verdicts on all ways to play, and right moves by the way there. */
export interface DeviceStep {
  verdicts: Record<string, LessonVerdict>;
  hints: Record<string, string>;
}

/** The moves made in a puzzle, with the opponents' answers; the last one is to be judged. */
export interface PuzzleAttempt {
  moves: string[];
}

/** A puzzle before it is tried. */
export interface PuzzleTask {
  id: string;
  grade: number;
  task: string;
  position: string;
  flipped: boolean;
  analysis: string;
}

/** Where to look, and what for. */
export interface PuzzleHint {
  cells: string[];
  sentence: string;
}

/** The moves that solve a puzzle. */
export interface PuzzleSolution {
  moves: string[];
}

/** The verdict on a move: not `known` is what would take too long to prove. */
export interface PuzzleVerdict {
  right: boolean;
  done: boolean;
  moves: string[];
  known: boolean;
  sentence: string;
}

/** A puzzle with all that is needed to judge it; `kind`, `plies` and `amount` are its goal. */
export interface DevicePuzzle {
  task: PuzzleTask;
  words: string[];
  options: Record<string, unknown>;
  hint: PuzzleHint;
  solution: string[];
  kind: string;
  plies: number;
  amount: number;
}

/** What the page of a puzzle begins with: all puzzles of the game, with grades and themes. */
export interface PuzzleFacts {
  game: string;
  day: string;
  daily: string;
  all: [string, number, string[]][];
  themes: Record<string, string>;
  puzzle: PuzzleTask;
}

/** What the overview begins with: the puzzle of the day of each game. */
export interface PuzzlesFacts {
  day: string;
  daily: Record<string, string>;
}

/** How much there is of a game: steps of its first lesson, and puzzles. */
export interface ProgressFacts {
  game: string;
  steps: number;
  puzzles: number;
}

export type GameMessage = Hello | Command | Explain | HintRequest | Say | Ping | Echo;

export type GameAnswer = StateMessage | Welcome | Online | Executed | Refusal | Why | Notes | Hint | Hinted | Said | Pong;

export type StudySocketMessage = Hello | AnalyseRequest | StopRequest | ReviewRequest | Ping | Echo;

export type StudySocketAnswer = StudyWelcome | Queued | AnalysisMessage | Ended | ReviewedPly | Reviewed | Refusal | Pong;
