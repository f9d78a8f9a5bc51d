import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { OpenApiDocument } from "./openapi-document.ts";

type Part = HtmlEscapedString | Promise<HtmlEscapedString>;
type Described = Readonly<Record<string, unknown>>;

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow: auto; padding: .5rem; border: 1px solid #8884; border-radius: 4px; }
summary { cursor: pointer; padding: .3rem 0; }
details { border-bottom: 1px solid #8884; }
details > div { padding: 0 0 1rem 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; vertical-align: top; padding: .2rem .5rem .2rem 0; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 600; }
nav a { margin-right: 1rem; }
`;

/** An API document as one page of HTML without scripts, fonts or anything else from elsewhere. */
export function docsPage(document: OpenApiDocument): Part {
  const info = document.info as { title: string; summary: string; description: string };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${info.title} API</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <h1>${info.title} API</h1>
        <p>${info.summary} ${info.description}</p>
        <p>
          <a href="/openapi.json">OpenAPI document</a> ·
          <a href="/asyncapi.json">AsyncAPI document</a> of the live stream ·
          <a href="/problems">all problems</a>
        </p>
        <nav>
          ${document.tags.map(({ name }) => html`<a href="#${name}">${name}</a>`)}
          <a href="#schemas">schemas</a>
        </nav>
        ${document.tags.map(
          ({ name, description }) => html`
            <h2 id="${name}">${name}</h2>
            <p>${description}</p>
            ${operations
              .filter(({ described }) => (described["tags"] as string[]).includes(name))
              .map(({ path, method, described }) => operationOf(document, path, method, described))}
          `,
        )}
        <h2 id="schemas">Schemas</h2>
        ${Object.entries(document.components["schemas"] ?? {}).map(
          ([name, schema]) => html`
            <details id="schema-${name}">
              <summary><code>${name}</code></summary>
              <div>${jsonOf(schema)}</div>
            </details>
          `,
        )}
      </body>
    </html>`;
}

function operationOf(
  document: OpenApiDocument,
  path: string,
  method: string,
  described: Described,
): Part {
  const parameters = (described["parameters"] as Described[]).map((one) => resolve(document, one));
  const { content } = (described["requestBody"] ?? {}) as { content?: Described };
  const responses = Object.entries(described["responses"] as Record<string, Described>);
  return html`
    <details id="${described["operationId"] as string}">
      <summary>
        <code><span class="method">${method.toUpperCase()}</span>${path}</code>
        — ${described["summary"] as string}
      </summary>
      <div>
        <p>${described["description"] as string}</p>
        ${
          parameters.length === 0
            ? ""
            : html`<table>
                ${parameters.map(
                  (one) =>
                    html`<tr>
                      <td><code>${one["name"] as string}</code></td>
                      <td>${one["in"] as string}${one["required"] === true ? ", required" : ""}</td>
                      <td>${(one["description"] as string | undefined) ?? ""}</td>
                      <td><code>${JSON.stringify(one["schema"])}</code></td>
                    </tr>`,
                )}
              </table>`
        }
        ${
          content === undefined
            ? ""
            : html`<h4>Body</h4>
                ${contentOf(content)}`
        }
        <h4>Responses</h4>
        ${responses.map(([status, response]) => {
          const resolved = resolve(document, response);
          const shown = response["$ref"] === undefined && (resolved["content"] as Described);
          return html`<p><b>${status}</b> ${resolved["description"] as string}</p>
            ${shown ? contentOf(shown) : ""}`;
        })}
      </div>
    </details>
  `;
}

function contentOf(content: Described): Part[] {
  return Object.entries(content).map(
    ([type, media]) =>
      html`<p><code>${type}</code></p>
        ${jsonOf((media as Described)["schema"])}`,
  );
}

/** JSON with a link at each reference to a named schema. */
function jsonOf(schema: unknown): Part {
  const parts = JSON.stringify(schema, null, 2).split(/"#\/components\/schemas\/(\w+)"/);
  return html`<pre>
${parts.map((part, place) =>
      place % 2 === 0 ? part : html`<a href="#schema-${part}">${part}</a>`,
    )}</pre>`;
}

function resolve({ components }: OpenApiDocument, part: Described): Described {
  const { $ref } = part;
  if (typeof $ref !== "string") return part;
  const [, , place = "", name = ""] = $ref.split("/");
  return components[place]?.[name] ?? {};
}
