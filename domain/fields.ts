/** A SHA-256 digest, in upper or lower case. */
export const sha256Pattern = /^[0-9a-f]{64}$/i;

/** A colour as `#rrggbb`, in upper or lower case. */
export const colourPattern = /^#[0-9a-f]{6}$/i;

/** Six digits of an authenticator app; spaces between them don't count. */
export const factorCodePattern = /^\s*(?:\d\s*){6}$/;

/** Dates as `YYYY-MM-DD`, null or empty when not set. */
export function endsBeforeStart(start: string | null, end: string | null): boolean {
  return Boolean(start) && Boolean(end) && (end as string) < (start as string);
}
