/** Validity of a token in seconds. */
export const tokenSeconds = 60 * 60;
/** Lifetime of a session: 12 hours. Its tokens are renewed until an hour before the end. */
export const sessionMilliseconds = 12 * 60 * 60 * 1000;

/** Whether a session ending then still outlasts a new token. */
export function canRenew(expiresAt: string, now: number): boolean {
  return Date.parse(expiresAt) - now >= tokenSeconds * 1000;
}

/** Whether a renewal is the session's first in its hour: the history gets one entry an hour. */
export function isToldOfRenewal(
  { created_at, renewed_at }: { created_at: string; renewed_at: string | null },
  now: number,
): boolean {
  const hourOf = (time: number) => Math.floor((time - Date.parse(created_at)) / (60 * 60 * 1000));
  return hourOf(now) > hourOf(Date.parse(renewed_at ?? created_at));
}

/**
 * Time for which the previous value of a renewal cookie is still accepted, because tabs renew at the same time and responses get
 * lost.
 */
export const renewalGraceMilliseconds = 30_000;

/** Validity of a ticket, and the limit of open tickets per person. */
export const ticketSeconds = 30;
export const mostTicketsOfPerson = 8;
