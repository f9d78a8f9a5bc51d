import type { Catalog } from "./catalog.ts";

/** What is said about models that do not answer as they should. */
export const MODELS = {
  model_not_configured: {
    en: "No model is configured.",
    ko: "설정된 모델이 없습니다.",
  },
  model_without_key: {
    en: "The environment variable {variable}, which holds the model's key, is not set where the worker runs.",
    ko: "모델 키가 들어 있어야 할 환경 변수 {variable:이} 워커가 실행되는 곳에 없습니다.",
  },
  model_refused_key: {
    en: "The model's server does not accept the key (HTTP {status}).",
    ko: "모델 서버가 키를 받아들이지 않았습니다(HTTP {status}).",
  },
  model_not_there: {
    en: 'The model\'s server has no model "{model}", or nothing at this address (HTTP 404).',
    ko: '모델 서버에 모델 "{model:이}" 없거나, 그 주소에 아무것도 없습니다(HTTP 404).',
  },
  model_refused_request: {
    en: "The model's server refuses the request (HTTP {status}): {why}",
    ko: "모델 서버가 요청을 거절했습니다(HTTP {status}): {why}",
  },
  model_busy: {
    en: "The model's server has too many requests (HTTP 429).",
    ko: "모델 서버에 요청이 너무 많습니다(HTTP 429).",
  },
  model_server_failed: {
    en: "The model's server failed (HTTP {status}).",
    ko: "모델 서버에서 오류가 났습니다(HTTP {status}).",
  },
  model_unreachable: {
    en: "The model's server cannot be reached.",
    ko: "모델 서버에 연결할 수 없습니다.",
  },
  model_too_slow: {
    en: "The model did not finish its answer within {seconds} s.",
    ko: "모델이 {seconds}초 안에 답을 끝내지 못했습니다.",
  },
  model_broke_off: {
    en: "The model's server broke its answer off, or answered something that is no answer.",
    ko: "모델 서버의 답이 중간에 끊겼거나 답이 아니었습니다.",
  },
  model_endless: {
    en: "The model's answer is longer than {most} characters.",
    ko: "모델의 답이 {most}자를 넘었습니다.",
  },
} as const satisfies Catalog;
