import { useContext, useMemo, useState, type ReactNode } from "react";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isFileRecord } from "../../../json/file-record.ts";
import { isObject } from "../../../json/json-object.ts";
import { maskSeals } from "../../../json/seals.ts";
import { startOf } from "../../../text/cut-text.ts";
import { RESULTS } from "../../words/catalogs/results.ts";
import { useSpeech, useSpeechWith } from "../../words/words.ts";
import { Button } from "../button.tsx";
import { Download } from "../download.tsx";
import { JsonValue } from "./json-value.tsx";
import { KeptPart } from "./kept-part.tsx";
import { KeptPlacesContext } from "./kept-places.ts";
import { OpenAll, OpenMore } from "./open-more.tsx";
import { Picture } from "./picture.tsx";
import type { Block } from "./read-blocks.ts";
import { readValue, type Reading } from "./read-value.ts";
import { ValueTable } from "./value-table.tsx";
import { WithCode } from "./with-code.tsx";

const FIRST_LINES = 14;
const FIRST_CHARACTERS = 1_500;
const FIRST_ITEMS = 20;
const MOST_ITEMS = 500;
const DEPTHS = ["", "ml-4", "ml-8", "ml-12", "ml-16"] as const;

/** A value as a person reads it best, or, when they want that, exactly as it is. */
export function ValueView({
  value,
  isCsv = false,
}: {
  readonly value: Json;
  /** Whether it is a text of a file that is called so. */
  readonly isCsv?: boolean;
}) {
  const { words } = useSpeechWith(RESULTS);
  const { pointerOf, read, todo } = useContext(KeptPlacesContext);
  const [isRaw, setRaw] = useState(false);
  const reading = useMemo(() => readValue(value, 0, isCsv), [value, isCsv]);
  // What is written here then is only where it is kept.
  const isKeptElsewhere = pointerOf(value) !== undefined;
  if (reading.as === "short") return <JsonValue value={value} />;
  return (
    <div className="flex flex-col items-start gap-1">
      <div className="w-full">
        {isRaw ? <JsonValue value={value} /> : <Part value={value} depth={0} isCsv={isCsv} />}
      </div>
      <div className="flex flex-wrap gap-2">
        {reading.as !== "json" && !isKeptElsewhere && (
          <Button look="bare" onPress={() => setRaw(!isRaw)}>
            {isRaw ? words("value_as_read") : words("value_as_written")}
          </Button>
        )}
        {!isKeptElsewhere && (
          <Download
            label={words("download")}
            name={`${todo.id}.${endingOf(value, reading)}`}
            read={() =>
              typeof value === "string"
                ? Promise.resolve(new TextEncoder().encode(value))
                : read("")
            }
          />
        )}
      </div>
    </div>
  );
}

/** How the name of a file ends that has the value. */
function endingOf(value: Json, { as }: Reading): string {
  if (typeof value !== "string") return "json";
  if (as === "table") return "csv";
  return as === "blocks" ? "md" : "txt";
}

/** A value, or a part of one. */
function Part({
  value,
  depth,
  isCsv = false,
}: {
  readonly value: Json;
  readonly depth: number;
  readonly isCsv?: boolean;
}) {
  const { words } = useSpeech();
  const { pointerOf } = useContext(KeptPlacesContext);
  const pointer = pointerOf(value);
  const reading = useMemo(() => readValue(value, depth, isCsv), [value, depth, isCsv]);
  if (pointer !== undefined) return <Kept part={value as JsonObject} pointer={pointer} />;
  switch (reading.as) {
    case "short":
    case "json":
      return <JsonValue value={reading.value} />;
    case "text":
      return (
        <Folded text={reading.text}>
          {(text) => (
            <p className="whitespace-pre-wrap" lang="">
              {text}
            </p>
          )}
        </Folded>
      );
    case "blocks":
      return <Blocks blocks={reading.blocks} />;
    case "picture":
      return <Picture bytes={reading.bytes} />;
    case "table":
      return <ValueTable columns={reading.columns} rows={reading.rows} />;
    case "list":
      return <Items items={reading.items} depth={depth} />;
    case "fields":
      return (
        <dl
          className={`grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(4rem,max-content)_minmax(0,1fr)] ${depth === 0 ? "" : "max-sm:border-l-2 max-sm:border-line max-sm:pl-2.5"}`}
        >
          {reading.fields.map(([name, field]) => (
            <div key={name} className="contents">
              <dt className="max-w-40 text-faint" lang="">
                {maskSeals(name, words("masked"))}
              </dt>
              <dd className="mb-1.5 min-w-0">
                <Part value={field} depth={depth + 1} />
              </dd>
            </div>
          ))}
        </dl>
      );
  }
}

/** What stands in its place: the beginning of a large result, or a file. */
function Kept({ part, pointer }: { readonly part: JsonObject; readonly pointer: string }) {
  const isCsv = isFileRecord(part) && part["media_type"] === "text/csv";
  return (
    <KeptPart part={part} pointer={pointer}>
      {(value) => <Part value={value} depth={0} isCsv={isCsv} />}
    </KeptPart>
  );
}

function Items({ items, depth }: { readonly items: readonly Json[]; readonly depth: number }) {
  const { words } = useSpeechWith(RESULTS);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ol className="flex flex-col gap-1">
        {items.slice(0, isOpen ? MOST_ITEMS : FIRST_ITEMS).map((item, place) => (
          <li
            key={place}
            className={isObject(item) ? "sm:border-l-2 sm:border-line sm:pl-2.5" : ""}
          >
            <Part value={item} depth={depth + 1} />
          </li>
        ))}
      </ol>
      <OpenAll
        count={items.length}
        first={FIRST_ITEMS}
        most={MOST_ITEMS}
        isOpen={isOpen}
        onChange={setOpen}
        label={words("value_all_items", { count: items.length })}
      />
    </>
  );
}

/** A text whose end is only there when somebody wants it. */
function Folded({
  text,
  children,
}: {
  readonly text: string;
  readonly children: (text: string) => ReactNode;
}) {
  const { words } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const whole = maskSeals(text, words("masked"));
  const lines = whole.split("\n");
  const short = startOf(lines.slice(0, FIRST_LINES).join("\n"), FIRST_CHARACTERS);
  const isLong = lines.length > FIRST_LINES + 2 || whole.length > FIRST_CHARACTERS * 1.2;
  return (
    <>
      {children(isLong && !isOpen ? `${short}…` : whole)}
      {isLong && (
        <OpenMore
          isOpen={isOpen}
          onChange={setOpen}
          label={words("show_all", { count: lines.length })}
        />
      )}
    </>
  );
}

/** Blocks of a text: only its form is shown; addresses in it stay as they are written, and lead nowhere. */
function Blocks({ blocks }: { readonly blocks: readonly Block[] }) {
  const { words } = useSpeechWith(RESULTS);
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? blocks.slice(0, MOST_ITEMS) : blocks.slice(0, FIRST_ITEMS);
  return (
    <div className="flex flex-col gap-2">
      {shown.map((block, place) => (
        <BlockView key={place} block={block} />
      ))}
      {isOpen && blocks.length > MOST_ITEMS && (
        <p className="text-small text-faint">{words("value_rest", { count: MOST_ITEMS })}</p>
      )}
      {blocks.length > FIRST_ITEMS && (
        <OpenMore isOpen={isOpen} onChange={setOpen} label={words("inbox_show_all")} />
      )}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }) {
  switch (block.as) {
    case "table":
      return <ValueTable columns={block.columns} rows={block.rows} />;
    case "code":
      return <JsonValue value={block.text.includes("\n") ? block.text : `${block.text}\n`} />;
    case "heading":
      return (
        <p className="mt-1 font-semibold" lang="">
          <Marked text={block.text} />
        </p>
      );
    case "item":
      return (
        <p className={`flex gap-2 ${DEPTHS[block.depth]}`} lang="">
          <span className="text-faint">{block.mark}</span>
          <span className="min-w-0">
            <Marked text={block.text} />
          </span>
        </p>
      );
    case "paragraph":
      return (
        <Folded text={block.text}>
          {(text) => (
            <p className="whitespace-pre-wrap" lang="">
              <Marked text={text} />
            </p>
          )}
        </Folded>
      );
  }
}

const MARKS = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/;

/** A line with its strong words and its code. */
function Marked({ text }: { readonly text: string }) {
  const { words } = useSpeech();
  return maskSeals(text, words("masked"))
    .split(MARKS)
    .map((part, place) => {
      // What stands between marks is at the odd places.
      if (place % 2 === 0) return part;
      if (part.startsWith("`")) return <WithCode key={place} text={part} />;
      return <strong key={place}>{part.slice(2, -2)}</strong>;
    });
}
