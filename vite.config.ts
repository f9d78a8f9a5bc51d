import { fileURLToPath } from "node:url";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const FIRST_LOOK = "src/web/first-look.ts";

/** The one script that the page waits for: modules would run after the first paint. */
function firstLook(): Plugin {
  let file = "";
  return {
    name: "first-look",
    buildStart() {
      this.emitFile({ type: "chunk", id: FIRST_LOOK, name: "first-look" });
    },
    generateBundle: {
      order: "pre",
      handler(_, bundle) {
        const made = Object.values(bundle).find(({ name }) => name === "first-look");
        if (made?.type !== "chunk" || made.imports.length > 0 || made.exports.length > 0) {
          this.error(`${FIRST_LOOK} has to be a script by itself.`);
        }
        file = made.fileName;
      },
    },
    transformIndexHtml: {
      order: "post",
      handler: () => [{ tag: "script", attrs: { src: `/${file}` }, injectTo: "head" }],
    },
  };
}

/** Where the screen's elements are made: their texts have every sign that nobody sees written out. */
const ELEMENTS = fileURLToPath(new URL("src/web/parts/elements", import.meta.url));

/** The screen, for browsers: `src/web` becomes files whose names change with their content. */
export default defineConfig({
  root: "src/web",
  plugins: [react({ jsxImportSource: ELEMENTS }), tailwind(), firstLook()],
  build: {
    outDir: "../../dist/web",
    emptyOutDir: true,
    target: ["chrome123", "firefox128", "safari17.5"],
    // A page that is given no inline script may hold no data addresses either.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
