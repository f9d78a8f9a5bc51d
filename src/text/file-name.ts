/** A name in signs that every file system takes; it leads into no other folder. */
export function plainFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}._ -]/gu, "_").replace(/^\.+/, "") || "file";
}
