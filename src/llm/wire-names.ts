/** Names that every compatible server takes: no dots, at most 64 signs. */
const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

export interface WireNames {
  toWire(name: string): string;
  /** The tool's own name; what the model made up stays as it is. */
  fromWire(name: string): string;
}

/** Tools' names as servers take them: ours may hold dots. Different names stay different. */
export function createWireNames(names: readonly string[]): WireNames {
  const wire = new Map<string, string>();
  const own = new Map<string, string>();
  const free = names.filter((name) => WIRE_NAME.test(name));
  for (const name of [...free, ...names.filter((other) => !WIRE_NAME.test(other))]) {
    if (wire.has(name)) continue;
    const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 60) || "_";
    let candidate = WIRE_NAME.test(name) ? name : plain;
    for (let count = 2; own.has(candidate); count += 1) candidate = `${plain}_${count}`;
    wire.set(name, candidate);
    own.set(candidate, name);
  }
  return { toWire: (name) => wire.get(name) ?? name, fromWire: (name) => own.get(name) ?? name };
}
