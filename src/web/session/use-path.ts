import { useRouter } from "@tanstack/react-router";

/**
 * Tells where the screen is going by now, part by part. That is known before the page is there, so that
 * each of several fast keys counts.
 */
export function usePath(): () => readonly string[] {
  const { history } = useRouter();
  return () => history.location.pathname.split("/").slice(1).map(decodeURIComponent);
}
