import type { Catalog } from "../../contract/sentences/catalog.ts";

/** A plan's versions, and the ways back. */
export const VERSIONS = {
  versions: { en: "Versions", ko: "버전" },
  versions_of: { en: "Versions of {title}", ko: "{title}의 버전" },
  version_created: { en: "created", ko: "만듦" },
  version_edit: { en: "changed {count} {count?todo|todos}", ko: "할 일 {count}개 바꿈" },
  version_undo: { en: "took version {of} back", ko: "버전 {of:을} 되돌림" },
  version_rollback: { en: "went back to version {of}", ko: "버전 {of:으로} 돌아감" },
  version_restore: {
    en: "restored a checkpoint of version {of}",
    ko: "버전 {of}의 체크포인트로 복원",
  },
  version_now: { en: "now", ko: "현재" },
  version_compare: { en: "Compare", ko: "비교" },
  version_from: { en: "From", ko: "이전" },
  version_to: { en: "To", ko: "이후" },
  version_same: { en: "Nothing differs", ko: "다른 점이 없습니다" },
  version_back: { en: "Go back to this", ko: "이 버전으로 돌아가기" },
  version_back_to: { en: "Go back to version {version}", ko: "버전 {version:으로} 돌아가기" },
  version_undo_last: { en: "Undo the last change", ko: "마지막 변경 되돌리기" },
  version_before_after: {
    en: "Version {from} to version {to}",
    ko: "버전 {from}에서 버전 {to}까지",
  },
  undo_title: { en: "Undo the last change?", ko: "마지막 변경을 되돌릴까요?" },
  back_title: { en: "Go back to version {version}?", ko: "버전 {version:으로} 돌아갈까요?" },
  restore_title: { en: "Restore this checkpoint?", ko: "이 체크포인트로 복원할까요?" },
  back_detail: {
    en: "This makes a new version; no history is lost.",
    ko: "새 버전이 만들어지고, 기록은 사라지지 않습니다.",
  },
  back_nothing: { en: "The plan is like that already.", ko: "이미 그 상태입니다." },
  back_impact: { en: "What happens then", ko: "이렇게 됩니다" },
  back_do: { en: "Go back", ko: "돌아가기" },
  restore: { en: "Restore", ko: "복원" },
  checkpoints: { en: "Checkpoints", ko: "체크포인트" },
  checkpoints_empty: { en: "No checkpoint yet", ko: "아직 체크포인트가 없습니다" },
  checkpoint_at: {
    en: "{percent} % done, version {version}",
    ko: "{percent}% 완료, 버전 {version}",
  },
  sent_back: { en: "Version {version} stands again.", ko: "버전 {version:으로} 돌아갔습니다." },
  sent_restore: { en: "The checkpoint is restored.", ko: "체크포인트로 복원했습니다." },
} as const satisfies Catalog;
