/** Only a path of this server, as the browser itself reads it: `next` comes from the address, which anyone can write. */
export function toLocalPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  const isHere = origin === location.origin && !pathname.startsWith('//');
  // Both would end on this page again.
  const isEntry = /^\/(?:sign-in|setup)\/*$/i.test(pathname);
  return isHere && !isEntry ? pathname + search + hash : '/';
}
