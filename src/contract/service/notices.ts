import type { Catalog, Language, Said, SaidValue, ValuesOf } from "../sentences/catalog.ts";
import { spell } from "../sentences/sentence.ts";
import { CONNECTION_NOTICES } from "./connection-notices.ts";

/**
 * What Holdpoint tells the person who starts, runs and examines it: each sentence once, in both
 * languages. `{name}` is replaced; `{name:을}` adds the particle that fits in Korean.
 */
export const NOTICES = {
  ...CONNECTION_NOTICES,

  // While starting, and while running.
  temporal_up: {
    en: "Temporal is up at {address}, its UI at {ui}.",
    ko: "Temporal이 {address}에서 실행됩니다. UI: {ui}",
  },
  worker_polls: {
    en: "A worker is polling (pid {pid}).",
    ko: "워커가 준비되었습니다(pid {pid}).",
  },
  worker_ready: {
    en: "The worker is ready: it polls task queue {queue}.",
    ko: "워커가 준비되었습니다. 작업 큐 {queue}에서 일을 받습니다.",
  },
  shared_folder: {
    en: "Files of plans and large values are kept in {folder}. Every worker and API of this Temporal needs the same folder: where another runs elsewhere, set data_dir to a folder that all of them share.",
    ko: "계획의 파일과 큰 값은 {folder}에 둡니다. 같은 Temporal을 쓰는 워커와 API는 모두 이 폴더를 함께 써야 합니다. 다른 곳에서 실행하는 것이 있으면 모두가 함께 쓰는 폴더를 data_dir로 정하세요.",
  },
  shared_folder_and_bucket: {
    en: "Files of plans are kept in {folder}, and large values in {place}. Every worker and API of this Temporal needs the same: where another runs elsewhere, set data_dir to a folder that all of them share, and artifacts to the same bucket.",
    ko: "계획의 파일은 {folder}에, 큰 값은 {place}에 둡니다. 같은 Temporal을 쓰는 워커와 API는 모두 같은 곳을 써야 합니다. 다른 곳에서 실행하는 것이 있으면 모두가 함께 쓰는 폴더를 data_dir로, 같은 버킷을 artifacts로 정하세요.",
  },
  screen_built: {
    en: "The web pages were built in {seconds} s.",
    ko: "웹 화면을 {seconds}초 만에 만들었습니다.",
  },
  screen_at: {
    en: "Open {url} in a browser to see plans and decide.",
    ko: "브라우저에서 {url:을} 열면 계획을 보고 결정할 수 있습니다.",
  },
  screen_not_built: {
    en: "There are no web pages: they cannot be built here ({why}). The API and the command line work all the same.",
    ko: "웹 화면은 열 수 없습니다. 여기서는 만들 수 없습니다({why}). API와 명령줄은 그대로 쓸 수 있습니다.",
  },
  api_at: { en: "The API is at {url}.", ko: "API 주소: {url}" },
  other_program: { en: "another program", ko: "다른 프로그램" },
  other_project: {
    en: "another project's Holdpoint (instance {instance})",
    ko: "다른 프로젝트의 Holdpoint(인스턴스 {instance})",
  },
  api_port_busy: {
    en: "Port {port} is used by {holder}. This project's API is on port {other} and stays there. `holdpoint` finds it from {folder} and any folder below; other programs need {url}. To choose another port, set api.port in holdpoint.config.ts.",
    ko: "포트 {port:은} {holder:이} 쓰고 있습니다. 이 프로젝트의 API는 포트 {other}에서 실행되고, 앞으로도 그 포트를 씁니다. {folder}와 그 아래 폴더에서는 `holdpoint` 명령이 이 주소를 찾아 씁니다. 다른 프로그램에는 {url:을} 알려 주세요. 다른 포트를 쓰려면 holdpoint.config.ts의 api.port를 바꾸세요.",
  },
  api_port_lost: {
    en: "Port {port}, where this project's API has been so far, is used by {holder}. For now the API is on port {other}. `holdpoint` finds it by itself; programs that call port {port} do not, and need {url}. To have port {port} back, end what uses it and start again.",
    ko: "이 프로젝트의 API가 쓰던 포트 {port:을} {holder:이} 쓰고 있습니다. 이번에는 API가 포트 {other}에서 실행됩니다. `holdpoint` 명령은 새 주소를 찾아 쓰지만, 포트 {port:을} 부르던 프로그램은 {url:을} 써야 합니다. 포트 {port:을} 다시 쓰려면 그 포트를 쓰는 프로그램을 끝내고 다시 시작하세요.",
  },
  api_also_at: {
    en: "This project's API is already at {first}, and commands go on asking there. This start has one of its own at {url}.",
    ko: "이 프로젝트의 API는 이미 {first}에서 실행 중이고, 명령은 계속 그 주소를 씁니다. 이번에 시작한 API의 주소는 {url}입니다.",
  },
  worker_ended: {
    en: "The worker (pid {pid}) ended ({how}); starting another. Its log is {file}.",
    ko: "워커(pid {pid})가 끝나({how}) 다시 시작합니다. 로그: {file}",
  },
  worker_ended_by: {
    en: "The worker (pid {pid}) ended ({how}); starting another. It said: {error} – more is in {file}.",
    ko: "워커(pid {pid})가 끝나({how}) 다시 시작합니다. 남긴 오류: {error} – 자세한 내용: {file}",
  },
  worker_ended_by_tool: {
    en: 'The tool "{tool}" ended the worker (pid {pid}) and all that ran on it; starting another. It threw: {error} – more is in {file}.',
    ko: '도구 "{tool}" 때문에 워커(pid {pid})와 거기서 실행되던 일이 모두 끝나 다시 시작합니다. 오류: {error} – 자세한 내용: {file}',
  },
  waiting_for_worker: {
    en: "The worker (pid {pid}) of an earlier start, which was killed, is still ending and has {address}: waiting for it",
    ko: "강제로 종료된 앞선 시작의 워커(pid {pid})가 아직 {address:을} 쓰며 끝나는 중이라 기다립니다",
  },
  worker_back: {
    en: "The worker is back (pid {pid}).",
    ko: "워커가 돌아왔습니다(pid {pid}).",
  },
  temporal_ended: {
    en: "Temporal's server (pid {pid}) ended; starting it again.",
    ko: "Temporal 서버(pid {pid})가 끝나 다시 시작합니다.",
  },
  temporal_back: {
    en: "Temporal is back (pid {pid}); plans go on.",
    ko: "Temporal이 돌아왔습니다(pid {pid}). 계획은 이어집니다.",
  },
  tried_again: {
    en: "It did not start and is tried again: {why}",
    ko: "시작되지 않아 다시 시도합니다: {why}",
  },
  waiting_for_start: {
    en: "Waiting for another process that is starting or stopping Temporal here",
    ko: "다른 프로세스가 여기서 Temporal을 시작하거나 멈추고 있어 기다립니다",
  },
  temporal_shared: {
    en: "Temporal ({at}) already serves {folder}: using it; pid {pid} will stop it",
    ko: "Temporal({at})이 이미 {folder}에서 실행 중이라 함께 씁니다. 멈추는 것은 pid {pid}입니다",
  },
  temporal_taken_over: {
    en: "Temporal ({at}) outlived the process that started it: this one takes it over",
    ko: "Temporal({at})을 시작한 프로세스가 없어져 이 프로세스가 이어받습니다",
  },
  database_aside: {
    en: "An earlier first start was cut off; its unfinished database is now {file}",
    ko: "앞선 첫 시작이 중간에 끊겼습니다. 그때의 데이터베이스는 {file}에 있습니다",
  },
  port: { en: "Port", ko: "포트" },
  ui_port: { en: "Temporal UI's port", ko: "Temporal UI 포트" },
  port_moved: {
    en: "{what} {wanted} is in use: taking {got}",
    ko: "{what} {wanted:은} 이미 쓰이고 있어 {got:을} 씁니다",
  },
  temporal_prepared: { en: "Temporal: {change}", ko: "Temporal 준비: {change}" },
  namespace_made: {
    en: "created namespace {namespace}",
    ko: "네임스페이스 {namespace} 만듦",
  },
  namespace_keeps: {
    en: "namespace {namespace} keeps histories for {days} days",
    ko: "네임스페이스 {namespace}: 기록을 {days}일 보관",
  },
  attributes_added: { en: "added search attributes {names}", ko: "검색 속성 추가: {names}" },

  // Finding or getting Temporal's binary.
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
    en: "Building the Temporal server with Go, once: 3-5 minutes",
    ko: "Go로 Temporal 서버를 만듭니다. 처음 한 번, 3~5분 걸립니다",
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

  // What doctor finds.
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
    en: "it has no price in `models.prices`, so no budget can hold",
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

  // What keeps it from starting.
  temporal_silent: {
    en: "A Temporal server (pid {pid}, port {port}) has the database in {folder} open but does not answer. End it with `kill {pid}` and start again.",
    ko: "Temporal 서버(pid {pid}, 포트 {port})가 {folder}의 데이터베이스를 열어 둔 채 대답하지 않습니다. `kill {pid}`로 끝내고 다시 시작하세요.",
  },
  temporal_not_run: {
    en: "Temporal could not be started: {why}.",
    ko: "Temporal을 실행할 수 없습니다: {why}.",
  },
  temporal_ended_starting: {
    en: "Temporal ended while starting ({how}).",
    ko: "Temporal이 시작하다가 끝났습니다({how}).",
  },
  temporal_late: {
    en: "Temporal did not serve within {seconds} s.",
    ko: "Temporal이 {seconds}초 안에 준비되지 않았습니다.",
  },
  temporal_log_says: {
    en: "{why} Its log, {file}, says:\n{log}",
    ko: "{why} 로그({file})의 내용:\n{log}",
  },
  no_binary: {
    en: [
      "No Temporal server could be found or made. Tried:",
      "{tried}",
      "Any one of these helps:",
      "  install the Temporal CLI so that `temporal` is on PATH",
      "  set HOLDPOINT_TEMPORAL_BINARY to the path of a Temporal CLI",
      "  open the network for downloads, or for Go modules with Go installed, and start again",
    ].join("\n") as "{tried}",
    ko: [
      "Temporal 서버를 찾지도 만들지도 못했습니다. 살펴본 곳:",
      "{tried}",
      "다음 중 하나면 됩니다:",
      "  Temporal CLI를 설치해 `temporal`이 PATH에 있게 하기",
      "  HOLDPOINT_TEMPORAL_BINARY를 Temporal CLI의 경로로 정하기",
      "  내려받을 수 있게(또는 Go를 설치하고 Go 모듈을 받을 수 있게) 네트워크를 열고 다시 시작하기",
    ].join("\n"),
  },
  binary_not_executable: {
    en: "HOLDPOINT_TEMPORAL_BINARY names {path}, which is not an executable file. Set HOLDPOINT_TEMPORAL_BINARY to a working Temporal CLI, or unset it.",
    ko: "HOLDPOINT_TEMPORAL_BINARY의 {path:은} 실행 파일이 아닙니다. 작동하는 Temporal CLI의 경로로 바꾸거나 이 변수를 지우세요.",
  },
  binary_wrong: {
    en: "HOLDPOINT_TEMPORAL_BINARY: {why} Set HOLDPOINT_TEMPORAL_BINARY to a working Temporal CLI, or unset it.",
    ko: "HOLDPOINT_TEMPORAL_BINARY: {why} 작동하는 Temporal CLI의 경로로 바꾸거나 이 변수를 지우세요.",
  },
  port_used_by_other: {
    en: "{what} {wanted} is used by another program.",
    ko: "{what} {wanted:을} 다른 프로그램이 쓰고 있습니다.",
  },
  no_free_port: {
    en: "No free port on {host} from {from} to {to}.",
    ko: "{host}의 포트 {from}부터 {to}까지 빈 것이 없습니다.",
  },
  attributes_of_other_type: {
    en: "Namespace {namespace} has search attributes of another type: {names}. Use another namespace, or remove them with `temporal operator search-attribute remove`.",
    ko: "네임스페이스 {namespace}의 검색 속성이 다른 형식입니다: {names}. 다른 네임스페이스를 쓰거나 `temporal operator search-attribute remove`로 지우세요.",
  },
  not_shown: {
    en: "Temporal accepted {what} but does not show it after {seconds} s.",
    ko: "Temporal이 받아들였지만 {seconds}초가 지나도 보이지 않습니다: {what}",
  },
  worker_not_started: {
    en: "The worker did not start; its log is {file}.",
    ko: "워커가 시작되지 않았습니다. 로그: {file}",
  },
  worker_not_started_because: {
    en: "The worker did not start: {why} Its log is {file}.",
    ko: "워커가 시작되지 않았습니다. {why} 로그: {file}",
  },
  start_runs_already: {
    en: "A `holdpoint start` (pid {pid}) already runs on {folder}, and its worker's metrics are at {address} (worker_metrics), where only one can be. Use that one, or end it first.",
    ko: "{folder}에서 이미 `holdpoint start`(pid {pid})가 실행 중이고, 그 워커의 메트릭이 {address}(worker_metrics)를 쓰고 있습니다. 이 주소는 하나만 쓸 수 있으니, 그것을 그대로 쓰거나 먼저 끝내세요.",
  },
  api_runs_already: {
    en: "An API of this Holdpoint already runs at {url}: use that one, or end it first. For another one beside it, set another api.port than {port} in holdpoint.config.ts.",
    ko: "이 Holdpoint의 API가 이미 {url}에서 실행 중입니다. 그것을 그대로 쓰거나 먼저 끝내세요. 하나 더 실행하려면 holdpoint.config.ts의 api.port를 {port:이} 아닌 값으로 정하세요.",
  },
  api_port_taken: {
    en: "Port {port} is used by {holder}. End it, or set another api.port in holdpoint.config.ts.",
    ko: "포트 {port:은} {holder:이} 쓰고 있습니다. 그것을 끝내거나 holdpoint.config.ts의 api.port를 바꾸세요.",
  },
  no_namespace: {
    en: "Temporal has no namespace {namespace}. Make it (holdpoint setup), or name another by --namespace.",
    ko: "Temporal에 네임스페이스 {namespace:이} 없습니다. 만들거나(holdpoint setup) --namespace로 다른 것을 지정하세요.",
  },
  not_an_address: {
    en: "api.host {host} is not an address of this machine.",
    ko: "api.host {host:은} 이 컴퓨터의 주소가 아닙니다.",
  },
  needs_key: {
    en: "api.host {host} lets others than this machine reach the API, and there is no valid key. Make one first: holdpoint key add <name> --role admin. Or leave api.host out to serve this machine only.",
    ko: "api.host {host:으로}는 이 컴퓨터 밖에서도 API에 닿는데, 유효한 키가 없습니다. 먼저 키를 만드세요: holdpoint key add <name> --role admin. 이 컴퓨터에서만 쓰려면 api.host를 빼세요.",
  },
  no_configuration: {
    en: "{file} is not a configuration: {why}. It must `export default defineConfig({ … })`.",
    ko: "{file:은} 설정 파일이 아닙니다: {why}. `export default defineConfig({ … })`가 있어야 합니다.",
  },
  bad_configuration: {
    en: "{file} cannot be used: {why}. Correct it there.",
    ko: "{file:을} 쓸 수 없습니다: {why}. 파일에서 고쳐 주세요.",
  },
  agent_without_tool: {
    en: 'In {file}, agent "{agent}" may use the tool "{tool}", which does not exist. There are: {names}.',
    ko: '{file}의 에이전트 "{agent:이}" 쓸 도구 "{tool:이}" 없습니다. 쓸 수 있는 도구: {names}',
  },
  agent_asks_for_no_tool: {
    en: 'In {file}, agent "{agent}" needs approval for "{tool}" (approval_tools) but may not use it: add it to tools, too.',
    ko: '{file}의 에이전트 "{agent:은}" "{tool}"에 승인을 받도록 되어 있지만(approval_tools) 쓸 수 있는 도구에 없습니다. tools에도 적어 주세요.',
  },
  bad_encryption_keys: {
    en: "{variable} cannot be used: {why}. It is a list of id:base64 with 32 bytes each, such as 2026a:$(openssl rand -base64 32); the first encrypts, all decrypt.",
    ko: "{variable:을} 쓸 수 없습니다: {why}. 32바이트 키를 id:base64로 적은 목록이어야 합니다(예: 2026a:$(openssl rand -base64 32)). 첫 번째 키로 암호화하고, 모든 키로 복호화합니다.",
  },
  no_model_script: {
    en: '{file} must export "model", an object with the function turn() such as createScriptedModel() makes.',
    ko: '{file:은} createScriptedModel()로 만든 것처럼 turn() 함수가 있는 "model"을 내보내야(export) 합니다.',
  },
  no_tools: {
    en: '{file} must export "tools", an array of tools made with defineTool().',
    ko: '{file:은} defineTool()로 만든 도구의 배열 "tools"를 내보내야(export) 합니다.',
  },
  tools_named_alike: {
    en: '{file}: two tools are named "{tool}". Rename one of them: todos find their tool by its name.',
    ko: '{file}: 이름이 "{tool}"인 도구가 둘입니다. 할 일은 도구를 이름으로 찾으므로 하나의 이름을 바꾸세요.',
  },
  tool_named_as_builtin: {
    en: '{file}: the name "{tool}" is taken by a built-in tool. Rename yours: todos find their tool by its name.',
    ko: '{file}: "{tool:은}" 기본 도구의 이름입니다. 할 일은 도구를 이름으로 찾으므로 다른 이름을 쓰세요.',
  },
  module_never_loaded: {
    en: "{file} cannot be loaded: it waits at its top level (await) for something that never comes.",
    ko: "{file:을} 불러올 수 없습니다. 최상위의 await가 끝나지 않습니다.",
  },
  tool_of_other_zod: {
    en: '{file}: the {side} of the tool "{tool}" is no schema of zod 4. Write it with the "z" that holdpoint/tools exports.',
    ko: '{file}: 도구 "{tool}"의 {side:은} zod 4의 스키마가 아닙니다. holdpoint/tools가 내보내는 "z"로 적어 주세요.',
  },
  tool_without_schema: {
    en: "{file} has a tool that cannot be used. {why}",
    ko: "{file}에 쓸 수 없는 도구가 있습니다. {why}",
  },
  module_not_loaded: {
    en: "{file} cannot be loaded: {why}",
    ko: "{file:을} 불러올 수 없습니다: {why}",
  },
  no_such_file: { en: "{file} does not exist.", ko: "{file}: 없는 파일입니다." },

  folder_closed: {
    en: "{folder} was open to other users of this machine: only its owner can enter it now ({count} modes changed).",
    ko: "{folder}: 이 컴퓨터의 다른 사용자도 열 수 있었습니다. 이제 소유자만 열 수 있습니다(권한 {count}개 변경).",
  },
  folder_open: {
    en: "{folder} is open to other users of this machine, and that cannot be changed from here ({count} modes). Make it its owner's alone (chmod -R go= {folder}), or set data_dir to a folder that can be.",
    ko: "{folder}: 이 컴퓨터의 다른 사용자도 열 수 있는데 여기서 바꿀 수 없습니다(권한 {count}개). 소유자만 열 수 있게 하거나(chmod -R go= {folder}) data_dir를 그럴 수 있는 폴더로 정하세요.",
  },
  folder_full: {
    en: "{folder} takes nothing more ({code}): its disk is full or read-only, or a quota is used up. Free space there, or set data_dir to a folder on another disk.",
    ko: "{folder}에 더 저장할 수 없습니다({code}). 디스크가 찼거나, 읽기 전용이거나, 할당량을 다 썼습니다. 공간을 만들거나 data_dir를 다른 디스크의 폴더로 정하세요.",
  },

  // Keys and their names.
  bad_keys: {
    en: "{file} cannot be read as a list of keys: {why}. Bring back a copy, or move the file away and make new keys (holdpoint key add).",
    ko: "{file:을} 키 목록으로 읽을 수 없습니다: {why}. 복사본을 되돌리거나, 파일을 옮기고 새 키를 만드세요(holdpoint key add).",
  },
  bad_proof_keys: {
    en: "{file} cannot be read as the keys by which plans know their API: {why}. Bring back a copy: plans that began with these keys take commands signed with them only.",
    ko: "{file:을} 계획이 API를 알아보는 키로 읽을 수 없습니다: {why}. 복사본을 되돌리세요. 이 키로 시작한 계획은 이 키로 서명한 명령만 받습니다.",
  },
  proof_keys_lost: {
    en: "{file} is gone, and {variable} is not set: plans know this API by key {key} and take commands signed with it only. Bring a copy of the file back, or set the variable, and start again. If no copy is left, docs/security.md says how to make a new key: those plans can then be read, forked, and cancelled in Temporal, and no more.",
    ko: "{file} 파일이 없고 {variable:도} 정해지지 않았습니다. 계획은 키 {key:으로} 이 API를 알아보고, 이 키로 서명한 명령만 받습니다. 파일의 복사본을 되돌리거나 이 변수를 정한 뒤 다시 시작하세요. 복사본이 없으면 docs/security.md대로 새 키를 만들 수 있지만, 그런 계획은 읽기와 복제, Temporal에서의 취소만 할 수 있습니다.",
  },
  proof_keys_other: {
    en: "Plans know this API by key {key}, which is neither in {file} nor in {variable}: those that began with it take no command from here, and can be read, forked, and cancelled in Temporal only. If there is a copy of the key, add it at the end of the list and start again.",
    ko: "계획은 키 {key:으로} 이 API를 알아보는데, {file}에도 {variable}에도 그 키가 없습니다. 그 키로 시작한 계획은 여기서 보낸 명령을 받지 않고, 읽기와 복제, Temporal에서의 취소만 할 수 있습니다. 키의 복사본이 있으면 목록 끝에 더하고 다시 시작하세요.",
  },
  proof_keys_none: {
    en: "none yet; the first API makes one",
    ko: "아직 없음. API가 처음 시작할 때 만듦",
  },
  proof_keys_fine: {
    en: "the keys by which plans know this API are there",
    ko: "계획이 이 API를 알아보는 키가 있음",
  },
  secret_keys_lost: {
    en: "Secrets in plans, templates and webhooks were sealed with key {key}, which is not in {file}: tools that need such a secret fail, and webhooks are not told. Bring a copy of the file back, or add its line to this one, and start again. If no copy is left, give the secrets anew, then run holdpoint setup --new-stores.",
    ko: "계획, 템플릿, 웹훅의 비밀 값을 봉인한 키 {key:이} {file}에 없습니다. 그런 비밀 값이 필요한 도구는 실패하고 웹훅은 전달되지 않습니다. 파일의 복사본을 되돌리거나 그 키의 줄을 이 파일에 더한 뒤 다시 시작하세요. 복사본이 없으면 비밀 값을 새로 넣은 뒤 holdpoint setup --new-stores를 실행하세요.",
  },
  secret_keys_fine: {
    en: "what opens secrets in plans is in {file}",
    ko: "계획의 비밀 값을 여는 키가 {file}에 있음",
  },
  secret_keys_of_encryption: {
    en: "the keys of encryption seal and open secrets in plans",
    ko: "암호화 키로 계획의 비밀 값을 봉인하고 엶",
  },
  secret_keys_none: {
    en: "none yet; the first worker or API makes one",
    ko: "아직 없음. 워커나 API가 처음 시작할 때 만듦",
  },
  bad_secret_keys: {
    en: "{file} cannot be read as the keys of secrets in plans: {why}. Bring back a copy: without it, nobody can open them.",
    ko: "{file:을} 계획의 비밀 값을 여는 키로 읽을 수 없습니다: {why}. 복사본을 되돌리세요. 없으면 아무도 비밀 값을 열 수 없습니다.",
  },
} as const satisfies Catalog;

export type NoticeCode = keyof typeof NOTICES;

/** Something to tell, as data: every room says it, the command line puts it into words. */
export type Notice = Said<NoticeCode>;

/** A notice with what its sentence needs. */
export function notice<C extends NoticeCode>(
  code: C,
  ...[values]: ValuesOf<typeof NOTICES, C>
): Notice {
  return { id: code, values: values ?? {} };
}

/** The sentence in English, for logs and for programs. */
export function inEnglish(said: SaidValue): string {
  return inLanguage(said, "en");
}

/** The sentence as people of a language read it. */
export function inLanguage(said: SaidValue, language: Language): string {
  return spell(NOTICES, said, language);
}

/** An error that says what to do. */
export class NoticeError extends Error {
  readonly notice: Notice;
  /** What mends it: a command to type. */
  readonly fix: string | undefined;

  constructor(said: Notice, { fix, ...options }: ErrorOptions & { readonly fix?: string } = {}) {
    super(inEnglish(said), options);
    this.notice = said;
    this.fix = fix;
  }
}

/** The notice that an error carries; a bundled command line and the runtime have a class each. */
export function noticeOf(error: Error): Notice | undefined {
  return "notice" in error ? (error as NoticeError).notice : undefined;
}

/** The command that mends what an error tells of, where it names one. */
export function fixOf(error: unknown): string | undefined {
  return error instanceof Error && "fix" in error ? (error as NoticeError).fix : undefined;
}

/** Why something failed, to stand in a notice. */
export function whyOf(error: unknown): string | Notice {
  return error instanceof Error ? (noticeOf(error) ?? error.message) : String(error);
}
