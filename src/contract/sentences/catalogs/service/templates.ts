import type { Catalog } from "../../catalog.ts";

/** What keeps a template or a schedule from being saved, used or deleted. */
export const TEMPLATES = {
  correct_template: {
    en: 'Nothing was saved. Correct the values in "errors" and save it again.',
    ko: '저장된 것은 없습니다. "errors"에 있는 값을 고쳐 다시 저장하세요.',
  },
  template_in_use: {
    en: 'These schedules start plans from the template "{template}": {schedules}.',
    ko: '템플릿 "{template:으로}" 계획을 시작하는 예약이 있습니다: {schedules}.',
  },
  delete_schedules_first: {
    en: "Delete these schedules first, then the template.",
    ko: "그 예약을 먼저 삭제한 뒤 템플릿을 삭제하세요.",
  },
  backfill_not_over: {
    en: "must not be in the future: only times that have passed are made up for.",
    ko: "미래일 수 없습니다. 지나간 예약 시각의 계획만 뒤늦게 실행합니다.",
  },
  backfill_no_times: {
    en: "must end a period with at least one time of the schedule.",
    ko: "기간 안에 예약 시각이 하나 이상 있어야 합니다.",
  },
  backfill_too_many: {
    en: "must end a period with at most {most} times of the schedule.",
    ko: "기간 안의 예약 시각이 {most}개를 넘을 수 없습니다.",
  },
  choose_period: {
    en: "Nothing was started. Choose another period.",
    ko: "아무것도 시작하지 않았습니다. 다른 기간을 고르세요.",
  },
  no_zone: { en: 'There is no time zone "{zone}".', ko: '시간대 "{zone:이}" 없습니다.' },
  name_of_address: {
    en: 'is not "{name}", the name in the address. Leave it out, or save it by its own name.',
    ko: '주소에 있는 이름 "{name:과}" 다릅니다. 빼거나, 그 이름의 주소로 저장하세요.',
  },
  template_too_large: {
    en: "A template can have at most {most} bytes of JSON.",
    ko: "템플릿은 JSON으로 {most}바이트까지 쓸 수 있습니다.",
  },
  plan_or_from_plan: {
    en: 'Send either the plan itself as "plan", or the id of a plan as "from_plan".',
    ko: '계획 자체를 "plan"으로 보내거나, 계획의 ID를 "from_plan"으로 보내세요.',
  },
  template_makes_no_plan: {
    en: 'Template "{id}" makes no plan: {why}',
    ko: '템플릿 "{id:으로}" 계획을 만들 수 없습니다: {why}',
  },
  no_template: { en: 'There is no template "{id}".', ko: '템플릿 "{id:이}" 없습니다.' },
  templates_are_listed: {
    en: "/v1/templates lists the templates.",
    ko: "템플릿 목록은 /v1/templates에 있습니다.",
  },
  no_schedule: { en: 'There is no schedule "{id}".', ko: '예약 "{id:이}" 없습니다.' },
  schedules_are_listed: {
    en: "/v1/schedules lists the schedules.",
    ko: "예약 목록은 /v1/schedules에 있습니다.",
  },
  schedule_has_template: {
    en: 'Schedule "{id}" already runs template "{template}".',
    ko: '예약 "{id:은}" 이미 템플릿 "{template:을}" 실행합니다.',
  },
  schedule_other_template: {
    en: "Create another schedule for the other template, or delete this one first.",
    ko: "다른 템플릿에는 예약을 따로 만들거나, 이 예약을 먼저 삭제하세요.",
  },
  schedule_unreadable: {
    en: "The schedule's rules cannot be read: {why}.",
    ko: "예약 규칙을 읽을 수 없습니다: {why}.",
  },
  check_schedule: {
    en: 'Nothing was changed. Check "cron", "calendars", "intervals" and "timezone".',
    ko: '바뀐 것은 없습니다. "cron", "calendars", "intervals", "timezone"을 확인하세요.',
  },
  offset_past_interval: {
    en: 'must be less than "every_seconds".',
    ko: '"every_seconds"보다 작아야 합니다.',
  },
  cron_comment: {
    en: 'must have no "#": Temporal takes the rest for a comment, and "MON#1" would be every Monday.',
    ko: '"#"은 쓸 수 없습니다. 그 뒤는 Temporal이 설명으로 여기므로 "MON#1"은 매주 월요일이 됩니다.',
  },
  cron_either_day: {
    en: "must not name both days of the month and weekdays: cron means days that are either, and Temporal takes only those that are both.",
    ko: "날짜와 요일을 함께 쓸 수 없습니다. 원래는 둘 가운데 하나만 맞아도 되는데 Temporal은 둘 다 맞는 날만 고릅니다.",
  },
  cron_days: {
    en: 'Nothing was changed. For the first Monday of each month write no "cron" but "calendars" (at the terminal in a file, with --file): [{"hour": 8, "day_of_month": {"start": 1, "end": 7}, "day_of_week": "MONDAY"}]. For days that are either, write two expressions.',
    ko: '바뀐 것은 없습니다. 매월 첫 월요일이라면 "cron" 대신 "calendars"를 쓰세요(터미널에서는 --file로 파일에): [{"hour": 8, "day_of_month": {"start": 1, "end": 7}, "day_of_week": "MONDAY"}]. 둘 가운데 하나만 맞아도 된다면 식을 둘로 나누세요.',
  },
  cron_zone: {
    en: "must not name a time zone, which is that of the whole schedule.",
    ko: "시간대를 쓸 수 없습니다. 시간대는 예약 전체에 하나입니다.",
  },
  cron_timezone: {
    en: 'Nothing was changed. Name the zone as "timezone" (--timezone).',
    ko: '바뀐 것은 없습니다. 시간대는 "timezone"(--timezone)에 쓰세요.',
  },
  cron_six_fields: {
    en: "has six fields, and the last, which would be the year, is none.",
    ko: "칸이 여섯 개인데, 해를 써야 하는 마지막 칸이 해가 아닙니다.",
  },
  cron_five_fields: {
    en: 'Nothing was changed. Write five fields, without seconds ("0 8 * * *" is every day at 8:00), or seven: seconds first, the year last.',
    ko: '바뀐 것은 없습니다. 초 없이 다섯 칸("0 8 * * *"은 매일 8시)이나, 초로 시작해 해로 끝나는 일곱 칸으로 쓰세요.',
  },
  schedule_has_no_times: { en: "The schedule has no times.", ko: "예약에 시각이 없습니다." },
  add_times: {
    en: 'Add "cron", "calendars" or "intervals", such as "cron": ["0 9 * * MON-FRI"].',
    ko: '"cron", "calendars", "intervals" 가운데 하나를 쓰세요. 예: "cron": ["0 9 * * MON-FRI"].',
  },
  schedule_keeps_changing: {
    en: 'Schedule "{id}" was changed by others each time before it could be saved.',
    ko: '예약 "{id:을}" 저장하려 할 때마다 다른 곳에서 먼저 바꾸었습니다.',
  },
  correct_schedule: {
    en: 'Nothing was changed. Correct the values in "errors", or the template, and save the schedule again.',
    ko: '바뀐 것은 없습니다. "errors"에 있는 값이나 템플릿을 고쳐 예약을 다시 저장하세요.',
  },
  save_schedule_again: {
    en: "Read the schedule as it is now, and save it again.",
    ko: "지금의 예약을 다시 읽고 저장하세요.",
  },
} as const satisfies Catalog;
