import { defineConfig } from "holdpoint/config";

export default defineConfig({ tools: "./tools.ts" });
