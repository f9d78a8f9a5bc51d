import type { Catalog } from "../../catalog.ts";

/** Why an address outside is not called: by a tool, or by a webhook. */
export const ADDRESSES = {
  url_signs: {
    en: "The URL must not contain spaces, control characters or backslashes: percent-encode them.",
    ko: "URL에 공백, 제어 문자, 역슬래시를 쓸 수 없습니다. 퍼센트 인코딩으로 적으세요.",
  },
  url_scheme: {
    en: "The URL must start with http:// or https://.",
    ko: "URL은 http:// 또는 https://로 시작해야 합니다.",
  },
  url_password: {
    en: "The URL must not hold a user name or password: send credentials in a header, such as authorization.",
    ko: "URL에 사용자 이름이나 비밀번호를 넣을 수 없습니다. 인증 정보는 `authorization` 같은 헤더로 보내세요.",
  },
  url_password_webhook: {
    en: "The URL must not hold a user name or password. They are not needed: each request is signed, which proves to the receiver who sends it. A secret part in the path is possible, too.",
    ko: "URL에 사용자 이름이나 비밀번호를 넣을 수 없습니다. 요청마다 서명이 있어 받는 쪽은 그것으로 누가 보냈는지 확인할 수 있습니다. 경로에 비밀 값을 넣는 방법도 있습니다.",
  },
  url_unreadable: {
    en: "The URL's host cannot be read: write https://host/path.",
    ko: "URL의 호스트를 읽을 수 없습니다. https://host/path 형식으로 적으세요.",
  },
  url_dot: {
    en: "The URL's host must not end with a dot: leave the dot out.",
    ko: "URL의 호스트는 점으로 끝날 수 없습니다. 점을 빼세요.",
  },
  url_odd_number: {
    en: "The URL's host is an unusual spelling of the address {address}: write the address itself.",
    ko: "URL의 호스트는 주소 {address:을} 다르게 쓴 것입니다. 주소를 그대로 적으세요.",
  },
  url_other_host: {
    en: "The URL's host is written differently from the host that would be called: write {url}",
    ko: "URL에 적힌 호스트가 실제로 부를 호스트와 다릅니다. 이렇게 적으세요: {url}",
  },
  url_dot_segments: {
    en: 'The URL\'s path has "." or ".." in it, so that another one would be called: write {url}',
    ko: 'URL의 경로에 "."이나 ".."이 있어 다른 경로를 부르게 됩니다. 이렇게 적으세요: {url}',
  },
  url_not_public: {
    en: "{host} is not on the public internet, so it is not called. Use a public address, or have the operator open this one with {setting} in the configuration.",
    ko: "{host:은} 공개된 인터넷에 있지 않아 부르지 않습니다. 공개된 주소를 쓰거나, 운영자에게 설정의 `{setting}`으로 열어 달라고 하세요.",
  },
  url_unresolved: {
    en: "The host name {host} could not be resolved. Check its spelling and the worker's DNS.",
    ko: "호스트 이름 {host:을} 찾을 수 없습니다. 철자와 워커의 DNS를 확인하세요.",
  },
  url_no_address: {
    en: "The host name {host} has no address. Check its spelling.",
    ko: "호스트 이름 {host}에 주소가 없습니다. 철자를 확인하세요.",
  },
  url_https: {
    en: "The URL must start with https://, so that nobody on the way reads or changes what is told. Plain http is for hosts that {setting} opens.",
    ko: "도중에 아무도 내용을 읽거나 바꾸지 못하도록 URL은 https://로 시작해야 합니다. http://는 설정의 `{setting}`으로 연 호스트에만 쓸 수 있습니다.",
  },
} as const satisfies Catalog;
