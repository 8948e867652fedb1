// Scripts of games that others import: they are served in `games/PAGE/`, but lie in the folders of the games.

declare module "*/board/arrangement.js" {
  export * from "katarenga_family/web/arrangement.js";
}

declare module "*/board/tableaus.js" {
  export * from "katarenga_family/web/tableaus.js";
}
