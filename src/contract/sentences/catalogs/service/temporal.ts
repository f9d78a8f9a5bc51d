import type { Catalog } from "../../catalog.ts";

/** What Temporal and its workers do not give. */
export const TEMPORAL = {
  no_worker: {
    en: "Temporal is running, but no worker answered in time.",
    ko: "Temporal은 실행 중이지만 제때 응답한 워커가 없습니다.",
  },
  start_worker: {
    en: "Start a worker (holdpoint worker) and try again.",
    ko: "워커를 시작하고(holdpoint worker) 다시 시도하세요.",
  },
  plan_stuck: {
    en: 'Plan "{plan}" is stuck: no worker can go on with it, in {count} attempts so far. Temporal says: {why}',
    ko: '계획 "{plan:이}" 멈췄습니다. 지금까지 {count}번 시도했지만 어느 워커도 이어 가지 못했습니다. Temporal의 설명: {why}',
  },
  plan_other_code: {
    en: 'Plan "{plan}" cannot be read: most likely, the workers run different code from the code that ran it. The worker says: {why}',
    ko: '계획 "{plan:을}" 읽을 수 없습니다. 지금 워커의 코드가 이 계획을 실행하던 코드와 다르기 때문일 가능성이 큽니다. 워커의 설명: {why}',
  },
  worker_never_answered: {
    en: "the worker did not answer in time.",
    ko: "워커가 제때 응답하지 않았습니다.",
  },
  mend_stuck_plan: {
    en: "Nothing is lost: the plan goes on by itself once a worker can run it, such as one of the version that ran it before. If none will, an admin can end it: holdpoint plan terminate {plan}.",
    ko: "아직 사라진 것은 없습니다. 예전에 이 계획을 실행하던 버전처럼 제대로 실행할 수 있는 워커가 있으면 저절로 이어집니다. 그런 워커가 없으면 관리자가 끝낼 수 있습니다: `holdpoint plan terminate {plan}`",
  },
  mend_other_code: {
    en: "Nothing is lost. Most likely, the worker's code differs from the code that ran the plan; if so, the plan goes on by itself once a worker of that code runs again. `holdpoint doctor` says whether workers run different code. With builds, new code is tried on every open plan before it gets any: holdpoint worker --versioned. If no worker will go on with it, an admin can end it: holdpoint plan terminate {plan}.",
    ko: "아직 사라진 것은 없습니다. 지금 워커의 코드가 이 계획을 실행하던 코드와 다를 가능성이 큽니다. 그렇다면 예전 코드의 워커를 다시 실행하면 저절로 이어집니다. 워커마다 코드가 다른지는 `holdpoint doctor`로 확인하세요. 빌드를 쓰면 새 코드를 열린 계획마다 먼저 시험합니다: `holdpoint worker --versioned`. 이어 갈 워커가 없으면 관리자가 끝낼 수 있습니다: `holdpoint plan terminate {plan}`",
  },
  plan_terminated_unread: {
    en: 'Plan "{plan}" was stuck and was terminated ({why}). It can be read in Temporal only.',
    ko: '계획 "{plan:은}" 멈춰 있다가 강제로 종료되었습니다({why}). 내용은 Temporal에서만 볼 수 있습니다.',
  },
  no_reason_given: { en: "no reason given", ko: "이유를 적지 않음" },
  read_in_temporal: {
    en: "Look at its history in Temporal's UI, delete the plan, or, with a worker that can run it, reset its workflow in Temporal: then it goes on.",
    ko: "Temporal UI에서 기록을 보거나 계획을 삭제하세요. 실행할 수 있는 워커가 있다면 Temporal에서 워크플로를 되돌려(`reset`) 이어 갈 수도 있습니다.",
  },
  plan_ended_already: {
    en: 'Plan "{id}" has ended.',
    ko: '계획 "{id:은}" 이미 끝났습니다.',
  },
  plan_not_stuck: {
    en: 'Plan "{plan}" is not stuck: it can end in good order.',
    ko: '계획 "{plan:은}" 멈춘 것이 아니라서 순서대로 끝낼 수 있습니다.',
  },
  cancel_instead: {
    en: "Cancel it: running todos get time to stop, and its log says how it ended.",
    ko: "취소하세요. 실행 중인 할 일이 멈출 시간을 얻고, 어떻게 끝났는지도 기록에 남습니다.",
  },
  no_temporal: { en: "Temporal cannot be reached.", ko: "Temporal에 연결할 수 없습니다." },
  counts_once: {
    en: "{advice} A command with the same command_id counts once.",
    ko: "{advice} command_id가 같은 명령은 한 번만 적용됩니다.",
  },
  repeat_later: {
    en: "Try again once Temporal is back.",
    ko: "Temporal이 돌아오면 다시 시도하세요.",
  },
  repeat_create: {
    en: 'Repeat the request with "id": "{id}" once Temporal is back. If the answer is plan_exists, this request created the plan.',
    ko: 'Temporal이 돌아오면 "id": "{id:을}" 넣어 다시 보내세요. 답이 plan_exists이면 이 요청으로 계획이 만들어진 것입니다.',
  },
  temporal_refused: {
    en: "Temporal did not accept the request: {why}",
    ko: "Temporal이 요청을 받지 않았습니다: {why}",
  },
  no_namespace: {
    en: "Temporal does not find its namespace, as in the first moments after its start: {why}",
    ko: "Temporal이 네임스페이스를 찾지 못합니다. 막 시작한 Temporal도 잠시 이렇게 답합니다: {why}",
  },
  repeat_or_doctor: {
    en: "Wait a few seconds and try again. If this goes on, run holdpoint doctor.",
    ko: "몇 초 기다렸다가 다시 시도하세요. 계속되면 holdpoint doctor를 실행하세요.",
  },
  payload_locked: {
    en: 'What this plan keeps is encrypted with key "{key}", which this API or its worker lacks, or has with another value.',
    ko: '이 계획의 내용은 키 "{key:으로}" 암호화되어 있습니다. 이 API나 워커에 그 키가 없거나 값이 다릅니다.',
  },
  give_key: {
    en: "Add the key to HOLDPOINT_ENCRYPTION_KEYS of every API and worker, and start them again.",
    ko: "모든 API와 워커의 HOLDPOINT_ENCRYPTION_KEYS에 그 키를 넣고 다시 시작하세요.",
  },
  run_doctor: {
    en: "Run holdpoint doctor. It says what Temporal lacks and how to fix it.",
    ko: "holdpoint doctor를 실행하세요. 무엇이 없고 어떻게 고치는지 알려 줍니다.",
  },
  temporal_busy: {
    en: "Temporal has more to do at the moment than it can manage.",
    ko: "지금은 Temporal에 일이 너무 많습니다.",
  },
  run_full: {
    en: "The plan takes no more commands of this kind until what runs now has ended.",
    ko: "지금 실행 중인 작업이 끝나야 이 계획이 이런 명령을 더 받을 수 있습니다.",
  },
  repeat_after_run: {
    en: "Try again once what runs now has ended or was skipped.",
    ko: "지금 실행 중인 작업이 끝나거나 건너뛴 뒤에 다시 시도하세요.",
  },
  large_at_once: {
    en: "Other large requests are still being processed. Nothing was changed.",
    ko: "앞서 온 큰 요청들을 처리하고 있습니다. 바뀐 것은 없습니다.",
  },
  repeat_when_quieter: {
    en: "Wait a few seconds and try again.",
    ko: "몇 초 기다렸다가 다시 시도하세요.",
  },
  no_worker_polls: {
    en: "No worker is there to run plans.",
    ko: "계획을 실행할 워커가 없습니다.",
  },
  ready_by_itself: {
    en: "Plans lose nothing meanwhile. The service is ready again as soon as this is fixed.",
    ko: "그동안 계획은 아무것도 잃지 않습니다. 이것만 해결되면 다시 시작하지 않아도 준비됩니다.",
  },
} as const satisfies Catalog;
