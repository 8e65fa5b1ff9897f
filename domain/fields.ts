/** A SHA-256 digest as people give it, in either case. */
export const sha256Pattern = /^[0-9a-f]{64}$/i;

/** Days as `YYYY-MM-DD`, null or empty where there is none. */
export function endsBeforeStart(start: string | null, end: string | null): boolean {
  return Boolean(start) && Boolean(end) && (end as string) < (start as string);
}
