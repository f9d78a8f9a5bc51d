/** Bytes become a file on the person's disk; the page never shows them as a document. */
export function saveFile(content: string | Uint8Array, name: string): void {
  const bytes = typeof content === "string" ? content : (content as Uint8Array<ArrayBuffer>);
  const blob = new Blob([bytes], { type: "application/octet-stream" });
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
