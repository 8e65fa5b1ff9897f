/** Whether a page may be read without a sign-in: the user guide, which explains how to sign in. */
export function isOpenToAll(pathname: string): boolean {
  return pathname === '/help' || pathname.startsWith('/help/');
}
