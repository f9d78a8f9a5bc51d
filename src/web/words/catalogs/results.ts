import type { Catalog } from "../../../contract/sentences/catalog.ts";

/** What stands around the results of todos: whoever looks at one loads it. */
export const RESULTS = {
  value_as_written: { en: "Show as written", ko: "원문 보기" },
  value_as_read: { en: "Show readable", ko: "정리해서 보기" },
  value_table: {
    en: "Table: {rows} {rows?row|rows}, {columns} {columns?column|columns}",
    ko: "표: {rows}행 {columns}열",
  },
  value_all_rows: { en: "Show all {count} rows", ko: "{count}행 모두 보기" },
  value_all_items: { en: "Show all {count}", ko: "{count}개 모두 보기" },
  value_rest: {
    en: "The first {count} are shown. The download has them all.",
    ko: "처음 {count}개만 보입니다. 내려받으면 모두 볼 수 있습니다.",
  },
  value_load: { en: "Show it here", ko: "여기서 보기" },
  picture: { en: "Picture", ko: "그림" },
  picture_size: { en: "{width} × {height} pixels", ko: "{width} × {height}픽셀" },
  picture_not_shown: {
    en: "This picture cannot be shown here. Download it to look at it.",
    ko: "이 그림은 여기서 볼 수 없습니다. 내려받아 확인하세요.",
  },
} as const satisfies Catalog;
