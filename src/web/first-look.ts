/*
 * Runs before anything is painted: the page has its theme and language from the start, whenever the rest
 * arrives. It is a file of its own, and so imports nothing that others have, too.
 */
{
  const root = document.documentElement;
  try {
    const kept = JSON.parse(localStorage.getItem("holdpoint.settings") ?? "{}") as {
      readonly theme?: unknown;
      readonly language?: unknown;
    };
    const { theme, language } = kept;
    if (theme === "light" || theme === "dark") root.dataset["theme"] = theme;
    if (language === "en" || language === "ko") root.lang = language;
  } catch {
    // What cannot be read is as if nothing were chosen.
  }
}
