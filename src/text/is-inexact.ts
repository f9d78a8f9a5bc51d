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
