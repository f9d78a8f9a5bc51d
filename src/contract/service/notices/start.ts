import type { Catalog } from "../../sentences/catalog.ts";

/** What keeps Holdpoint from starting. */
export const START_NOTICES = {
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
  approval_of_no_tool: {
    en: 'In {file}, requires_approval names the tool "{tool}", which does not exist. There are: {names}.',
    ko: '{file}의 requires_approval에 적힌 도구 "{tool:은}" 없습니다. 쓸 수 있는 도구: {names}',
  },
  approval_of_no_tool_but: {
    en: 'In {file}, requires_approval names the tool "{tool}", which does not exist; did you mean "{nearest}"?',
    ko: '{file}의 requires_approval에 적힌 도구 "{tool:은}" 없습니다. "{nearest:을}" 뜻했나요?',
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
} as const satisfies Catalog;
