const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Without as many digits in a row, there is nothing to look for. */
const MANY_DIGITS = /\d{16}/;

const WHOLE = /^[-+]?(\d+|0x[\da-f]+|0o[0-7]+)$/i;

/** Whether a whole number, as JSON or YAML writes it, would be written with other digits once it was read. */
export function isInexact(literal: string): boolean {
  const [, written] = WHOLE.exec(literal) ?? [];
  // What is beyond all numbers is refused as that, however long it is.
  if (written === undefined || !Number.isFinite(Number(written))) return false;
  const digits = BigInt(written).toString().replace(/0+$/, "");
  return digits.length > 15 && digits !== digitsOf(Number(written));
}

/** The digits by which a number is told from its neighbours, without its sign and what says how large it is. */
function digitsOf(number: number): string {
  return number.toExponential().replace(/^-|\.|e.*$/g, "");
}

/** The first whole number of a JSON text that would be read as another one, as it is written, or null. */
export function inexactInteger(text: string): string | null {
  if (!MANY_DIGITS.test(text)) return null;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place]!;
    if (sign === '"') place = endOfText(text, place);
    else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      NUMBER.lastIndex = place;
      const [literal = sign] = NUMBER.exec(text) ?? [];
      if (isInexact(literal)) return literal;
      place += literal.length - 1;
    }
  }
  return null;
}

/** Where the text that begins at `start` has its closing quote. */
export function endOfText(text: string, start: number): number {
  let place = start + 1;
  while (text[place] !== '"') place += text[place] === "\\" ? 2 : 1;
  return place;
}
