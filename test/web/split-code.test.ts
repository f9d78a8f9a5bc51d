import { expect, test } from "vitest";
import { splitCode } from "../../src/web/parts/values/split-code.ts";

const codeIn = (text: string): string[] =>
  splitCode(text).flatMap((part) => (part.isCode ? [part.text] : []));
const shown = (text: string): string =>
  splitCode(text)
    .map((part) => part.text)
    .join("");

test("what stands between backticks is shown as code, whatever stands in it", () => {
  expect(codeIn("Ask for `approver` or `admin`.")).toEqual(["approver", "admin"]);
  expect(shown("Ask for `approver` or `admin`.")).toBe("Ask for approver or admin.");
  expect(codeIn('Write `"secret": true` there.')).toEqual(['"secret": true']);
});

test("backticks in the title of a todo stay as they were written, and make no code of the words around it", () => {
  for (const [open, close] of ["“”", "‘’", '""'].map((pair) => [...pair])) {
    const said = `${open}Read \`prices${close} waits for ${open}Fetch \`prices${close}; see `;
    expect(codeIn(`${said}\`depends_on\`.`)).toEqual(["depends_on"]);
    expect(shown(`${said}\`depends_on\`.`)).toBe(`${said}depends_on.`);
    expect(codeIn(`${open}Read \`prices\`${close} is done.`)).toEqual([]);
  }
});
