import type { Catalog } from "../../catalog.ts";

/** What is said about webhooks and what they have told. */
export const WEBHOOKS = {
  webhook_id: {
    en: 'must be a webhook\'s id, such as "wh_1a2b3c4d".',
    ko: '웹훅 ID여야 합니다. 예: "wh_1a2b3c4d"',
  },
  news_id: {
    en: 'must be a delivery\'s id: "evt_" and what follows it in the delivery log.',
    ko: '전달 기록의 ID여야 합니다. 전달 기록에 "evt_"로 시작하는 값이 있습니다.',
  },
  no_webhook: { en: 'There is no webhook "{id}".', ko: '웹훅 "{id:이}" 없습니다.' },
  webhooks_are_listed: {
    en: "GET /v1/webhooks lists the webhooks.",
    ko: "웹훅 목록은 GET /v1/webhooks에 있습니다.",
  },
  webhook_changed: {
    en: 'Webhook "{id}" was changed by others each time before this change could be saved. Nothing of this one was kept.',
    ko: '저장하려 할 때마다 다른 곳에서 웹훅 "{id:을}" 먼저 바꿨습니다. 이번 변경은 저장하지 않았습니다.',
  },
  change_webhook_again: {
    en: "Repeat the request once nobody else changes the webhook.",
    ko: "다른 곳에서 이 웹훅을 바꾸지 않을 때 다시 요청하세요.",
  },
  no_delivery: {
    en: 'Webhook "{webhook}" has no delivery "{id}", or it is so old that Temporal has forgotten it.',
    ko: '웹훅 "{webhook}"에 전달 기록 "{id:이}" 없거나, 너무 오래되어 Temporal에서 지워졌습니다.',
  },
  deliveries_are_listed: {
    en: "GET /v1/webhooks/{webhook}/deliveries lists them.",
    ko: "전달 기록은 GET /v1/webhooks/{webhook}/deliveries에 있습니다.",
  },
  too_many_webhooks: {
    en: "There are {most} webhooks already, which is as many as there can be.",
    ko: "웹훅이 이미 {most}개입니다. 더는 만들 수 없습니다.",
  },
  remove_a_webhook: {
    en: "Remove one that nobody needs, or have one receiver pass things on.",
    ko: "쓰지 않는 것을 지우거나, 받는 쪽 한 곳에서 나누어 보내세요.",
  },
  webhook_url_refused: {
    en: "Webhooks cannot be sent to this address: {why}",
    ko: "이 주소로는 알릴 수 없습니다: {why}",
  },
  webhook_url_next: {
    en: "Use an {scheme} address on the public internet, or have the operator open its host with {setting} in the configuration.",
    ko: "공개된 인터넷의 {scheme} 주소를 쓰거나, 운영자에게 설정의 `{setting}`로 그 호스트를 열어 달라고 하세요.",
  },
  webhook_is_disabled: {
    en: 'Webhook "{id}" is disabled, so nothing is sent to it.',
    ko: '웹훅 "{id:은}" 꺼져 있어 아무것도 보내지 않습니다.',
  },
  enable_webhook: {
    en: "Enable it: change `enabled` to true at /v1/webhooks/{id}.",
    ko: "/v1/webhooks/{id}의 `enabled`를 true로 바꿔 켜세요.",
  },
  too_many_secrets: {
    en: "Webhook {id} has had {most} new secrets within a day, and those before still sign: another would cut the oldest short.",
    ko: "웹훅 {id}의 비밀 값을 하루 안에 {most}번 새로 만들었고, 이전 값도 아직 서명에 쓰입니다. 더 만들면 가장 오래된 값이 약속보다 일찍 끊깁니다.",
  },
  rotate_later: {
    en: "The oldest signs until {at}. Make a new secret after that.",
    ko: "가장 오래된 값은 {at}까지 쓰입니다. 그 뒤에 새로 만드세요.",
  },
  webhook_secret_locked: {
    en: "The webhook's secret cannot be opened with this API's keys.",
    ko: "이 API의 키로는 웹훅의 비밀 값을 열 수 없습니다.",
  },
  webhook_anew: {
    en: "Remove the webhook and create it again.",
    ko: "웹훅을 지우고 다시 만드세요.",
  },
} as const satisfies Catalog;
