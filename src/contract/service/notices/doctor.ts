import type { Catalog } from "../../sentences/catalog.ts";

/** What the doctor finds. */
export const DOCTOR_NOTICES = {
  node_fine: { en: "Node {version}", ko: "Node {version}" },
  node_old: {
    en: "Node {version} is older than {oldest}",
    ko: "Node {version:은} {oldest}보다 오래되었습니다",
  },
  not_encrypted: {
    en: "Plans are kept as plain text: {variable} names no keys",
    ko: "계획을 암호화하지 않고 저장합니다. {variable}에 키가 없습니다",
  },
  encrypted: {
    en: 'Plans are kept encrypted, with key "{first}"',
    ko: '계획을 키 "{first:으로}" 암호화해 저장합니다',
  },
  encrypted_reads: {
    en: 'Plans are kept encrypted, with key "{first}"; also read: {others}',
    ko: '계획을 키 "{first:으로}" 암호화해 저장합니다. 함께 읽는 키: {others}',
  },
  binary_none: {
    en: "No Temporal server here yet; the first start downloads or builds it",
    ko: "아직 Temporal 서버가 없습니다. 첫 시작 때 내려받거나 만듭니다",
  },
  binary_found: {
    en: "{path} (server {version}, from {source})",
    ko: "{path} (서버 {version}, 출처 {source})",
  },
  binary_from_environment: { en: "the environment", ko: "환경 변수" },
  binary_from_path: { en: "PATH", ko: "`PATH`" },
  binary_from_cache: { en: "the cache", ko: "캐시" },
  binary_from_download: { en: "a download", ko: "내려받음" },
  binary_from_build: { en: "a build", ko: "직접 빌드" },
  embedded_at: {
    en: "The embedded server is on port {port}",
    ko: "내장 서버가 포트 {port}에 있습니다",
  },
  port_used: {
    en: "{port} is in use, the next start takes {other}",
    ko: "{port:은} 쓰이고 있어 다음 시작은 {other:을} 씀",
  },
  port_free: { en: "{port} is free", ko: "{port:은} 비어 있음" },
  both: { en: "{first}; {second}", ko: "{first}; {second}" },
  nobody_at: {
    en: "No Temporal at {address}: {why}",
    ko: "{address}에 Temporal이 없습니다: {why}",
  },
  nothing_listens: { en: "nothing listens there", ko: "그 주소를 쓰는 것이 없음" },
  other_listens: {
    en: "what listens there is not this folder's server",
    ko: "그 주소를 쓰는 것은 이 폴더의 서버가 아님",
  },
  not_serving: { en: "it does not say it serves", ko: "준비되었다고 답하지 않음" },
  serving_at: {
    en: "{address}, namespace {namespace}",
    ko: "{address}, 네임스페이스 {namespace}",
  },
  not_checked: {
    en: "not checked: no Temporal answers at {address}",
    ko: "확인하지 못함: {address}에서 Temporal이 대답하지 않음",
  },
  not_checked_without: {
    en: "not checked: there is no namespace {namespace}",
    ko: "확인하지 못함: 네임스페이스 {namespace:이} 없음",
  },
  attributes_there: { en: "all {count} are there", ko: "{count}개 모두 있음" },
  attributes_missing: {
    en: "missing in namespace {namespace}: {names}",
    ko: "네임스페이스 {namespace}에 없음: {names}",
  },
  queue_polled: {
    en: "{count} polling task queue {queue}",
    ko: "{count}개가 작업 큐 {queue}에서 일을 받음",
  },
  queue_not_polled: {
    en: "no worker polls task queue {queue} for {kinds}",
    ko: "작업 큐 {queue}에서 {kinds:을} 맡은 워커가 없음",
  },
  plans: { en: "plans", ko: "계획" },
  tools: { en: "tools", ko: "도구" },
  plans_and_tools: { en: "plans and tools", ko: "계획과 도구" },
  no_plan_stuck: {
    en: "{count} open; none is stuck, and none waits for a worker that is not there",
    ko: "진행 중 {count}개. 멈추거나 없는 워커를 기다리는 계획 없음",
  },
  no_plan_stuck_of_some: {
    en: "{count} open; none is stuck, and of the {looked} newest runs none waits for a worker that is not there",
    ko: "진행 중 {count}개. 멈춘 계획은 없고, 최근 실행 {looked}개 가운데 없는 워커를 기다리는 것도 없음",
  },
  others_stuck: {
    en: "{count} other workflows are stuck, no worker can go on with them: {ids}",
    ko: "다른 워크플로 {count}개가 멈춤. 어느 워커도 이어 가지 못함: {ids}",
  },
  queue_without_worker: {
    en: "no worker asks task queue {queue} for work, where todos wait: {todos}. Start a worker of that queue, or skip them",
    ko: "작업 큐 {queue}에서 일을 받는 워커가 없어 할 일이 기다림: {todos}. 그 큐의 워커를 시작하거나 건너뛰어야 함",
  },
  build_without_worker: {
    en: "kept on build {build}, none of whose workers runs: {ids}",
    ko: "빌드 {build:으로} 정해 두었는데 그 빌드의 워커가 없음: {ids}",
  },
  why_encrypted: { en: "the reason is encrypted", ko: "이유는 암호화되어 있음" },
  failing_again: {
    en: "{activity} of {id} has failed {count} times so far and is tried again: {why}",
    ko: "{id}의 {activity:이} 지금까지 {count}번 실패해 다시 시도함: {why}",
  },
  plans_stuck: {
    en: "{count} stuck, no worker can go on with them: {ids}",
    ko: "{count}개가 멈춤. 어느 워커도 이어 가지 못함: {ids}",
  },
  plans_unapproved: {
    en: "wait for an approval that nobody here could give with the keys that there are: {ids}",
    ko: "지금 있는 키로는 아무도 할 수 없는 승인을 기다림: {ids}",
  },
  stuck_hidden: {
    en: "this Temporal does not tell which are stuck",
    ko: "이 Temporal은 멈춘 계획을 알려 주지 않음",
  },
  models_none: {
    en: "none configured: people make plans",
    ko: "설정된 모델 없음. 계획은 사람이 만듦",
  },
  models_none_for_agents: {
    en: "none configured, so agents cannot work: name one in `models`",
    ko: "설정된 모델이 없어 에이전트가 일할 수 없음. `models`에 모델을 적어야 함",
  },
  models_script: {
    en: "a script answers in place of a model ({file}); no server is asked",
    ko: "스크립트가 모델을 대신함({file}). 서버에는 묻지 않음",
  },
  models_no_key: {
    en: "not asked: {variable} holds no key for {url}",
    ko: "묻지 않음: {variable}에 {url}의 키가 없음",
  },
  models_answer: {
    en: "{url} answers; the key is in {variable}",
    ko: "{url} 응답함. 키는 {variable}에 있음",
  },
  models_answer_without_key: {
    en: "{url} answers; it needs no key",
    ko: "{url} 응답함. 키가 필요 없음",
  },
  models_unreachable: {
    en: "no answer from {url}",
    ko: "{url}에서 대답이 없음",
  },
  models_key_refused: {
    en: "{url} refuses the key ({status})",
    ko: "{url}에서 키를 거절함({status})",
  },
  models_page: {
    en: "{url} answers with a page for browsers: no model's server is there. Check base_url",
    ko: "{url}에서 브라우저용 페이지로 대답함. 모델 서버가 아니니 설정의 base_url을 확인해야 함",
  },
  models_odd_status: {
    en: "{url} answers {status} when asked for its models",
    ko: "{url}에 모델 목록을 물으면 {status:으로} 대답함",
  },
  model_not_checked: {
    en: "{model}: not checked, the server did not say what it knows",
    ko: "{model}: 서버가 모델을 알려 주지 않아 확인하지 못함",
  },
  model_unknown: {
    en: "{model}: the server does not know it. It knows {names}",
    ko: "{model}: 서버에 없는 모델. 서버에 있는 모델: {names}",
  },
  model_known: { en: "{model}: the server knows it", ko: "{model}: 서버에 있음" },
  model_not_listed: {
    en: "{model}: the server answers and lists no models",
    ko: "{model}: 서버는 응답하지만 모델 목록은 주지 않음",
  },
  model_without_price: {
    en: "it has no price in `models.prices`, so no budget can be kept",
    ko: "`models.prices`에 요금이 없어 예산을 지킬 수 없음",
  },
  model_price: {
    en: "${input} in and ${output} out per million tokens",
    ko: "백만 토큰당 입력 ${input}, 출력 ${output}",
  },
  agents_fine: {
    en: "{count} with tools and models that exist",
    ko: "{count}개의 도구와 모델이 모두 있음",
  },
  agents_without_price: {
    en: "the models of {names} have no price in `models.prices`, so their `cost_usd` cannot be kept: they fail after their first turn",
    ko: "비용 한도(`cost_usd`)가 있지만 모델 요금이 `models.prices`에 없어 첫 차례 뒤에 실패할 에이전트: {names}",
  },
  agents_unknown_model: {
    en: "the server does not know the models of {names}. It knows {known}",
    ko: "서버에 없는 모델을 쓰는 에이전트: {names}. 서버에 있는 모델: {known}",
  },
  clock_hidden: {
    en: "the server did not show its clock",
    ko: "서버가 시각을 알려 주지 않음",
  },
  clock_same: { en: "same as the server's", ko: "서버와 같음" },
  clock_ahead: {
    en: "the server's is {seconds} s ahead of ours",
    ko: "서버가 {seconds}초 빠름",
  },
  clock_behind: {
    en: "the server's is {seconds} s behind ours",
    ko: "서버가 {seconds}초 느림",
  },
  clocks_of_workers: {
    en: "workers whose clocks are not the server's, and by how much: {clocks}",
    ko: "시각이 서버와 다른 워커와 그 차이: {clocks}",
  },
} as const satisfies Catalog;
