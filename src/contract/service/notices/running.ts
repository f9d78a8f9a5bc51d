import type { Catalog } from "../../sentences/catalog.ts";

/** What is told while Holdpoint starts, and while it runs. */
export const RUNNING_NOTICES = {
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
} as const satisfies Catalog;
