/** Whether a todo's title or id has a text that somebody looks for, in any case and however Hangul was typed. */
export function hasText(
  { id, title }: { readonly id: string; readonly title: string },
  text: string,
): boolean {
  const wanted = plain(text.trim());
  return plain(title).includes(wanted) || plain(id).includes(wanted);
}

const plain = (text: string): string => text.normalize("NFC").toLowerCase();
