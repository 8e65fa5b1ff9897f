/** Returns `next` only if the browser resolves it to a path of this server: anyone can write the address it comes from. */
export function toLocalPath(next: string | null): string {
  if (!next?.startsWith('/') || !URL.canParse(next, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(next, location.origin);
  const isHere = origin === location.origin && !pathname.startsWith('//');
  // Both would lead back to this page.
  const isEntry = /^\/(?:sign-in|setup)\/*$/i.test(pathname);
  return isHere && !isEntry ? pathname + search + hash : '/';
}
