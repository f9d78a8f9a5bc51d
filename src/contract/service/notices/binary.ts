import type { Catalog } from "../../sentences/catalog.ts";

/** What is told of finding or getting Temporal's binary. */
export const BINARY_NOTICES = {
  not_set: { en: "not set", ko: "정해지지 않음" },
  not_there: { en: "not there", ko: "없음" },
  no_file_there: { en: "no {path}", ko: "{path}: 없음" },
  place_path: { en: "temporal on PATH", ko: "PATH의 temporal" },
  place_cache: { en: "the cache", ko: "캐시" },
  place_download: { en: "the SDK's download", ko: "SDK로 내려받기" },
  place_build: { en: "a build with Go", ko: "Go로 만들기" },
  trying_place: {
    en: "No Temporal server here yet: trying {place}",
    ko: "아직 Temporal 서버가 없어 갖춥니다: {place}",
  },
  place_gave_nothing: {
    en: "{place} gave nothing: {why}",
    ko: "{place}: 얻지 못했습니다. {why}",
  },
  building: {
    en: "Building the Temporal server with Go, once: about 10 minutes on two cores",
    ko: "Go로 Temporal 서버를 만듭니다. 처음 한 번, 코어 두 개에서 10분쯤 걸립니다",
  },
  building_for: {
    en: "Building the Temporal server: {minutes} min {seconds} s",
    ko: "Temporal 서버 만드는 중: {minutes}분 {seconds}초",
  },
  no_go: { en: "Go is not installed", ko: "Go가 설치되어 있지 않음" },
  downloading: {
    en: "Downloading Temporal: {megabytes} MB after {seconds} s",
    ko: "Temporal 내려받는 중: {seconds}초에 {megabytes} MB",
  },
  nothing_arrived: {
    en: "nothing arrived for {seconds} s",
    ko: "{seconds}초 동안 아무것도 오지 않음",
  },
  binary_comes: {
    en: "Another process is getting the Temporal server: waiting",
    ko: "다른 프로세스가 Temporal 서버를 갖추고 있어 기다립니다",
  },
  binary_although: {
    en: "Using {path} as HOLDPOINT_TEMPORAL_BINARY says, although {problem}",
    ko: "HOLDPOINT_TEMPORAL_BINARY대로 {path:을} 씁니다. 다만 {problem}",
  },
  binary_passed_over: {
    en: "{path} is passed over: {why}",
    ko: "{path:은} 쓰지 않고 지나갑니다: {why}",
  },
  binary_replaced: { en: "{why} It will be replaced.", ko: "{why} 새것으로 바꿉니다." },
  binary_miss: { en: "  {place}: {why}", ko: "  {place}: {why}" },
  binary_not_run: {
    en: "{path} does not run: {why}",
    ko: "{path:을} 실행할 수 없습니다: {why}",
  },
  binary_other_program: {
    en: '{path} is not the Temporal CLI: "--version" answered {output}.',
    ko: "{path:은} Temporal CLI가 아닙니다. --version의 답: {output}.",
  },
  server_no_number: {
    en: "its server release {server} is not a number",
    ko: "서버 버전 {server:이} 숫자가 아닙니다",
  },
  server_vulnerable: {
    en: "its server {server} has a published vulnerability (CVE-2026-5199), fixed in {oldest}",
    ko: "서버 {server}에는 알려진 취약점(CVE-2026-5199)이 있습니다. {oldest}에서 고쳐졌습니다",
  },
  server_old: {
    en: "its server {server} is older than {oldest}, the oldest that Holdpoint accepts",
    ko: "서버 {server:은} Holdpoint가 받아들이는 가장 오래된 버전 {oldest}보다 오래되었습니다",
  },
} as const satisfies Catalog;
