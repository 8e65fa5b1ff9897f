/** Whether an address leads to the computer that it is opened on, whichever that is. */
export function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^(127\.|\[::1\])/.test(hostname);
}

/**
 * Takes where this page is, the names the server has been told others reach it by, and where it is shared; returns the addresses
 * a link may have, the best first: one that leads to the same computer from everywhere comes last.
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
