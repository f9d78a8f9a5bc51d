import type { Catalog } from "../../sentences/catalog.ts";

/** What is told of the files in which keys are kept. */
export const KEY_NOTICES = {
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
