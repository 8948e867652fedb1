// The analysis board: any position of any game.

import { byId } from "./dom.js";
import { Study } from "./study.js";

new Study(byId("study"));
