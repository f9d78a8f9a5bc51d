import { useId, type ReactNode } from "react";
import { visible } from "../../../text/visible.ts";
import { useSpeech } from "../../words/words.ts";
import { WithCode } from "../values/with-code.tsx";

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  /** What is wrong with what stands in it. */
  readonly mistake?: string | undefined;
  readonly optional?: boolean;
  /** Its name is for those who do not see what it is. */
  readonly isHidden?: boolean;
  /** What stands in it, where that may be shown: signs that nobody sees are written out below. */
  readonly shown?: string | undefined;
}

interface Wired {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean;
}

/** A field with its name, what it is for, and what is wrong with it. */
export function Field({
  label,
  hint,
  mistake,
  optional = false,
  isHidden = false,
  shown = "",
  children,
}: FieldProps & { readonly children: (wired: Wired) => ReactNode }) {
  const { words } = useSpeech();
  const id = useId();
  const hasUnseen = visible(shown) !== shown;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className={isHidden ? "sr-only" : "font-medium"}>
        {label}
        {optional && <span className="font-normal text-faint"> ({words("optional")})</span>}
      </label>
      {hint !== undefined && hint !== "" && (
        <p id={`${id}-hint`} className="text-small text-faint">
          {hint}
        </p>
      )}
      {children({
        id,
        "aria-describedby": describedBy(id, { hint, unseen: hasUnseen, mistake }),
        "aria-invalid": mistake !== undefined,
      })}
      {hasUnseen && (
        <div id={`${id}-unseen`} className="text-small text-wait">
          {words("field_unseen")}
          <pre className="code" lang="">
            {shown}
          </pre>
        </div>
      )}
      {mistake !== undefined && (
        <p id={`${id}-mistake`} className="text-small font-medium text-bad">
          <WithCode text={mistake} />
        </p>
      )}
    </div>
  );
}

/** The ids of the notes that are there: what is read with the name of a field, or of several together. */
function describedBy(
  id: string,
  notes: Readonly<Record<string, string | boolean | undefined>>,
): string | undefined {
  const there = Object.keys(notes).filter((name) => notes[name]);
  return there.length === 0 ? undefined : there.map((name) => `${id}-${name}`).join(" ");
}

/** A text of one or several lines. */
export function TextField({
  value,
  onChange,
  rows = 1,
  numeric = false,
  autoFocus = false,
  mono = false,
  secret = false,
  ...field
}: FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly numeric?: boolean;
  readonly autoFocus?: boolean;
  readonly mono?: boolean;
  /** What is typed is not shown. */
  readonly secret?: boolean;
}) {
  const look = mono ? "field font-mono text-small" : "field";
  return (
    <Field {...field} shown={secret ? undefined : value}>
      {(wired) =>
        rows > 1 ? (
          <textarea
            {...wired}
            rows={rows}
            value={value}
            autoFocus={autoFocus}
            spellCheck={!mono}
            className={look}
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <input
            {...wired}
            type={secret ? "password" : "text"}
            value={value}
            autoFocus={autoFocus}
            autoComplete={secret ? "new-password" : "off"}
            inputMode={numeric ? "decimal" : "text"}
            className={look}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly detail?: ReactNode;
}

/** Yes or no, written as JSON writes it. */
export function YesOrNo({
  none,
  ...field
}: Omit<Parameters<typeof Radios>[0], "options"> & {
  /** What stands for neither, where neither is an answer. */
  readonly none?: string | undefined;
}) {
  const { words } = useSpeech();
  const options = [
    { value: "true", label: words("yes") },
    { value: "false", label: words("no") },
    ...(none === undefined ? [] : [{ value: "", label: none }]),
  ];
  return <Radios {...field} options={options} />;
}

/** One of a few, all of them in view. */
export function Radios<Value extends string>({
  label,
  options,
  value,
  onChange,
  hint,
  mistake,
  optional = false,
  autoFocus,
}: FieldProps & {
  readonly options: readonly Choice<Value>[];
  /** Whether the chosen one takes the focus when the field appears. */
  readonly autoFocus?: boolean;
  /** Empty while none is chosen. */
  readonly value: NoInfer<Value> | "";
  readonly onChange: (value: Value) => void;
}) {
  const { words } = useSpeech();
  const name = useId();
  return (
    <fieldset
      aria-describedby={describedBy(name, { hint, mistake })}
      data-invalid={mistake === undefined ? undefined : ""}
    >
      <legend className="mb-1 font-medium">
        {label}
        {optional && <span className="font-normal text-faint"> ({words("optional")})</span>}
      </legend>
      {hint !== undefined && hint !== "" && (
        <p id={`${name}-hint`} className="mb-1 text-small text-faint">
          {hint}
        </p>
      )}
      <div className="flex flex-col gap-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 pointer-coarse:min-h-11 items-start gap-2.5 rounded-md border border-line px-3 py-2 hover:bg-raised has-checked:border-accent has-checked:bg-accent-tint"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              autoFocus={autoFocus === true && value === option.value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              {option.label}
              {option.detail !== undefined && (
                <span className="block text-small text-soft">{option.detail}</span>
              )}
            </span>
          </label>
        ))}
      </div>
      {mistake !== undefined && (
        <p id={`${name}-mistake`} className="mt-1 text-small font-medium text-bad">
          <WithCode text={mistake} />
        </p>
      )}
    </fieldset>
  );
}

/** One of many. */
export function Choose({
  options,
  value,
  onChange,
  none,
  ...field
}: FieldProps & {
  readonly options: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What stands there while nothing is chosen. */
  readonly none: string;
}) {
  return (
    <Field {...field}>
      {(wired) => (
        <select
          {...wired}
          value={value}
          className="field"
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{none}</option>
          {options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Something that is on or off, with its words beside it. */
export function Check({
  isOn,
  isFixed = false,
  onChange,
  className = "min-h-9 gap-2",
  children,
}: {
  readonly isOn: boolean;
  /** Nobody can change it here; its words say why. */
  readonly isFixed?: boolean;
  readonly onChange: (isOn: boolean) => void;
  /** How high it is, and how its words look. */
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <label className={`flex items-center pointer-coarse:min-h-11 ${className}`}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isFixed}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {children}
    </label>
  );
}

/** Some of a few, all of them in view. */
export function Checkboxes<Value extends string>({
  label,
  hint,
  mistake,
  choices,
  chosen,
  onChange,
  isWide = false,
}: {
  readonly label: string;
  readonly hint?: string;
  /** In two columns, where there is room. */
  readonly isWide?: boolean;
  readonly mistake?: string | undefined;
  readonly choices: readonly Choice<Value>[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}) {
  const id = useId();
  const values = choices.map(({ value }) => value);
  const toggle = (one: Value): void =>
    onChange(values.filter((value) => chosen.includes(value) !== (value === one)));
  return (
    <fieldset
      aria-describedby={describedBy(id, { hint, mistake })}
      data-invalid={mistake === undefined ? undefined : ""}
    >
      <legend className="mb-1 font-medium">{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mb-1 text-small text-faint">
          {hint}
        </p>
      )}
      <div className={isWide ? "grid gap-x-4 sm:grid-cols-2" : "flex flex-col"}>
        {choices.map(({ value, label: name, detail }) => (
          <Check
            key={value}
            isOn={chosen.includes(value)}
            className="min-h-8 gap-2 pointer-coarse:min-h-11"
            onChange={() => toggle(value)}
          >
            <span className="min-w-0">
              {name}{" "}
              {detail !== undefined && <span className="ml-1 text-small text-soft">{detail}</span>}
            </span>
          </Check>
        ))}
      </div>
      {mistake !== undefined && (
        <p id={`${id}-mistake`} role="alert" className="text-small font-medium text-bad">
          <WithCode text={mistake} />
        </p>
      )}
    </fieldset>
  );
}
