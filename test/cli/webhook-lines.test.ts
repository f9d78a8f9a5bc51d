import { describe, expect, test } from "vitest";
import { speak } from "../../src/cli/messages/i18n.ts";
import { notToldLines } from "../../src/cli/render/webhook-lines.ts";
import { exactMoment } from "../../src/cli/terminal/time.ts";
import { NOT_ANSWERED, type DeliveryAttempt } from "../../src/contract/service/webhook.ts";
import { useEnglish } from "./support/use-english.ts";

useEnglish();

const AT = "2026-11-20T11:00:05.000Z";
const HOOK = { id: "wh_1a2b3c4d", url: "https://example.com/x" };

function told(
  language: "en" | "ko",
  attempt: Partial<DeliveryAttempt>,
  next_attempt_at: string | null = null,
): string[] {
  const nothing = { at: AT, took_ms: 1, status: null, answer: null, error: null };
  const last = { ...nothing, ...attempt };
  speak(language);
  return notToldLines({ last, next_attempt_at }, HOOK);
}

describe("a receiver that was not told", () => {
  test("did not answer in time, which is not to say that it was not reached", () => {
    const late = { took_ms: 20_003, error: NOT_ANSWERED };
    expect(told("en", late)).toEqual(["https://example.com/x did not answer within 20 s."]);
    expect(told("ko", late)).toEqual(["https://example.com/x에서 20초 안에 답하지 않았습니다."]);
    const lost = { error: "The connection to example.com failed (ECONNREFUSED)." };
    expect(told("en", lost)).toEqual([`https://example.com/x was not reached: ${lost.error}`]);
  });

  test("is told when the next attempt is, to the second", () => {
    const refused = { status: 500, error: "It answered 500." };
    const at = exactMoment(AT);
    expect(at).toMatch(/^2026-11-2\d \d\d:\d\d:05$/);
    expect(told("en", refused, AT)).toEqual([
      "https://example.com/x did not take it: It answered 500.",
      `The next attempt is at ${at}.`,
    ]);
    expect(told("ko", refused, AT).at(-1)).toBe(`${at}에 다시 시도합니다.`);
  });

  test("and says that it is gone has its webhook disabled, which is said in a sentence", () => {
    expect(told("en", { status: 410 })).toEqual([
      "https://example.com/x answered 410 (gone), so webhook wh_1a2b3c4d is disabled: it is told nothing until it is enabled.",
    ]);
    expect(told("ko", { status: 410 })).toEqual([
      "https://example.com/x에서 410(받는 곳 없음)으로 답해 웹훅 wh_1a2b3c4d를 껐습니다. 다시 켤 때까지 알리지 않습니다.",
    ]);
  });
});
