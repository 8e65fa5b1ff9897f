/** Whether an address means the computer on which it is opened. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\])/.test(hostname);
}

/**
 * Takes this page's origin, the names by which others reach the server, and its shared addresses; returns possible addresses for
 * a link, best first and loopback ones last.
 */
export function listOrigins(
  here: { origin: string; protocol: string; port: string },
  hosts: readonly string[],
  shared: string | null,
): string[] {
  if (shared !== null) return [shared];
  const named = hosts.map((host) => {
    const hasPort = /:\d+$/.test(host) && !host.endsWith(']');
    return `${here.protocol}//${host}${hasPort || here.port === '' ? '' : `:${here.port}`}`;
  });
  const all = [...new Set([here.origin, ...named])];
  return all.toSorted((one, other) => Number(isLoopback(one)) - Number(isLoopback(other)));
}
