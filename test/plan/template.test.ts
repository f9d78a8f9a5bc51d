import { describe, expect, test } from "vitest";
import type { ParameterValues } from "../../src/contract/template.ts";
import { argumentOf, SECRET } from "./support/filled-argument.ts";

describe("a parameter's value is data", () => {
  test.each<[string, string, ParameterValues, string]>([
    [
      "that looks like a reference",
      "{{param.a}}",
      { a: "{{todo.source.result}}" },
      "{{todo.source.result}}",
    ],
    [
      "that is a reference together with the text around it",
      "{{{param.a}}",
      { a: "{todo.source.result}}" },
      "{{todo.source.result}}",
    ],
    [
      "that names the todo of a reference",
      "{{todo.{{param.a}}.result}}",
      { a: "source" },
      "{{todo.source.result}}",
    ],
    [
      "that ends a reference",
      "{{todo.source.result{{param.a}}",
      { a: "}}" },
      "{{todo.source.result}}",
    ],
    [
      "beside a reference of the template",
      "{{param.a}} {{todo.source.result}}",
      { a: "{{todo.source.result}}{" },
      `{{todo.source.result}}{ ${SECRET}`,
    ],
    ["that is how braces are written", "{{param.a}}", { a: '{{"{{"}}' }, '{{"{{"}}'],
    ["that looks like a parameter", "{{param.a}}", { a: "{{param.b}}", b: "x" }, "{{param.b}}"],
  ])("%s", (_, written, values, gets) => {
    expect(argumentOf(written, values)).toBe(gets);
  });
});
