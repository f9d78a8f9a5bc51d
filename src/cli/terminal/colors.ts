import * as yoctocolors from "yoctocolors";

// yoctocolors looks at the environment alone; colours in a pipe or a file are noise.
const wanted =
  process.stdout.isTTY && process.env["NO_COLOR"] === undefined && process.env["TERM"] !== "dumb";

const only =
  (colour: (text: string) => string) =>
  (text: string): string =>
    wanted ? colour(text) : text;

export const bold = only(yoctocolors.bold);
export const dim = only(yoctocolors.dim);
export const cyan = only(yoctocolors.cyan);
export const green = only(yoctocolors.green);
export const red = only(yoctocolors.red);
export const yellow = only(yoctocolors.yellow);
