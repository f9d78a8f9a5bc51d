import type { Catalog } from "../../catalog.ts";

/** What disks, artifact stores and the limits of the system do not give. */
export const STORAGE = {
  range_is_beyond: {
    en: "There are {bytes} bytes, and none of them is in this range.",
    ko: "모두 {bytes}바이트이며, 이 범위에는 아무것도 없습니다.",
  },
  range_begins_before: {
    en: "Ask for a range that begins before the end.",
    ko: "끝보다 앞에서 시작하는 범위를 적어 주세요.",
  },
  no_file: { en: "There is no such file.", ko: "그런 파일이 없습니다." },
  upload_first: {
    en: "Upload it to /v1/plans/<plan>/files and answer with the response.",
    ko: "/v1/plans/<plan>/files에 올리고 받은 것으로 답하세요.",
  },
  disk_full: {
    en: "The disk of the data folder is full: {free} are free, and {kept} are kept back for what is under way. So nothing new is taken. What was acknowledged is kept and can be read.",
    ko: "데이터 폴더의 디스크가 찼습니다. 남은 공간은 {free}이고, 진행 중인 일을 위해 {kept:을} 비워 둡니다. 그래서 새 요청을 받지 않습니다. 이미 받은 것은 그대로 있고 읽을 수 있습니다.",
  },
  disk_read_only: {
    en: "The disk of the data folder is read-only, so nothing new is taken. What was acknowledged is kept and can be read.",
    ko: "데이터 폴더의 디스크가 읽기 전용이라 새 요청을 받지 않습니다. 이미 받은 것은 그대로 있고 읽을 수 있습니다.",
  },
  disk_quota: {
    en: "The disk quota of the data folder is used up, so nothing new is taken. What was acknowledged is kept and can be read.",
    ko: "데이터 폴더의 디스크 할당량을 다 써서 새 요청을 받지 않습니다. 이미 받은 것은 그대로 있고 읽을 수 있습니다.",
  },
  no_artifact_store: {
    en: "The store that keeps large values and files does not answer, or refuses to.",
    ko: "큰 값과 파일을 보관하는 아티팩트 저장소가 응답하지 않거나 요청을 거절합니다.",
  },
  repeat_or_look_in_log: {
    en: "Wait a few seconds and try again. If this goes on, the API's log says what the store answered: check that it runs, and its address and credentials.",
    ko: "몇 초 기다렸다가 다시 시도하세요. 계속되면 저장소의 응답이 API 로그에 있으니, 저장소가 작동하는지와 주소, 자격 증명을 확인하세요.",
  },
  artifact_lost: {
    en: "A part of what is asked for is kept in the artifact store as {reference}, and the store does not have it any more, or has it changed.",
    ko: "요청한 내용의 일부는 아티팩트 저장소에 {reference:으로} 보관되어 있어야 하는데, 사라졌거나 바뀌었습니다.",
  },
  bring_artifact_back: {
    en: "No repeat helps until it is back: restore it from a backup of the store, or have the API use the store that the workers use. The API's log says where it was looked for. What the plan shows without it, such as its todos and holds, can still be read.",
    ko: "되돌려 놓기 전에는 다시 요청해도 소용없습니다. 저장소의 백업에서 복원하거나, API가 워커와 같은 저장소를 쓰도록 설정하세요. 어디에서 찾았는지는 API 로그에 있습니다. 할 일과 결정 요청처럼 이 내용이 필요 없는 것은 그대로 볼 수 있습니다.",
  },
  disk_unwritable: {
    en: "The data folder cannot be written ({code}), so nothing new is taken.",
    ko: "데이터 폴더에 쓸 수 없어({code}) 새 요청을 받지 않습니다.",
  },
  free_space: {
    en: "Free space on that disk (deleting ended plans helps), then try again. Nothing needs a restart; GET /readyz says when it is ready.",
    ko: "그 디스크에 공간을 만든 뒤(끝난 계획을 지우면 도움이 됩니다) 다시 시도하세요. 서비스를 다시 시작할 필요는 없고, 준비되면 GET /readyz가 알려 줍니다.",
  },
  no_descriptors: {
    en: "The service has as many files and connections open as the system allows.",
    ko: "서비스가 시스템이 허용하는 만큼 파일과 연결을 열어 두었습니다.",
  },
  fewer_connections: {
    en: "Close connections that are not needed, such as tabs of the screen, and try again. If it happens often, raise the service's limit on open files (`ulimit -n`).",
    ko: "열어 둔 화면 탭처럼 필요 없는 연결을 닫고 다시 시도하세요. 자주 일어나면 서비스가 열 수 있는 파일 수(`ulimit -n`)를 늘리세요.",
  },
} as const satisfies Catalog;
