/**
 * Takes a `Cookie` header, returns its cookies by name. The first of a repeated name counts: browsers send the closest path
 * first.
 */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=');
    if (!cookies.has(name)) cookies.set(name, value.join('='));
  }
  return cookies;
}

/**
 * Takes a cookie, returns its `Set-Cookie` header, hiding it from scripts and other sites. It lasts until the browser is closed
 * unless `seconds` is given; 0 deletes it.
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
