/** How long a token is valid, in seconds. */
export const tokenSeconds = 60 * 60;
/** How long a session lasts: 12 hours. Its tokens are renewed until an hour before. */
export const sessionMilliseconds = 12 * 60 * 60 * 1000;

/** Whether a session that ends then still has all of a token's time. */
export function canRenew(expiresAt: string, now: number): boolean {
  return Date.parse(expiresAt) - now >= tokenSeconds * 1000;
}

/** Whether a renewal is the first in its hour of the session: one entry of the history tells of all in an hour. */
export function isToldOfRenewal(
  { created_at, renewed_at }: { created_at: string; renewed_at: string | null },
  now: number,
): boolean {
  const hourOf = (time: number) => Math.floor((time - Date.parse(created_at)) / (60 * 60 * 1000));
  return hourOf(now) > hourOf(Date.parse(renewed_at ?? created_at));
}

/** How long the value before the newest of a renewal cookie is still taken: tabs renew at once, and answers get lost. */
export const renewalGraceMilliseconds = 30_000;

/** How long a ticket can be used, and how many of a person are open at a time. */
export const ticketSeconds = 30;
export const mostTicketsOfPerson = 8;
