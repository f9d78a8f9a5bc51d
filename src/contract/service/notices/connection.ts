import type { Catalog } from "../../sentences/catalog.ts";

/** What is told of a connection to Temporal that cannot be made, or of a Temporal that is not set up. */
export const CONNECTION_NOTICES = {
  temporal_unusable: {
    en: "Temporal at {address} cannot be used: {why}.",
    ko: "{address}의 Temporal을 쓸 수 없습니다: {why}.",
  },
  no_temporal: {
    en: "No Temporal answers at {address}: {why}. Start one (holdpoint start), or name another by --address or TEMPORAL_ADDRESS.",
    ko: "{address}에서 Temporal이 대답하지 않습니다({why}). 시작하거나(holdpoint start), --address 또는 TEMPORAL_ADDRESS로 다른 주소를 주세요.",
  },
  temporal_settings_wrong: {
    en: "The settings of the connection to Temporal cannot be used: {why}",
    ko: "Temporal 연결 설정을 쓸 수 없습니다: {why}",
  },
  half_a_certificate: {
    en: "a client certificate and its key go together, and only one of them is set",
    ko: "클라이언트 인증서와 키는 함께 정해야 하는데 하나만 있습니다",
  },
  no_unchecked_hosts: {
    en: "Holdpoint always checks certificates. Unset TEMPORAL_TLS_DISABLE_HOST_VERIFICATION and name the certificate's issuer instead",
    ko: "Holdpoint는 인증서를 언제나 확인합니다. TEMPORAL_TLS_DISABLE_HOST_VERIFICATION을 없애고 인증서 발급자를 정하세요",
  },
  tls_neither_on_nor_off: {
    en: 'TEMPORAL_TLS must be true or 1, or else false or 0, not "{value}"',
    ko: 'TEMPORAL_TLS에는 `true`, `1`, `false`, `0`만 쓸 수 있는데 "{value}"입니다',
  },
  file_unreadable: {
    en: "{file} cannot be read: {why}",
    ko: "{file:을} 읽을 수 없습니다: {why}",
  },
  file_missing: { en: "there is no such file", ko: "그런 파일이 없습니다" },
  file_is_folder: { en: "it is a folder", ko: "폴더입니다" },
  file_forbidden: { en: "this user may not read it", ko: "이 사용자에게 읽을 권한이 없습니다" },
  no_certificate_in: {
    en: "{file} holds no certificate (PEM)",
    ko: "{file}에 `PEM` 형식의 인증서가 없습니다",
  },
  certificate_damaged: {
    en: "a certificate in {file} is cut off or damaged",
    ko: "{file}의 인증서가 잘렸거나 손상되었습니다",
  },
  no_key_in: {
    en: "{file} holds no private key (PEM)",
    ko: "{file}에 `PEM` 형식의 개인 키가 없습니다",
  },
  key_has_passphrase: {
    en: "the private key in {file} has a passphrase, which Holdpoint cannot be told: it needs one without",
    ko: "{file}의 개인 키에 암호가 걸려 있습니다. 암호가 없는 키가 필요합니다",
  },
  key_damaged: {
    en: "the private key in {file} is cut off, damaged or of an unknown kind",
    ko: "{file}의 개인 키가 잘렸거나, 손상되었거나, 알 수 없는 종류입니다",
  },
  key_of_other: {
    en: "the private key in {key} does not belong to the (first) certificate in {certificate}",
    ko: "{key}의 개인 키는 {certificate}의 (첫) 인증서와 짝이 아닙니다",
  },
  silent_for: {
    en: "it has not answered for {seconds} s",
    ko: "{seconds}초 동안 대답이 없습니다",
  },
  no_such_host: { en: "there is no host {host}", ko: "호스트 {host:이} 없습니다" },
  network_error: {
    en: "the network says {code}",
    ko: "네트워크 오류: {code}",
  },
  issuer_unknown: {
    en: "its certificate comes from an issuer whom this machine does not know ({code})",
    ko: "인증서를 발급한 곳을 이 컴퓨터가 모릅니다({code})",
  },
  other_name: {
    en: "its certificate is for {names}, and {name} was asked for",
    ko: "인증서는 {names}의 것인데 {name:으로} 연결했습니다",
  },
  certificate_dates: {
    en: "its certificate is valid from {from} to {to}, and not now",
    ko: "인증서의 유효 기간({from} ~ {to})이 아닙니다",
  },
  a_certificate_dates: {
    en: "its certificate, or one of those that vouch for it, has run out or is not valid yet",
    ko: "인증서나 그것을 보증하는 인증서 중 하나가 유효 기간이 아닙니다",
  },
  wants_certificate: {
    en: "it wants a client certificate, and none is set",
    ko: "클라이언트 인증서가 필요한데 정해지지 않았습니다",
  },
  certificate_refused: {
    en: "it does not accept the client certificate ({code})",
    ko: "클라이언트 인증서를 받아들이지 않습니다({code})",
  },
  own_certificate_dates: {
    en: "the client certificate that is set is valid from {from} to {to}, and not now",
    ko: "설정된 클라이언트 인증서의 유효 기간({from} ~ {to})이 아닙니다",
  },
  hangs_up_on_certificate: {
    en: "it ends the connection as soon as TLS is agreed on, as one does that does not accept the client certificate",
    ko: "TLS 연결을 맺자마자 끊습니다. 클라이언트 인증서를 받아들이지 않는 것 같습니다",
  },
  certificate_unusable: {
    en: "the certificate or key that is set cannot be used ({code})",
    ko: "설정된 인증서나 키를 쓸 수 없습니다({code})",
  },
  speaks_tls: {
    en: "it speaks TLS, and TLS is not set",
    ko: "그 서버는 TLS를 쓰는데 TLS 설정이 없습니다",
  },
  speaks_no_tls: {
    en: "it does not speak TLS, which the settings ask for",
    ko: "설정은 TLS인데 그 서버는 TLS를 쓰지 않습니다",
  },
  hangs_up: {
    en: "it ends the connection before it says anything",
    ko: "아무 대답 없이 연결을 끊습니다",
  },
  wants_key: {
    en: "it wants an API key, and none is set",
    ko: "API 키가 필요한데 정해지지 않았습니다",
  },
  key_not_taken: {
    en: "it does not accept the API key",
    ko: "API 키를 받아들이지 않습니다",
  },
  attributes_forbidden: {
    en: "This Temporal lets nobody add search attributes from here. Have whoever runs it add to namespace {namespace}: {names}. Then start the workers.",
    ko: "이 Temporal에는 여기서 검색 속성을 추가할 수 없습니다. 관리자에게 네임스페이스 {namespace}에 다음을 추가해 달라고 하세요: {names}. 그런 다음 워커를 시작하세요.",
  },
  namespace_forbidden: {
    en: "This Temporal lets nobody make namespace {namespace} from here. Have whoever runs it make it, then repeat this.",
    ko: "이 Temporal에는 여기서 네임스페이스 {namespace:을} 만들 수 없습니다. 관리자에게 만들어 달라고 한 뒤 다시 실행하세요.",
  },
  not_set_up: {
    en: "Namespace {namespace} at {address} is not set up for plans; it lacks the search attributes {names}.",
    ko: "{address}의 네임스페이스 {namespace:은} 계획을 실행할 준비가 되지 않았습니다. 없는 검색 속성: {names}.",
  },

  // What workers say of their life.
  worker_stopping: {
    en: "The worker is stopping: it takes up nothing new, and what runs has {seconds} s to end ({count} running).",
    ko: "워커를 멈춥니다. 새 일은 받지 않고, 실행 중인 일 {count}개는 {seconds}초 안에 끝나야 합니다.",
  },
  worker_stopped: {
    en: "The worker has stopped after {seconds} s.",
    ko: "워커가 {seconds}초 만에 멈췄습니다.",
  },
  worker_health_at: {
    en: "{url} tells whether this worker is ready.",
    ko: "이 워커가 준비되었는지는 {url}에서 알 수 있습니다.",
  },
  health_address_taken: {
    en: "Nothing can listen at worker_health {address}: {why}.",
    ko: "worker_health {address:을} 쓸 수 없습니다: {why}.",
  },
  metrics_address_taken: {
    en: "Nothing can listen at worker_metrics {address}: {why}.",
    ko: "worker_metrics {address:을} 쓸 수 없습니다: {why}.",
  },
  other_folder: {
    en: "The workers and APIs of namespace {namespace} keep files of plans in another folder than {folder}. All of them need the same one, over a file system that they share: set data_dir to it. If that folder is gone for good, say so (below), and what was in it is lost.",
    ko: "네임스페이스 {namespace}의 워커와 API는 계획의 파일을 {folder:이} 아닌 다른 폴더에 둡니다. 모두 같은 폴더를 공유 파일 시스템으로 함께 써야 합니다. data_dir를 그 폴더로 정하세요. 그 폴더가 아예 없어졌다면 아래 명령으로 알리세요. 그 안에 있던 것은 잃게 됩니다.",
  },
  other_artifacts: {
    en: "The workers and APIs of namespace {namespace} keep large values in {others}, and this one in {own}. All of them need the same: set artifacts to it. If they were moved, say so (below).",
    ko: "네임스페이스 {namespace}의 워커와 API는 큰 값을 {others}에 두는데 이 프로세스는 {own}에 둡니다. 모두 같은 곳을 써야 합니다. artifacts를 맞추세요. 옮겼다면 아래 명령으로 알리세요.",
  },
  bucket_without_key: {
    en: "Large values are kept in {place}, and there are no credentials for it in the environment.",
    ko: "큰 값을 {place}에 두는데, 환경 변수에 그 자격 증명이 없습니다.",
  },
  bucket_unusable: {
    en: "Large values cannot be kept in {place}: {why}.",
    ko: "큰 값을 {place}에 둘 수 없습니다: {why}.",
  },
  artifacts_usable: {
    en: "large values are kept in {place}, which takes and gives them",
    ko: "큰 값을 두는 {place}에 쓰고 읽을 수 있음",
  },
  artifacts_to_come: {
    en: "large values will be kept in {place}, which is made when it is needed",
    ko: "큰 값을 둘 {place:은} 필요할 때 만듦",
  },
  stores_forgotten: {
    en: "the next worker or API says where files and large values are kept",
    ko: "파일과 큰 값을 두는 곳은 다음에 시작하는 워커나 API가 정합니다",
  },

  // Builds of workers.
  worker_build: {
    en: "It is a worker of build {build}, the one that plans go to.",
    ko: "이 워커의 빌드는 {build}이며, 계획은 이 빌드에서 실행됩니다.",
  },
  worker_waits: {
    en: "It is a worker of build {build}, and plans go to {current}. It gets none until somebody says so: holdpoint promote --build-id {build}",
    ko: "이 워커의 빌드는 {build}이고, 계획은 {current}에서 실행됩니다. 다음 명령을 내릴 때까지 이 워커는 계획을 받지 않습니다: holdpoint promote --build-id {build}",
  },
  workers_without_build: { en: "workers without a build", ko: "빌드가 없는 워커" },
  build_of: { en: "build {build}", ko: "빌드 {build}" },
  needs_build: {
    en: "Plans go to workers of build {build}. This one names none and would get no work.",
    ko: "계획은 빌드 {build}의 워커에서 실행됩니다. 이 워커는 빌드가 없어 일을 받지 못합니다.",
  },
  no_build_known: {
    en: "No worker of build {build} has been seen, nor of any other build. Start one first.",
    ko: "빌드 {build}의 워커도 다른 빌드의 워커도 아직 없습니다. 먼저 시작하세요.",
  },
  build_unknown: {
    en: "No worker of build {build} has been seen. Start one first. Known: {known}.",
    ko: "빌드 {build}의 워커가 아직 없습니다. 먼저 시작하세요. 알려진 빌드: {known}.",
  },
  build_stopped: {
    en: "No worker of build {build} is running, so plans would stand still there. Start one first, then repeat this.",
    ko: "빌드 {build}의 워커가 실행 중이 아니어서 그리로 보내면 계획이 멈춥니다. 먼저 워커를 시작한 뒤 다시 실행하세요.",
  },
  build_not_there: {
    en: "Plans cannot go to build {build}: {why}. Start a worker of it first.",
    ko: "계획을 빌드 {build:으로} 보낼 수 없습니다: {why}. 먼저 그 빌드의 워커를 시작하세요.",
  },
  build_breaks: {
    en: "Build {build} cannot go on with {count} of {checked} open workflows, and plans stay where they are: {ids}. The first one: {why}. With --keep-others these stay on the build that they are on, and everything else moves.",
    ko: "빌드 {build}에서는 열려 있는 워크플로 {checked}개 중 {count}개를 이어 갈 수 없어 아무것도 옮기지 않았습니다: {ids}. 첫 번째 이유: {why}. --keep-others를 쓰면 이것들은 지금 빌드에 남고 나머지는 옮겨집니다.",
  },
  plans_checked: {
    en: "{count} open workflows checked",
    ko: "열려 있는 워크플로 {count}개 확인함",
  },
  workers_differ: {
    en: "{count} other {count?worker runs|workers run} other code of the workflows ({others}; this one: {own}), and none of them has a build, so plans go to any of them. A plan that one code cannot go on with waits until a worker of the other takes it: nothing is lost, but it may stand still. Stop the workers of the old code. To have new code tried on every open plan first, give workers builds: holdpoint worker --versioned",
    ko: "다른 워커 {count}개가 이 워커({own})와 다른 워크플로 코드({others})를 실행합니다. 모두 빌드가 없어 계획은 아무 워커에서나 실행됩니다. 한쪽 코드로 이어 갈 수 없는 계획은 다른 쪽 워커가 맡을 때까지 기다립니다. 사라지는 것은 없지만 멈춰 있을 수 있습니다. 예전 코드의 워커를 멈추세요. 새 코드를 열린 계획마다 먼저 시험하려면 워커에 빌드를 정하세요: holdpoint worker --versioned",
  },
  workers_agree: {
    en: "All workers without a build run the same code of the workflows again ({own}).",
    ko: "빌드가 없는 워커가 다시 모두 같은 워크플로 코드({own})를 실행합니다.",
  },
  codes_differ: {
    en: "workers without a build run different code of the workflows: {codes}; plans that one code cannot go on with wait for the other. Stop the workers of the old code, or give workers builds",
    ko: "빌드가 없는 워커들의 워크플로 코드가 서로 다름: {codes}. 한쪽 코드로 이어 갈 수 없는 계획은 다른 쪽 워커를 기다림. 예전 코드의 워커를 멈추거나 워커에 빌드를 정해야 함",
  },
  tools_alike: { en: "{count}, on every worker", ko: "{count}개, 모든 워커에 있음" },
  tools_hidden: {
    en: "no worker tells which it has",
    ko: "어느 워커에 무엇이 있는지 알 수 없음",
  },
  tools_differ: {
    en: "only some of {workers} workers have {tools}: a todo of such a tool loses an attempt where another takes it. Stop the workers of the old code",
    ko: "워커 {workers}개 가운데 일부에만 있음: {tools}. 이런 도구를 쓰는 할 일을 다른 워커가 받으면 시도 한 번이 헛됨. 예전 코드의 워커를 멈춰야 함",
  },
  schedules_fine: {
    en: "{count}; none failed at its last run, and each fits its template",
    ko: "{count}개. 지난 실행에서 실패한 것이 없고 모두 템플릿과 맞음",
  },
  schedules_failed: { en: "the last run failed: {ids}", ko: "지난 실행이 실패함: {ids}" },
  schedules_orphaned: {
    en: "start nothing, since their template is gone: {ids}",
    ko: "템플릿이 없어져 아무것도 시작하지 못함: {ids}",
  },
  schedules_unfit: {
    en: "start nothing, since they do not fit their template: {ids}",
    ko: "템플릿과 맞지 않아 아무것도 시작하지 못함: {ids}",
  },
  schedules_unapproved: {
    en: "start plans that nobody here could approve with the keys that there are: {ids}",
    ko: "지금 있는 키로는 아무도 승인할 수 없는 계획을 시작함: {ids}",
  },
  templates_unfit: {
    en: "templates whose tool no worker has: {ids}",
    ko: "도구가 어느 워커에도 없는 템플릿: {ids}",
  },
  versions_none: {
    en: "workers have no builds: take care that new code can go on with old plans",
    ko: "워커에 빌드가 없음. 새 코드가 기존 계획을 이어 갈 수 있는지 살펴야 함",
  },
  versions_one: {
    en: "plans go to build {build}; no other is known",
    ko: "계획을 실행하는 빌드: {build}. 다른 빌드는 없음",
  },
  versions_current: {
    en: "plans go to build {build}; others known: {others}",
    ko: "계획을 실행하는 빌드: {build}. 알려진 다른 빌드: {others}",
  },
  build_not_polling: {
    en: "plans go to build {build}, and no worker of it polls task queue {queue} for {kinds}",
    ko: "계획을 실행하는 빌드 {build}의 워커 중에 작업 큐 {queue}에서 {kinds:을} 맡은 것이 없음",
  },
  api_stopping: {
    en: "The API is stopping: streams end and are told to come back, requests have {seconds} s to be answered.",
    ko: "API를 멈춥니다. 스트림은 다시 연결하라는 말과 함께 끝나고, 받은 요청은 {seconds}초 안에 응답합니다.",
  },
} as const satisfies Catalog;
