import type { Catalog } from "../catalog.ts";

/** Why an edit, a fork or a return to a version is not possible. */
export const EDITS = {
  plan_cannot_be_edited: {
    en: "The plan is {status} and cannot be edited.",
    ko: "{status} 상태인 계획은 편집할 수 없습니다.",
  },
  version_or_checkpoint: {
    en: 'Use either "version" or "checkpoint_id", not both.',
    ko: '"version"과 "checkpoint_id" 가운데 하나만 쓰세요.',
  },
  leave_one_out: { en: "Leave one of the two out.", ko: "둘 중 하나를 빼세요." },
  pause_then_restore: {
    en: "Pause the plan so that what runs is interrupted, or wait until nothing is running, then restore it.",
    ko: "계획을 일시정지하면서 실행 중인 것을 중단하거나, 실행 중인 것이 없을 때까지 기다린 뒤 복원하세요.",
  },
  changed_since: {
    en: "The plan is at version {version}. The same todos have changed since version {base}.",
    ko: "계획의 버전은 {version}입니다. 버전 {base} 뒤에 같은 할 일이 바뀌었습니다.",
  },
  edit_newest: {
    en: "Check what changed, then send the edit again for the newest version.",
    ko: "바뀐 내용을 확인하고 최신 버전을 기준으로 다시 편집하세요.",
  },
  not_that_version: {
    en: "The plan is at version {version}, not {expected}.",
    ko: "계획의 버전은 {expected:이} 아니라 {version}입니다.",
  },
  change_newest: {
    en: "Check what changed, then send the change again for the newest version.",
    ko: "바뀐 내용을 확인하고 최신 버전을 기준으로 다시 보내세요.",
  },
  nothing_to_undo: { en: "There is no edit to undo.", ko: "되돌릴 편집이 없습니다." },
  edit_changes_nothing: {
    en: "It changes nothing in the plan.",
    ko: "계획에서 바뀌는 것이 없습니다.",
  },
  nothing_to_do: { en: "There is nothing to do.", ko: "할 것이 없습니다." },
  edit_values_invalid: {
    en: "{count} values in the edit are not valid.",
    ko: "편집에서 {count}개 값이 올바르지 않습니다.",
  },
  correct_operations: {
    en: 'Nothing was changed. Correct the operations in "errors" and send the edit again.',
    ko: '바뀐 것은 없습니다. "errors"에 있는 작업을 고쳐 다시 보내세요.',
  },
  nothing_changed: { en: "Nothing was changed.", ko: "바뀐 것은 없습니다." },
  todos_unchangeable: {
    en: "{count} todos cannot be changed like this.",
    ko: "할 일 {count}개를 이렇게 바꿀 수 없습니다.",
  },
  needs_a_todo: {
    en: "A plan needs at least one todo.",
    ko: "계획에는 할 일이 하나 이상 있어야 합니다.",
  },
  too_many_todos: {
    en: "A plan can have at most {most} todos.",
    ko: "계획에는 할 일이 {most}개까지 있을 수 있습니다.",
  },
  plan_too_large: {
    en: "The plan would be too large: as JSON, with what each version changed, it can have at most {most} characters.",
    ko: "계획이 너무 커집니다. 버전마다 바뀐 내용을 더해 JSON으로 {most}자까지 담을 수 있습니다.",
  },
  large_elsewhere: {
    en: "Put large data in files that todos read, or make another plan. Everything but edits still works with this one.",
    ko: "큰 데이터는 할 일이 읽을 파일에 두거나 다른 계획을 만드세요. 편집 말고는 이 계획에서 모두 할 수 있습니다.",
  },
  would_wait_in_circle: {
    en: "These todos would wait for each other: {path}.",
    ko: "할 일이 서로를 기다리게 됩니다: {path}.",
  },
  unlink_unchanged: {
    en: "Nothing was changed. Remove one of these dependencies.",
    ko: "바뀐 것은 없습니다. 이 가운데 하나를 선행 할 일에서 빼세요.",
  },
  runs_not_removed: {
    en: 'Todo "{id}" is running and cannot be removed.',
    ko: '할 일 "{id:은}" 실행 중이어서 삭제할 수 없습니다.',
  },
  runs_not_changed: {
    en: 'Todo "{id}" is running; {fields} cannot change now.',
    ko: '할 일 "{id:은}" 실행 중이어서 지금은 {fields:을} 바꿀 수 없습니다.',
  },
  done_not_removed: {
    en: 'Todo "{id}" is {status} and cannot be removed.',
    ko: '할 일 "{id:은}" {status} 상태여서 삭제할 수 없습니다.',
  },
  done_not_changed: {
    en: 'Todo "{id}" is {status} and cannot change now. Rerun it with the changes instead.',
    ko: '할 일 "{id:은}" {status} 상태여서 지금은 바꿀 수 없습니다. 고쳐서 다시 실행하세요.',
  },
  would_wait_for_none: {
    en: '"{id}" would wait for "{other}", which is not in the plan.',
    ko: '"{id:이}" 계획에 없는 "{other:을}" 기다리게 됩니다.',
  },
  does_not_wait: {
    en: '"{id}" does not wait for "{other}".',
    ko: '"{id:은}" "{other:을}" 기다리지 않습니다.',
  },
  todo_exists: { en: 'a todo "{id}" already exists.', ko: '할 일 "{id:이}" 이미 있습니다.' },
  waits_for_result: {
    en: 'Todo "{id}" waits for "{other}" because it uses its result. Change its input first.',
    ko: '할 일 "{id:이}" "{other}"의 결과를 쓰므로 계속 기다립니다. 먼저 그 입력을 바꾸세요.',
  },
  result_is_used: {
    en: 'todo "{id}" uses the result of "{other}"; change its input first.',
    ko: '할 일 "{id:이}" "{other}"의 결과를 씁니다. 먼저 그 입력을 바꾸세요.',
  },
  loosens: {
    en: "This change loosens what people decide. {place}: {what}",
    ko: "사람이 결정하던 것을 느슨하게 하는 변경입니다. {place}: {what}",
  },
  loosens_places: {
    en: "This change loosens what people decide in {count} places.",
    ko: "사람이 결정하던 것을 {count}곳에서 느슨하게 하는 변경입니다.",
  },
  loosens_who: {
    en: "Nothing was changed. It takes a key that may also decide: one with the roles operator and approver, or admin.",
    ko: "바뀐 것은 없습니다. 결정도 할 수 있는 키(operator와 approver 역할 또는 admin 역할)로 보내야 합니다.",
  },
  loosens_locked: {
    en: "Nothing was changed. The plan is locked: nobody can loosen it. Decide what it asks, cancel it, or create another plan.",
    ko: "바뀐 것은 없습니다. 잠긴 계획이라 누구도 느슨하게 할 수 없습니다. 요청을 결정하거나, 계획을 취소하거나, 새 계획을 만드세요.",
  },
  loosens_approval: {
    en: "it would run without the approval that it needs now.",
    ko: "지금 필요한 승인 없이 실행됩니다.",
  },
  loosens_approvers: {
    en: "people other than before could decide it.",
    ko: "전과 다른 사람이 결정할 수 있게 됩니다.",
  },
  loosens_min_approvals: {
    en: "it would need fewer approvals: {after} instead of {before}.",
    ko: "필요한 승인이 {before}건에서 {after}건으로 줄어듭니다.",
  },
  loosens_self_approval: {
    en: "whoever created the plan or changed the todo could approve it.",
    ko: "계획을 만들었거나 할 일을 바꾼 사람이 승인할 수 있게 됩니다.",
  },
  loosens_always: {
    en: "an approval that is remembered could let it run without asking.",
    ko: "기억해 둔 승인이 있으면 묻지 않고 실행될 수 있습니다.",
  },
  loosens_later: {
    en: "later todos would run without asking.",
    ko: "다음부터 묻지 않고 실행되는 할 일이 생깁니다.",
  },
  loosens_question: {
    en: "nobody would be asked its question any more.",
    ko: "아무에게도 질문하지 않게 됩니다.",
  },
  loosens_default: {
    en: "another answer would be taken when nobody answers in time.",
    ko: "기한까지 아무도 답하지 않으면 다른 답이 쓰입니다.",
  },
  loosens_time_out: {
    en: 'when nobody decides in time, "{after}" would happen instead of "{before}".',
    ko: '기한까지 아무도 결정하지 않으면 "{before}" 대신 "{after}" 동작이 일어납니다.',
  },
  loosens_time: {
    en: 'people would have {after} seconds instead of {before} until "{action}" happens by itself.',
    ko: '"{action}" 동작이 저절로 일어날 때까지 사람이 결정할 시간이 {before}초에서 {after}초로 줄어듭니다.',
  },
  loosens_asked: {
    en: '{names} would no longer be asked before "{action}" happens by itself.',
    ko: '"{action}" 동작이 저절로 일어나기 전에 물어보기로 한 사람이 빠집니다: {names}.',
  },
  loosens_rejection: {
    en: "what waits for it would run after a rejection, too.",
    ko: "거절해도 이 할 일을 기다리던 것이 실행됩니다.",
  },
  loosens_failure: {
    en: "a failure ({kind}, `{type}`) would ask people later than now, or not at all.",
    ko: "실패({kind}, `{type}`)했을 때 지금보다 늦게 묻거나 아무에게도 묻지 않습니다.",
  },
  loosens_optional: {
    en: "what waits for it would run after it failed or was rejected, too.",
    ko: "실패하거나 거절되어도 이 할 일을 기다리던 것이 실행됩니다.",
  },
  loosens_order: {
    en: 'it would no longer wait for "{id}", about which people decide.',
    ko: '사람이 결정하는 "{id:을}" 더는 기다리지 않습니다.',
  },
  loosens_steps: {
    en: "todos would run without being approved one by one.",
    ko: "하나씩 승인받지 않고 할 일이 실행됩니다.",
  },
  lists_twice: { en: "lists a todo twice.", ko: "같은 할 일이 두 번 있습니다." },
} as const satisfies Catalog;
