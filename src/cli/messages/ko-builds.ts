import type { enBuilds } from "./en-builds.ts";

/** What is said of builds of workers. */
export const koBuilds: Readonly<Record<keyof typeof enBuilds, string>> = {
  brief_promote: "이 코드의 워커가 모두 이어 갈 수 있으면 계획을 그 워커로 보내기",
  full_promote:
    "열려 있는 모든 것의 이력을 이 코드의 워커처럼 처음부터 따라가 보고, 모두 이어 갈 수 있을 때만 계획을 이 빌드로 보냅니다. 새 코드의 워커를 --versioned나 --build-id로 시작한 뒤 새 코드에서 실행하세요. 되돌리려면 이전 코드에서 실행하세요.",
  flag_versioned: "이 빌드로 보낸 계획만 받기(holdpoint promote). 빌드 이름은 워크플로 코드의 지문",
  flag_build_id: "--versioned와 같지만 이미지 태그처럼 직접 정한 이름을 씀",
  flag_keep_others: "이 코드가 이어 갈 수 없는 것은 지금 빌드에 남겨 두기",
  promote_done: "이제 계획은 빌드 {build}에서 실행됩니다(열려 있는 워크플로 {checked}개 확인함).",
  promote_nothing:
    "계획은 이미 빌드 {build}에서 실행되고 있습니다(열려 있는 워크플로 {checked}개 확인함).",
  promote_kept: "{count}개는 빌드 {previous}에 남습니다. 끝날 때까지 그 워커를 켜 두세요: {ids}",
  promote_stop: "이전 워커({previous})를 멈춰도 됩니다.",
};
