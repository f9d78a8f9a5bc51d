import type { ElementType, Key, ReactElement } from "react";
import { jsx as element, jsxs as elementOfMany } from "react/jsx-runtime";
import { emojiOrUnseen, visible } from "../../../text/visible.ts";

/*
 * What the JSX of the screen is compiled to, in place of React's own: what somebody decides by has to be what
 * stands there, and so every text passes here on its way to the page. What stands in a field is no child, and stays.
 */

export { Fragment } from "react/jsx-runtime";

interface Props {
  readonly children?: unknown;
  readonly "aria-label"?: unknown;
}

let made: RegExp | undefined;
/** A page is drawn often, and to make it takes milliseconds. */
const signs = (): RegExp => (made ??= emojiOrUnseen());

function seen(child: unknown): unknown {
  if (typeof child === "string") return visible(child, signs);
  return Array.isArray(child) ? child.map(seen) : child;
}

function seenIn(props: Props): Props {
  const { children, "aria-label": label } = props;
  return {
    ...props,
    ...(children !== undefined && { children: seen(children) }),
    ...(label !== undefined && { "aria-label": seen(label) }),
  };
}

/** An element whose texts have every sign that nobody sees written out. */
export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  return element(type, seenIn(props), key);
}

/** The same of several children. */
export function jsxs(type: ElementType, props: Props, key?: Key): ReactElement {
  return elementOfMany(type, seenIn(props), key);
}
