// An MCP server that means harm: each tool of it answers in another way that no server should.

const endless = { type: "object", properties: { more: {} } };
const strict = {
  type: "object",
  required: ["to", "count"],
  additionalProperties: false,
  properties: {
    to: { type: "object", properties: { name: { type: "string", enum: ["ann", "bob"] } } },
    count: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    // A pattern that takes for ever on the text that a test sends.
    slow: { type: "string", pattern: "^(a+)+$" },
  },
};
const deep = "[".repeat(100_000) + "]".repeat(100_000);

/** What is written, piece by piece, as the answer to a request; a result that is written as text is no JSON of ours. */
export function* hostileAnswer({ id, method, params }) {
  const whole = (text) => `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`;
  const result = (value) => whole(JSON.stringify(value));
  const text = (said) => ({ content: [{ type: "text", text: said }] });
  if (method === "initialize") {
    const { protocolVersion } = params;
    const serverInfo = { name: "hostile", version: "1" };
    yield result({ protocolVersion, capabilities: { tools: {} }, serverInfo });
    return;
  }
  if (method === "tools/list") {
    const tools = [
      { name: "strict", inputSchema: strict, outputSchema: { pattern: "^(a+)+$" } },
      {
        name: "odd_schema",
        inputSchema: { type: "object", properties: 7, required: "x", enum: 3 },
      },
      { name: "flood", inputSchema: endless },
    ];
    // The list has no end: after each page there is another.
    yield result({ tools, nextCursor: String(Number(params?.cursor ?? 0) + 1) });
    return;
  }
  if (method !== "tools/call") {
    yield `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"no"}}`;
    return;
  }
  switch (params.name) {
    case "flood":
      yield `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`;
      for (;;) yield "x".repeat(65_536);
    case "large":
      yield result(text("y".repeat(2 * 1024 * 1024)));
      return;
    case "deep":
      yield whole(`{"content":[],"structuredContent":{"a":${deep}}}`);
      return;
    case "no_content":
      yield whole('{"content":"none","structuredContent":7}');
      return;
    case "odd_parts":
      yield whole('{"content":[null,7,{"type":"text"}]}');
      return;
    case "no_result":
      yield whole("null");
      return;
    case "long_failure":
      yield result({ ...text("z".repeat(1024 * 1024)), isError: true });
      return;
    case "long_refusal":
      yield `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32602,"message":"${"z".repeat(1024 * 1024)}"}}`;
      return;
    default:
      yield result({ ...text("called"), structuredContent: { args: params.arguments } });
  }
}

if (process.argv[2] === "stdio") {
  const write = async (pieces) => {
    for (const piece of pieces) {
      if (!process.stdout.write(piece)) await new Promise((go) => process.stdout.once("drain", go));
    }
    process.stdout.write("\n");
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.id !== undefined) void write(hostileAnswer(message));
    }
  });
}
