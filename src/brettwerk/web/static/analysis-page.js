// Opens the analysis board.

import { Analysis } from "./analysis.js";

new Analysis();
