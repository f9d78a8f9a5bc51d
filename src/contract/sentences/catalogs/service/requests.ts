import { LIMITS } from "../../../tables/limits.ts";
import type { Catalog } from "../../catalog.ts";

/** What keeps the API from taking a request: its address, its headers, its body, its key. */
export const REQUESTS = {
  error_logged: {
    en: "The error was logged with this request's id.",
    ko: "오류를 이 요청의 ID와 함께 기록했습니다.",
  },
  error_logged_socket: {
    en: "The error was logged with this socket's request id.",
    ko: "오류를 이 연결의 요청 ID와 함께 기록했습니다.",
  },
  look_in_log: { en: "Look for {id} in the API's log.", ko: "API의 로그에서 {id:을} 찾아보세요." },
  no_route: { en: "There is no {method} {path}.", ko: "{method} {path}: 없는 주소입니다." },
  routes_described: {
    en: "GET /docs describes all routes.",
    ko: "모든 주소는 GET /docs에 있습니다.",
  },
  routes_beside: {
    en: "Similar routes: {routes}. GET /docs describes all routes.",
    ko: "비슷한 주소: {routes}. 모든 주소는 GET /docs에 있습니다.",
  },
  method_not_taken: {
    en: "{path} does not accept {method}.",
    ko: "{path}에서는 {method:을} 쓸 수 없습니다.",
  },
  accepts_methods: { en: "It accepts {allow}.", ko: "쓸 수 있는 메서드: {allow}." },
  key_name_long: {
    en: `must have at most ${LIMITS.name} characters`,
    ko: `${LIMITS.name}자까지 쓸 수 있습니다`,
  },
  key_name_signs: {
    en: "must be letters, digits, or one of . _ @ + -, beginning with a letter or digit",
    ko: "글자, 숫자, . _ @ + -만 쓰고 글자나 숫자로 시작해야 합니다",
  },
  group_name_signs: {
    en: "must be letters, digits, or one of . _ -, beginning with a letter or digit",
    ko: "글자, 숫자, . _ -만 쓰고 글자나 숫자로 시작해야 합니다",
  },
  key_name_taken: { en: "is a name that Holdpoint uses itself", ko: "Holdpoint가 쓰는 이름입니다" },
  no_key_of_id: { en: "There is no key {id}.", ko: "키 {id:이} 없습니다." },
  keys_are_listed: {
    en: "GET /v1/keys lists the keys with their ids.",
    ko: "키와 ID는 GET /v1/keys에서 볼 수 있습니다.",
  },
  key_made_before: {
    en: "This request made the key {id} before. It was shown then, and cannot be shown again.",
    ko: "이 요청으로 이미 키 {id:을} 만들었습니다. 키는 그때만 보여 주며, 다시 볼 수 없습니다.",
  },
  revoke_and_make: {
    en: "Revoke it if nobody has it, and make another with a new Idempotency-Key.",
    ko: "가진 사람이 없으면 폐기하고, 새 Idempotency-Key로 다시 만드세요.",
  },
  first_key_made_before: {
    en: "This request made the first key, {id}, and since then every request needs one. The key was in that answer, and cannot be shown again.",
    ko: "이 요청으로 이미 첫 키 {id:을} 만들었고, 그때부터 모든 요청에 키가 필요합니다. 키는 그때의 응답에만 들어 있고, 다시 볼 수 없습니다.",
  },
  replace_first_key: {
    en: "If that answer was lost, make another key on the machine that runs Holdpoint and revoke this one: holdpoint key add <name> --role admin, then holdpoint key revoke {id}.",
    ko: "그 응답을 받지 못했다면, Holdpoint가 실행되는 컴퓨터에서 다른 키를 만들고 이 키는 폐기하세요: holdpoint key add <name> --role admin, 그다음 holdpoint key revoke {id}.",
  },
  no_such_key: { en: "There is no such key.", ko: "그런 키가 없습니다." },
  key_was_revoked: {
    en: "The key {id} of {name} was revoked at {since}.",
    ko: "{name}의 키 {id:은} {since}에 폐기되었습니다.",
  },
  key_expired: {
    en: "The key {id} of {name} expired at {since}.",
    ko: "{name}의 키 {id:은} {since}에 만료되었습니다.",
  },
  keys_unreadable: {
    en: "Nobody can be let in while the file of keys cannot be read.",
    ko: "키 파일을 읽을 수 없는 동안에는 아무도 쓸 수 없습니다.",
  },
  log_says: {
    en: "The API's log says what is wrong with it.",
    ko: "무엇이 잘못되었는지는 API의 로그에 있습니다.",
  },
  no_key: { en: "The request carries no key.", ko: "요청에 키가 없습니다." },
  sign_in_over: {
    en: "Your sign-in has expired. Sign in with the key again.",
    ko: "로그인이 만료되었습니다. 키로 다시 로그인하세요.",
  },
  sign_in_unproven: {
    en: "The request carries a browser's sign-in but does not say which page it comes from.",
    ko: "브라우저 로그인으로 보낸 요청인데, 어느 페이지에서 보냈는지 알 수 없습니다.",
  },
  sign_in_of_pages: {
    en: "Signing in is only for the screen's own pages. Programs send their key in the authorization header.",
    ko: "로그인은 화면에서만 쓸 수 있습니다. 프로그램에서는 authorization 헤더로 키를 보내세요.",
  },
  sign_in_by_key: {
    en: "Signing in takes a key: send it in the authorization header.",
    ko: "로그인하려면 키가 필요합니다. authorization 헤더로 키를 보내세요.",
  },
  not_bearer: {
    en: "The authorization header is not of the form `Bearer hp_…`.",
    ko: "authorization 헤더가 `Bearer hp_…` 꼴이 아닙니다.",
  },
  ask_for_key: {
    en: "Ask who runs this Holdpoint for a key: holdpoint key add <name> --role <role>.",
    ko: "이 Holdpoint를 운영하는 사람에게 키를 받으세요: holdpoint key add <name> --role <role>.",
  },
  not_from_this_machine: {
    en: "This Holdpoint has no keys, so it serves its own machine only; the request came through a proxy, or under a name that is not the machine's own.",
    ko: "이 Holdpoint에는 아직 키가 없어 이 컴퓨터에서 보낸 요청만 받습니다. 프록시를 거쳤거나 이 컴퓨터 자신의 이름이 아닌 주소로 온 요청입니다.",
  },
  make_first_key: {
    en: "Whoever runs it makes the first key there: holdpoint key add <name> --role admin. Or open it at http://127.0.0.1 on that machine.",
    ko: "이 Holdpoint를 운영하는 사람이 그 컴퓨터에서 첫 키를 만들어야 합니다: holdpoint key add <name> --role admin. 그 컴퓨터에서라면 http://127.0.0.1로 열 수 있습니다.",
  },
  send_key: {
    en: 'Send "authorization: Bearer hp_…"; the CLI takes the key from HOLDPOINT_KEY. {more}',
    ko: '"authorization: Bearer hp_…"를 보내세요. CLI는 HOLDPOINT_KEY의 키를 씁니다. {more}',
  },
  open_to_no_key: { en: "{name} is open to no key.", ko: "{name:은} 어떤 키로도 쓸 수 없습니다." },
  never_declared: {
    en: "It was never declared as a route: report it.",
    ko: "선언되지 않은 주소입니다. 알려 주세요.",
  },
  needs_role: {
    en: "{name} needs the role {role}; {who} has {roles}.",
    ko: "{name:은} `{role}` 역할이 있어야 합니다. {who}의 역할: `{roles}`.",
  },
  // These two stand between backticks in Korean.
  one_or_other: { en: "{one} or {other}", ko: "{one}` 또는 `{other}" },
  names_listed: { en: "{first}, {second}", ko: "{first}`, `{second}" },
  ask_for_role: {
    en: "Ask for a key with it: holdpoint key add {who} --role {role}.",
    ko: "그 역할이 있는 키를 받으세요: holdpoint key add {who} --role {role}.",
  },
  too_many_requests: {
    en: "The key of {name} has made more than {burst} requests in a short time.",
    ko: "{name}의 키로 짧은 시간에 요청을 {burst}번 넘게 보냈습니다.",
  },
  wait_seconds: {
    en: "Wait {seconds} s; in the long run {rate} requests a second are served.",
    ko: "{seconds}초 기다리세요. 길게 보아 초마다 요청 {rate}개를 처리합니다.",
  },
  nobody_decides: {
    en: 'Nobody named "{to}" may decide here: no valid key of that name has the role approver.',
    ko: '"{to}"라는 이름으로 결정할 수 있는 사람이 없습니다. 그 이름의 유효한 키 가운데 approver 역할을 가진 것이 없습니다.',
  },
  approvers_need_keys: {
    en: "Without keys everybody here is the same person, so nobody could give the approvals that this asks for.",
    ko: "키가 없으면 모두 같은 사람이므로 이 조건대로 승인할 수 있는 사람이 없습니다.",
  },
  make_key_for_each: {
    en: "Make a key for each person who decides, with `holdpoint key add <name> --role approver`, or leave the condition out.",
    ko: "결정할 사람마다 `holdpoint key add <name> --role approver`로 키를 만들거나 이 조건을 빼세요.",
  },
  too_few_decide: {
    en: "It needs approvals: {wanted}. People who may give one here: {count}.",
    ko: "승인이 {wanted}건 필요한데, 여기서 승인할 수 있는 사람은 {count}명입니다.",
  },
  nobody_in_group: {
    en: 'Nobody in the group "{group}" may decide here: no valid key with the role approver is in it.',
    ko: '"{group}" 그룹에는 결정할 수 있는 사람이 없습니다. 그 그룹의 유효한 키 가운데 approver 역할을 가진 것이 없습니다.',
  },
  author_is_next: {
    en: "{to} created or changes it and may not approve it, as prevent_self_approval says.",
    ko: "{to:은} 만들거나 바꾼 사람이라 승인할 수 없습니다(`prevent_self_approval`).",
  },
  key_for_name: {
    en: "Write names and groups as holdpoint key list has them, or make the key first: holdpoint key add <name> --role approver, for a group with --group <group>.",
    ko: '이름과 그룹은 "holdpoint key list"에 나오는 대로 적거나, 먼저 키를 만드세요: holdpoint key add <name> --role approver. 그룹에 넣으려면 --group <group>을 덧붙이세요.',
  },
  too_many_streams: {
    en: "The key of {name} has {most} streams open, and may have no more.",
    ko: "{name}의 키로 연 실시간 연결이 이미 {most}개라서 더 열 수 없습니다.",
  },
  close_a_stream: {
    en: "Close one, or follow all plans by one stream of /v1/events; then try again after {seconds} s.",
    ko: "필요 없는 연결을 닫거나 /v1/events 하나로 모든 계획을 받아 보세요. {seconds}초 뒤에 다시 시도하세요.",
  },
  origin_refused: {
    en: "A web page of another origin ({origin}) sent this. Such pages may change nothing here and open no stream.",
    ko: "다른 출처({origin})의 웹 페이지가 보낸 요청입니다. 그런 페이지는 여기에서 아무것도 바꾸거나 실시간으로 받아 볼 수 없습니다.",
  },
  ask_from_here: {
    en: "Send it from a page of {own}, or from a program that is no browser.",
    ko: "{own}의 페이지나, 브라우저가 아닌 프로그램에서 보내세요.",
  },
  proxy_changes: {
    en: "The browser took it for the page's own address, but it came for {own}: a proxy in between has to pass Host on as it is and to set X-Forwarded-Proto to the browser's scheme.",
    ko: '브라우저는 이 페이지와 같은 주소로 보냈는데 여기에는 {own:으로} 보낸 요청으로 도착했습니다. 중간의 프록시가 "Host" 헤더를 그대로 넘기고 "X-Forwarded-Proto" 헤더에 브라우저가 쓴 방식(https 등)을 적도록 설정하세요.',
  },
  host_refused: {
    en: '"{host}" is not a host name that this API serves.',
    ko: '"{host:은}" 이 API가 응답하는 호스트 이름이 아닙니다.',
  },
  use_host: {
    en: "Use one of {hosts}. Add other names to api.hosts in the configuration.",
    ko: "다음 가운데 하나를 쓰세요: {hosts}. 다른 이름은 설정의 api.hosts에 넣으세요.",
  },
  other_instance: {
    en: 'Instance "{own}" answers here, not "{meant}".',
    ko: '여기서 응답한 것은 인스턴스 "{own}"이고, 찾는 것은 "{meant}"입니다.',
  },
  find_instance: {
    en: "Find out where the instance that you mean listens, or leave the Holdpoint-Instance header out.",
    ko: "찾는 인스턴스의 주소를 확인하거나 Holdpoint-Instance 헤더를 빼세요.",
  },
  head_too_large: {
    en: "The address and the headers together are larger than 16 KiB.",
    ko: "주소와 헤더를 합쳐 16 KiB가 넘습니다.",
  },
  shorten_address: {
    en: "Shorten the address, or move values into the body.",
    ko: "주소를 줄이거나 값을 본문으로 옮기세요.",
  },
  not_http: {
    en: "The data that arrived is not an HTTP request, or it took too long to arrive.",
    ko: "도착한 것이 HTTP 요청이 아니거나, 도착하는 데 너무 오래 걸렸습니다.",
  },
  no_address: {
    en: "The request's address, or its Host, is missing or can be no address.",
    ko: "요청의 주소나 `Host`가 없거나 주소의 꼴이 아닙니다.",
  },
  write_address: {
    en: "Send a path that begins with /, without a backslash, and the host of the API's own address as Host.",
    ko: "/로 시작하고 역슬래시가 없는 경로를 보내고, `Host`에는 API 주소의 호스트를 쓰세요.",
  },
  raw_address: {
    en: "The address holds a raw space, or a letter that is not ASCII.",
    ko: "주소에 빈칸이나 ASCII가 아닌 글자가 그대로 들어 있습니다.",
  },
  encode_address: {
    en: "Percent-encode it: a space is %20. curl does so with -G --data-urlencode.",
    ko: "퍼센트 인코딩으로 쓰세요. 빈칸은 %20입니다. `curl`에서는 `-G --data-urlencode`를 쓰면 됩니다.",
  },
  send_http: { en: "Send HTTP/1.1 to this port.", ko: "이 포트에는 HTTP/1.1로 보내세요." },
  key_stood_for_other: {
    en: "The Idempotency-Key stood for another request.",
    ko: "이 Idempotency-Key는 다른 요청에 쓰였습니다.",
  },
  new_key_each: {
    en: "Use a new key for every new request; repeat only the same request with the same key.",
    ko: "새 요청마다 새 키를 쓰고, 같은 요청을 다시 보낼 때만 같은 키를 쓰세요.",
  },
  first_still_runs: {
    en: "The first request with this Idempotency-Key is still running.",
    ko: "이 Idempotency-Key를 쓴 첫 요청이 아직 처리되고 있습니다.",
  },
  repeat_soon: {
    en: "Wait a moment and repeat it: you get the first one's response.",
    ko: "잠시 뒤에 다시 보내면 첫 요청의 답을 받습니다.",
  },
  base64: { en: "must be base64.", ko: "base64여야 합니다." },
  idempotency_key_form: {
    en: "must be 1 to 255 visible ASCII characters, such as a UUID.",
    ko: "UUID처럼 보이는 ASCII 글자 1~255자여야 합니다.",
  },
  not_a_cursor: {
    en: "It is not a cursor for this list with these filters.",
    ko: "이 목록과 조건에서 받은 커서가 아닙니다.",
  },
  send_next_cursor: {
    en: 'Send the "next_cursor" of the previous page with the same filters, or no cursor for the first page.',
    ko: '같은 조건으로 앞 페이지의 "next_cursor"를 보내거나, 첫 페이지를 보려면 커서를 빼세요.',
  },
  queries_unknown: {
    en: "{count} query parameters are not known here.",
    ko: "모르는 쿼리 매개변수가 {count}개 있습니다.",
  },
  not_of_streams: {
    en: "counts only without `accept: text/event-stream`: a stream goes on until the plan ends.",
    ko: "`accept: text/event-stream` 없이 요청할 때만 쓸 수 있습니다. 스트림은 계획이 끝날 때까지 이어집니다.",
  },
  of_streams: {
    en: "counts only with `accept: text/event-stream`.",
    ko: "`accept: text/event-stream`으로 요청할 때만 쓸 수 있습니다.",
  },
  ask_for_board: {
    en: "Send that header, or ask once with GET /v1/plans/{plan}/board.",
    ko: "그 헤더를 보내거나, 한 번만 보려면 GET /v1/plans/{plan}/board를 요청하세요.",
  },
  not_beside_board: {
    en: "cannot be combined with `board`: where events are left out, its rows stay as they were.",
    ko: "`board`와 함께 쓸 수 없습니다. 빠진 이벤트가 있으면 보드의 행이 예전 상태로 남습니다.",
  },
  said_twice: {
    en: "is given more than once. Keep one of them.",
    ko: "두 번 이상 지정했습니다. 하나만 남기세요.",
  },
  no_query: { en: "There is no such query parameter.", ko: "그런 쿼리 매개변수가 없습니다." },
  takes_no_query: {
    en: "Leave the query out; this address takes none.",
    ko: "쿼리를 빼세요. 이 주소에서는 쓰지 않습니다.",
  },
  takes_queries: { en: "This address takes {names}.", ko: "이 주소에서 쓸 수 있는 것: {names}." },
  if_match_form: {
    en: 'must be one version of the plan, such as "v3" with the quotes (the ETag of GET /v1/plans/<id>), or *.',
    ko: '"v3"처럼 따옴표까지 쓴 계획의 버전 하나(GET /v1/plans/<id>의 ETag)나 *이어야 합니다.',
  },

  takes_no_if_match: {
    en: "is not looked at here: the change would be made at any version.",
    ko: "여기서는 보지 않는 헤더입니다. 어느 버전에서든 바뀌게 됩니다.",
  },
  leave_out_if_match: {
    en: "Leave it out, if any version will do. Edits, undo, rollback, resume, cancel, todos and deleting an agent take it; saving an agent takes after_version.",
    ko: "어느 버전이든 괜찮으면 빼세요. 수정, 실행 취소, 되돌리기, 재개, 취소, 할 일, 에이전트 삭제에 쓸 수 있고, 에이전트를 저장할 때는 after_version을 씁니다.",
  },

  // Bodies and messages that cannot be read.
  value_in_other_form: {
    en: "Send the value in another form; nothing was changed.",
    ko: "값을 다른 꼴로 보내세요. 바뀐 것은 없습니다.",
  },
  key_twice: {
    en: '"{name}" stands twice in one object.',
    ko: '한 객체에 "{name:이}" 두 번 있습니다.',
  },
  not_utf8: { en: "It is not UTF-8.", ko: "UTF-8이 아닙니다." },
  broke_off: { en: "It broke off.", ko: "중간에 끊겼습니다." },
  no_content_type: { en: "The body has no content type.", ko: "본문의 형식이 적혀 있지 않습니다." },
  type_not_read: { en: '"{type}" is not read here.', ko: '"{type:은}" 읽을 수 없는 형식입니다.' },
  body_is_encoded: {
    en: 'The body is encoded ("content-encoding: {coding}"), and bodies are read only as they are.',
    ko: '본문이 인코딩되어 있습니다("content-encoding: {coding}"). 본문은 있는 그대로만 읽습니다.',
  },
  send_uncompressed: {
    en: "Send it without compression, and without that header.",
    ko: "압축하지 말고 이 헤더 없이 보내세요.",
  },
  charset_not_read: {
    en: 'The content type says "charset={charset}", and bodies are read as UTF-8.',
    ko: '본문은 UTF-8로만 읽습니다. 보낸 형식: "charset={charset}".',
  },
  send_utf8: {
    en: 'Send the body in UTF-8, and leave "charset" out.',
    ko: '본문을 UTF-8로 보내고, "charset"은 빼세요.',
  },
  body_not_taken: {
    en: "is not read with {method}: what it says would count for nothing.",
    ko: "{method} 요청에서는 읽지 않습니다. 보내도 쓰이지 않습니다.",
  },
  values_in_query: {
    en: "Leave it out. What an address takes here stands in its query; GET /docs describes all routes.",
    ko: "빼고 보내세요. 이런 요청의 값은 쿼리에 적습니다. 모든 주소는 GET /docs에 있습니다.",
  },
  send_json_or_yaml: {
    en: 'Send "content-type: application/json" or "application/yaml".',
    ko: '"content-type: application/json"이나 "application/yaml"로 보내세요.',
  },
  send_bytes: {
    en: 'Send the file as it is, with "content-type: {type}".',
    ko: '파일을 그대로 "content-type: {type}"으로 보내세요.',
  },
  cannot_be_read: {
    en: "It cannot be read as {form}: {why}",
    ko: "{form:으로} 읽을 수 없습니다: {why}",
  },
  correct_body: {
    en: "Correct the body and send it again; nothing was changed.",
    ko: "본문을 고쳐 다시 보내세요. 바뀐 것은 없습니다.",
  },
  at_most_read: { en: "At most {most} bytes are read.", ko: "{most}바이트까지 읽습니다." },
  put_in_file: {
    en: "Put large data in a file and let a todo read it.",
    ko: "큰 데이터는 파일에 두고 할 일이 읽게 하세요.",
  },
  json_only: {
    en: "it has more than {most} characters, which are read only of JSON",
    ko: "{most}자가 넘는 본문은 JSON만 읽습니다",
  },
  yaml_broken: {
    en: "{why} (line {line}, column {column})",
    ko: "{why} ({line}행 {column}열)",
  },
  several_documents: {
    en: "it holds more than one document",
    ko: "문서가 둘 이상 들어 있습니다",
  },
  no_aliases: {
    en: "write out what *{name} stands for: aliases are not read",
    ko: "*{name} 자리에 내용을 그대로 쓰세요. 별칭은 읽지 않습니다",
  },
  too_deep: {
    en: "it is nested deeper than {most} levels",
    ko: "{most}단계까지 겹칠 수 있습니다",
  },
  key_is_text: { en: "a key must be a plain text", ko: "이름은 글이어야 합니다" },
  binary_frame: { en: "The message is a binary frame.", ko: "글이 아닌 프레임입니다." },
  frame_too_large: {
    en: "The message has {bytes} bytes; at most {most} are allowed.",
    ko: "메시지가 {bytes}바이트입니다. {most}바이트까지 보낼 수 있습니다.",
  },
  use_http: {
    en: "Send it to the HTTP route, which accepts larger messages.",
    ko: "더 큰 메시지를 받는 HTTP 주소로 보내세요.",
  },
  send_one_frame: {
    en: "Nothing was changed. Send one JSON object in each text frame.",
    ko: "바뀐 것은 없습니다. 글 프레임마다 JSON 객체 하나를 보내세요.",
  },
  too_many_plans: {
    en: "One socket may watch at most {most} plans.",
    ko: "연결 하나로 계획을 {most}개까지 볼 수 있습니다.",
  },
  unsubscribe_one: {
    en: "Unsubscribe from one, or open another socket.",
    ko: "하나를 그만 보거나 연결을 하나 더 여세요.",
  },
  is_websocket: { en: "{path} is a WebSocket.", ko: "{path:은} WebSocket 주소입니다." },
  connect_ws: {
    en: "Connect with ws://, or read GET /v1/plans/<id>/events with accept: text/event-stream.",
    ko: "ws://로 연결하거나, accept: text/event-stream으로 GET /v1/plans/<id>/events를 읽으세요.",
  },
  other_session: {
    en: 'must be "{id}", the session of this socket.',
    ko: '이 연결의 세션은 "{id}"입니다.',
  },
  one_socket_each: { en: "Open one socket per session.", ko: "세션마다 연결을 하나씩 여세요." },
} as const satisfies Catalog;
