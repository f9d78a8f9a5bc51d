/** Every sign of the screen, drawn on 16 × 16. */
const PATHS = {
  inbox: "M2 9h3l1 2h4l1-2h3M2 9l2-6h8l2 6v4H2z",
  plans: "M2.5 4h2M2.5 8h2M2.5 12h2M7 4h6.5M7 8h6.5M7 12h6.5",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  check: "M3 8.5l3.5 3.5L13 5",
  cross: "M4 4l8 8M12 4l-8 8",
  pencil: "M3 13l.7-3L11 2.7 13.3 5 6 12.3z",
  clock: "M8 4.5V8l2.5 1.5M8 14A6 6 0 108 2a6 6 0 000 12z",
  question: "M6 6a2 2 0 113 1.7c-.7.4-1 .8-1 1.8M8 12v.1M8 14.5a6.5 6.5 0 100-13 6.5 6.5 0 000 13z",
  alert: "M8 6v3.5M8 11.8v.1M8 2l6.5 11.5h-13z",
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  stop: "M4 4h8v8H4z",
  again: "M13 8a5 5 0 11-1.6-3.7M13 2v3h-3",
  left: "M10 3L5 8l5 5",
  right: "M6 3l5 5-5 5",
  down: "M3 6l5 5 5-5",
  person: "M8 8a2.7 2.7 0 100-5.4A2.7 2.7 0 008 8zM2.8 14c.4-2.6 2.5-4 5.2-4s4.800 1.400 5.200 4",
  agent: "M3 6h10v7H3zM8 6V3.500M8 2.500v.1M6 9v.1M10 9v.1M6 11h4",
  file: "M4 2h5l3 3v9H4zM9 2v3h3",
  gear: "M8 10.2a2.200 2.200 0 100-4.400 2.200 2.200 0 000 4.400zM8 1.800v1.700M8 12.500v1.700M1.800 8h1.700M12.500 8h1.700M3.600 3.600l1.200 1.200M11.200 11.200l1.200 1.200M12.400 3.600l-1.200 1.200M4.800 11.200l-1.200 1.200",
  grip: "M6 4v.1M10 4v.1M6 8v.1M10 8v.1M6 12v.1M10 12v.1",
  link: "M4 8h8M9 5l3 3-3 3",
  up: "M8 13V3.500M4 7l4-4 4 4",
  out: "M6 3H3v10h10v-3M9 3h4v4M13 3L7.500 8.500",
  lock: "M3.500 7.500h9v6h-9zM5.500 7.500V5a2.500 2.500 0 015 0v2.500",
  search: "M7 12A5 5 0 107 2a5 5 0 000 10zM10.500 10.500L14 14",
} as const;

export type IconName = keyof typeof PATHS;

/** A sign beside words; it says nothing by itself. */
export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className="shrink-0"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
