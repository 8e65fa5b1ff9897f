/** Takes a `Cookie` header, returns the cookies in it by name; of several of a name the first, which browsers send for the closest path. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (!cookies.has(name)) cookies.set(name, value.join('='));
  }
  return cookies;
}

/**
 * Takes a cookie that no script may read and no other site has sent, returns its `Set-Cookie` header. It lasts until the browser is closed
 * unless `seconds` says how long; 0 deletes it.
 */
export function makeCookie(
  name: string,
  value: string,
  { path, isTls, seconds }: { path: string; isTls: boolean; seconds?: number | null },
): string {
  return [
    `${name}=${value}`,
    ...(seconds === undefined || seconds === null ? [] : [`Max-Age=${seconds}`]),
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isTls ? ['Secure'] : []),
  ].join('; ');
}
