import { describe, expect, test } from "vitest";
import { createBuiltinTools } from "../../src/tools/builtin-tools.ts";
import { createNetworkPolicy } from "../../src/tools/network/network-policy.ts";

describe("what the configuration opens", () => {
  test.each([
    ["intranet.example", "http://intranet.example:8080/", true],
    ["intranet.example", "https://INTRANET.example/", true],
    ["Intranet.Example", "http://intranet.example/", true],
    ["intranet.example", "http://a.intranet.example/", false],
    ["intranet.example", "http://intranet.example.evil.test/", false],
    ["intranet.example:8080", "http://intranet.example:8080/", true],
    ["intranet.example:8080", "http://intranet.example/", false],
    ["intranet.example:80", "http://intranet.example/", true],
    ["intranet.example:443", "https://intranet.example/", true],
    ["intranet.example:443", "http://intranet.example/", false],
    ["127.0.0.1:9000", "http://127.0.0.1:9000/", true],
    ["127.0.0.1:9000", "http://127.0.0.1:9001/", false],
    ["127.0.0.1:9000", "http://[::ffff:127.0.0.1]:9000/", false],
    ["::1", "http://[::1]:9000/", true],
    ["[::1]:9000", "http://[::1]:9000/", true],
    ["[::1]:9000", "http://[::1]:9001/", false],
    ["[0:0:0:0:0:0:0:1]", "http://[::1]/", true],
    ["10.0.0.0/8", "http://10.1.2.3/", false],
  ])("%s, for %s: %s", (entry, url, opened) => {
    expect(createNetworkPolicy([entry]).allowsHost(new URL(url))).toBe(opened);
  });

  test.each([
    ["10.0.0.0/8", "10.255.0.1", true],
    ["10.0.0.0/8", "::ffff:10.255.0.1", true],
    ["10.0.0.0/8", "11.0.0.1", true],
    ["10.0.0.0/8", "192.168.0.1", false],
    ["10.0.0.0/8", "::1", false],
    ["127.0.0.2/32", "127.0.0.1", false],
    ["fd00::/8", "fd12::1", true],
    ["fd00::/8", "fe80::1", false],
    ["fd00::/8", "10.0.0.1", false],
    ["0.0.0.0/0", "127.0.0.1", true],
    ["10.0.0.1", "10.0.0.1", false],
  ])("range %s, for the address %s: %s", (entry, address, opened) => {
    expect(createNetworkPolicy([entry]).allowsAddress(address)).toBe(opened);
  });

  test.each([
    "",
    "*",
    "*.example",
    "http://intranet.example",
    "intranet.example/path",
    "user@intranet.example",
    "intranet.example:http",
    "intranet.example:99999",
    "intranet.example.",
    "10.0.0.0/33",
    "10.0.0.0/",
    "10.0.0/8",
    "/8",
    "0x7f.1",
    "127.1",
    "[::1",
    "a b",
  ])("does not accept %j and says what to write", (entry) => {
    expect(() => createBuiltinTools({ http: { allow: [entry] } })).toThrow(
      /http\.allow entry .* is not understood\. Write an exact host/,
    );
  });
});
