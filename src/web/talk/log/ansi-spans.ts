/** A part of a line that looks the same throughout. */
export interface AnsiSpan {
  readonly text: string;
  /** Classes of ours, chosen by what terminals call its colour and style; none for plain text. */
  readonly look: string;
}

/**
 * What terminals read and do not show: commands (CSI), texts for the terminal itself such as a title or a
 * link (OSC, DCS), and every other control character but the tab. One that is not ended goes on to the
 * line's end.
 */
const UNSEEN =
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  /(?:\u001B\[|\u009B)([0-?]*)[ -/]*([@-~])|(?:\u001B[\]P^_X]|[\u009D\u0090])[^\u0007\u001B\u009C]*(?:\u0007|\u001B\\|\u009C)?|(?:\u001B\[|\u009B)[0-?]*[ -/]*$|\u001B[ -/]*[0-~]?|[\u0000-\u0008\u000A-\u001F\u007F-\u009F]/g;

const FOREGROUNDS = [
  "text-faint",
  "text-bad",
  "text-good",
  "text-wait",
  "text-run",
  "text-accent",
  "text-run",
  "text-ink",
] as const;
/** Behind them everything is written in ink, so that it can be read. */
const BACKGROUNDS = [
  "bg-line",
  "bg-bad-tint",
  "bg-good-tint",
  "bg-wait-tint",
  "bg-run-tint",
  "bg-accent-tint",
  "bg-run-tint",
  "bg-line",
] as const;

interface Style {
  readonly colour?: string | undefined;
  readonly back?: string | undefined;
  readonly weight?: "font-semibold" | "text-faint" | undefined;
  readonly slant?: "italic" | undefined;
  readonly line?: "underline" | undefined;
}

const PLAIN: Style = {
  colour: undefined,
  back: undefined,
  weight: undefined,
  slant: undefined,
  line: undefined,
};

/** What changes the style besides colours, by the number that terminals give it. */
const CHANGES: Readonly<Record<number, Style>> = {
  0: PLAIN,
  1: { weight: "font-semibold" },
  2: { weight: "text-faint" },
  3: { slant: "italic" },
  4: { line: "underline" },
  22: { weight: undefined },
  23: { slant: undefined },
  24: { line: undefined },
  39: { colour: undefined },
  49: { back: undefined },
};

/** The line as it reads, without anything that only a terminal understands. */
export function withoutAnsi(line: string): string {
  return line.replaceAll(UNSEEN, "");
}

/**
 * A line in parts by their look: colours and styles of a terminal as classes of this screen. Nothing of
 * the line becomes anything but text; what it commands otherwise, such as to move or to link, is left out.
 */
export function ansiSpans(line: string): AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  let style: Style = {};
  let from = 0;
  const add = (to: number): void => {
    if (to > from) spans.push({ text: line.slice(from, to), look: lookOf(style) });
  };
  for (const command of line.matchAll(UNSEEN)) {
    add(command.index);
    from = command.index + command[0].length;
    if (command[2] === "m" && !/[<-?]/.test(command[1] ?? ""))
      style = styled(style, command[1] ?? "");
  }
  add(line.length);
  return spans;
}

/** The style after a command, whose numbers stand between semicolons or colons. */
function styled(before: Style, written: string): Style {
  const codes = written.split(/[;:]/).map(Number);
  let style = before;
  for (let place = 0; place < codes.length; place += 1) {
    const code = codes[place]!;
    if (code === 38 || code === 48) {
      // A colour of 256 or of millions takes further numbers; of those only the named ones are ours.
      const named = codes[place + 1] === 5 ? codes[place + 2] : undefined;
      const name = named === undefined || named > 15 ? undefined : named % 8;
      style =
        code === 38
          ? { ...style, colour: name === undefined ? undefined : FOREGROUNDS[name] }
          : { ...style, back: name === undefined ? undefined : BACKGROUNDS[name] };
      place += codes[place + 1] === 2 ? 4 : 2;
    } else style = { ...style, ...changeOf(code) };
  }
  return style;
}

function changeOf(code: number): Style {
  const tens = Math.floor(code / 10);
  const digit = code % 10;
  if ((tens === 3 || tens === 9) && digit < 8) return { colour: FOREGROUNDS[digit] };
  if ((tens === 4 || tens === 10) && digit < 8) return { back: BACKGROUNDS[digit] };
  return CHANGES[code] ?? {};
}

function lookOf({ colour, back, weight, slant, line }: Style): string {
  const ink = back === undefined ? (colour ?? (weight === "text-faint" ? weight : "")) : "text-ink";
  return [ink, back, weight === "font-semibold" ? weight : "", slant, line]
    .filter((part) => part !== undefined && part !== "")
    .join(" ");
}
