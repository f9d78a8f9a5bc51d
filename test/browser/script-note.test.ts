import { expect, test } from "vitest";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { demoModel } from "../../src/testing/demo-model.ts";
import { useScreen } from "./use-screen.ts";

const screen = useScreen({
  config: { models: ModelSettingsSchema.parse({ model: "script", script: "./model.ts" }) },
  model: demoModel,
});

test("where a script plays the models, every page says so", async () => {
  const { serve, open } = screen();
  const { url } = await serve();
  for (const [path, language, note] of [
    ["/inbox", "en", /A script plays the models here/],
    ["/plans", "ko", /스크립트가 모델을 대신합니다/],
  ] as const) {
    const page = await open(`${url}${path}`, { language });
    await page.getByText(note).waitFor();
    expect(await page.getByText(note).count()).toBe(1);
  }
});
