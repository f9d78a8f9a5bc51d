import type { enAudit } from "./en-audit.ts";

/** `en-audit.ts` in Korean. */
export const koAudit: Readonly<Record<keyof typeof enAudit, string>> = {
  brief_audit: "계획의 기록을 증거로 내보내고 검증하기",
  brief_audit_export: "계획의 전체 기록을 서명과 함께 내보내기",
  full_audit_export:
    "계획에서 일어난 모든 일을 한 줄에 하나씩 JSON으로 적습니다. 줄마다 앞줄의 내용까지 담은 다이제스트가 붙고, 맨 끝에는 API가 서명한 헤드가 있습니다. 파일을 가진 사람은 누구에게도 묻지 않고 `holdpoint audit verify`로 검증할 수 있습니다. 계획을 지우면 기록도 사라지므로, 지우기 전에 내보내세요.",
  brief_audit_head: "지금까지의 기록을 대표하는 다이제스트 보기",
  full_audit_head:
    "가장 최근 이벤트의 번호와, 그 이벤트까지의 모든 기록을 대표하는 다이제스트를 보여 줍니다. 서비스를 운영하는 사람이 고칠 수 없는 곳에 적어 두세요. 나중에 `holdpoint audit verify --head`로 그때까지의 기록이 그대로인지 확인할 수 있습니다. API가 서명하는 키도 알려 줍니다.",
  brief_audit_verify: "내보낸 기록 검증하기: 서버에 묻지 않습니다",
  full_audit_verify:
    "모든 줄과 이벤트의 순서, 다이제스트의 연결, 헤드를 확인합니다. --key는 API가 서명하는 공개 키입니다. `holdpoint audit head`가 알려 주며, 파일과 함께 받지 말고 서비스를 운영하는 사람에게서 따로 받으세요. --head는 전에 적어 둔 헤드이며, 이것만으로는 그 뒤의 이벤트를 확인할 수 없습니다. 앞뒤가 맞는 기록은 누구나 꾸며 낼 수 있으므로 둘 중 하나는 있어야 합니다. 검증하지 못하면 1로 끝납니다.",
  arg_log: "`holdpoint audit export`로 만든 파일. -는 표준 입력",
  flag_log_key: "서명한 공개 키 (16진수 64자리). 여러 번 쓰면 그중 하나로 서명되어 있어야 합니다",
  flag_noted_head: "들어 있어야 하는 헤드. 예: 12:sha256:…. 여러 번 쓰면 모두 들어 있어야 합니다",
  told_exported: '{plan} 계획의 이벤트 {count}개를 "{file}"에 저장했습니다.',
  told_head: "헤드: `{head}`",
  told_signed_with: "서명한 키의 공개 키: `{key}`",
  told_signed_by_none: "서명하지 않았습니다. 이 API에는 서명할 키가 없습니다.",
  log_came_damaged: "기록을 온전히 받지 못했습니다. {why}",
  not_a_head: '"{text}": 헤드가 아닙니다. 헤드는 이벤트 번호와 다이제스트입니다. 예: 12:sha256:…',
  not_a_public_key: '"{text}": 공개 키가 아닙니다. 공개 키는 16진수 64자리입니다.',
  verify_by_what:
    "어떤 키나 헤드와 맞춰 볼지 알려 주세요. 둘 다 없으면 누구나 꾸며 낼 수 있는 파일입니다.",
  verify_keys_named: "파일에 적힌 서명 키: `{keys}`",
  log_verified:
    '"{file}": 온전하고 바뀌지 않았습니다. {plan} 계획의 이벤트 {count}개, {first}부터 {last}까지입니다.',
  log_verified_up_to:
    '"{file}": {seq}번 이벤트까지는 바뀌지 않았습니다. {plan} 계획, {first}부터 {last}까지입니다.',
  log_goes_on_unproven:
    "그 뒤의 이벤트 {count}개는 누구나 꾸며 냈을 수 있습니다. 확인하려면 `--key`나 더 나중의 헤드가 필요합니다.",
  log_key_met: "지정한 키로 {at}에 서명되었습니다.",
  log_head_met: "적어 둔 {seq}번 이벤트의 헤드가 들어 있습니다.",
  log_decisions: "결정: {people}",
  log_no_decisions: "기록에 결정이 없습니다.",
  log_not_verified: '"{file}": 검증하지 못했습니다. {why}',
  fault_not_a_log: "첫 줄이 홀드포인트의 기록이 아닙니다.",
  fault_unreadable: "{line}번째 줄이 원래 적힌 형식이 아닙니다.",
  fault_out_of_order: "{line}번째 줄에 {expected}번 이벤트가 있어야 하는데 없습니다.",
  fault_altered: "{line}번째 줄이 앞줄과 이어지지 않습니다.",
  fault_cut_off: "{line}번째 줄 뒤가 잘려 헤드가 없습니다.",
  fault_goes_on: "헤드 뒤에 {line}번째 줄이 더 있습니다.",
  fault_other_head: "{line}번째 줄의 헤드가 이 기록의 것이 아닙니다.",
  fault_not_signed: "지정한 키로 서명되지 않았습니다. 서명한 키: `{keys}`",
  fault_not_signed_by_any: "아무 키로도 서명되지 않았습니다.",
  fault_lacks_head: "헤드를 적어 둔 {seq}번 이벤트보다 앞에서 끝납니다.",
  fault_differs_from_head: "{seq}번 이벤트까지의 기록이 적어 둔 헤드와 다릅니다.",
};
