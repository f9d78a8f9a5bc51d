import type { Catalog } from "../../catalog.ts";

/** What is wrong with a text that should be YAML or JSON. Each stands before its line and column. */
export const YAML = {
  yaml_tab: {
    en: "a tab stands here: indent with spaces",
    ko: "탭이 있습니다. 들여쓰기는 공백으로 하세요",
  },
  yaml_indent: {
    en: "the indentation of this line does not match the lines around it",
    ko: "이 줄의 들여쓰기가 앞뒤 줄과 맞지 않습니다",
  },
  yaml_second_colon: {
    en: "if this is a text with a colon, put quotation marks around it; otherwise the next line is indented too far",
    ko: "글에 콜론이 있으면 글 전체를 따옴표로 묶으세요. 아니라면 다음 줄을 너무 많이 들여 썼습니다",
  },
  yaml_no_colon: {
    en: "there is no colon with a space after it between a name and its value",
    ko: "이름과 값 사이에 콜론과 공백이 없습니다",
  },
  yaml_no_comma: {
    en: "a comma is missing between two values",
    ko: "값과 값 사이에 쉼표가 없습니다",
  },
  yaml_unclosed: { en: "the closing {sign} is missing", ko: "닫는 {sign} 기호가 없습니다" },
  yaml_needs_quotes: {
    en: "a text that begins with {sign} needs quotation marks around it",
    ko: "{sign} 기호로 시작하는 글은 따옴표로 묶어야 합니다",
  },
  yaml_tag: {
    en: "{tag} would be a tag, and tags are not read: if it is a text, put quotation marks around it",
    ko: "{tag:은} YAML 태그라서 읽지 않습니다. 글이라면 따옴표로 묶으세요",
  },
  yaml_escape: {
    en: "{written} means nothing between double quotation marks: write two backslashes for one, or use single quotation marks",
    ko: "큰따옴표 안에서 {written:은} 뜻이 없습니다. 역슬래시는 두 번 쓰거나 글을 작은따옴표로 묶으세요",
  },
  yaml_after_end: {
    en: "there is more text after the end of a value: put quotation marks around all of it",
    ko: "값이 끝난 뒤에 글이 더 있습니다. 글 전체를 따옴표로 묶으세요",
  },
  yaml_comment: {
    en: "a comment needs a space before its #",
    ko: "주석의 # 앞에는 공백이 있어야 합니다",
  },
  yaml_name_twice: {
    en: "this name stands twice in one object",
    ko: "한 객체에 같은 이름이 두 번 있습니다",
  },
  yaml_dash: {
    en: "a list begins on a line of its own, below its name",
    ko: "목록은 이름 다음 줄에서 시작해야 합니다",
  },
  yaml_aliases: {
    en: "aliases repeat too much here: write out what they stand for",
    ko: "별칭이 너무 많은 내용을 되풀이합니다. 내용을 그대로 쓰세요",
  },
  yaml_unexpected: {
    en: "this does not fit what stands before it",
    ko: "앞의 내용과 이어지지 않습니다",
  },
} as const satisfies Catalog;
