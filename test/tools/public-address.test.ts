import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPublicAddress } from "../../src/tools/network/public-address.ts";

/** The first and last address of every block that is not public (IANA special-purpose registries). */
const NOT_PUBLIC_V4 = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
] as const;

const toNumber = (address: string) =>
  address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);
const toText = (number: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join(".");
const toHex = (number: number) =>
  `${Math.floor(number / 65_536).toString(16)}:${(number % 65_536).toString(16)}`;

/** Every way in which an IPv6 address can lead to an IPv4 one. */
const embeddings = (number: number) => [
  toText(number),
  `::ffff:${toText(number)}`,
  `::ffff:${toHex(number)}`,
  `64:ff9b::${toHex(number)}`,
  `2002:${toHex(number)}::1`,
  `2001:0:${toHex(number)}::f7f7:f7f7`,
  `2001:0:808:808:0:0:${toHex(2 ** 32 - 1 - number)}`,
];

const notPublic = fc
  .constantFrom(...NOT_PUBLIC_V4)
  .chain(([first, last]) => fc.integer({ min: toNumber(first), max: toNumber(last) }));
const publicAddress = fc
  .integer({ min: 0, max: 2 ** 32 - 1 })
  .filter((number) =>
    NOT_PUBLIC_V4.every(([first, last]) => number < toNumber(first) || number > toNumber(last)),
  )
  // Anycast services of the routing and DNS system, and Azure's machine-local endpoint.
  .filter((number) => !/^192\.(88\.99|175\.48|31\.196|52\.193)\./.test(toText(number)))
  .filter((number) => toText(number) !== "168.63.129.16");

describe("a public address", () => {
  test("is none that lies in a special IPv4 block, however it is wrapped", () => {
    fc.assert(
      fc.property(notPublic, (number) => {
        expect(embeddings(number).filter(isPublicAddress)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is any other IPv4 address, also when wrapped", () => {
    fc.assert(
      fc.property(publicAddress, (number) => {
        expect(embeddings(number).filter(isPublicAddress)).toEqual(embeddings(number));
      }),
      { numRuns: 1_000 },
    );
  });

  test.each(["2606:4700:4700::1111", "2001:4860:4860::8888", "2a00:1450:4001::1"])(
    "is %s",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each([
    "::",
    "::1",
    "::127.0.0.1",
    "::8.8.8.8",
    "::ffff:0:8.8.8.8",
    "64:ff9b:1::8.8.8.8",
    "100::1",
    "2001:2::1",
    "2001:10::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fe80::1%eth0",
    "2606:4700:4700::1111%eth0",
    "fec0::1",
    "ff02::1",
    "168.63.129.16",
    "::ffff:168.63.129.16",
    "0x7f000001",
    "2130706433",
    "127.1",
    "8.8.8.8 ",
    "[2606:4700:4700::1111]",
    "localhost",
    "",
  ])("is not %j", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
