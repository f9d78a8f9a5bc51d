import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The screen, for browsers: `src/web` becomes files whose names change with their content. */
export default defineConfig({
  root: "src/web",
  plugins: [react(), tailwind()],
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
