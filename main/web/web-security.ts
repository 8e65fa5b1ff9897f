import { fileURLToPath } from 'node:url';

/** Rules for pages in our windows, as pure functions. Everything not named here is denied; `own` is the origin of a window. */

/** The origin of an http or https address without a user in it, else null. */
export function readOrigin(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, username, password, origin } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  return username === '' && password === '' ? origin : null;
}

/** Whether a window or a redirect may go there: its own origin, in the main frame. The interface has no other frames. */
export function mayNavigate(address: string, own: string, isMainFrame: boolean): boolean {
  return isMainFrame && readOrigin(address) === own;
}

/** Decision on a link that opens a new window. */
export type Opening = { kind: 'deny' } | { kind: 'own'; url: string } | { kind: 'browser'; url: string };

/** A page of its own origin gets a window, an https address is offered to the system's browser, the rest is denied. */
export function judgeOpening(address: string, own: string): Opening {
  const origin = readOrigin(address);
  if (origin === null) return { kind: 'deny' };
  if (origin === own) return { kind: 'own', url: new URL(address).href };
  return origin.startsWith('https:') ? { kind: 'browser', url: new URL(address).href } : { kind: 'deny' };
}

/** Copying to the clipboard is the only permission of a page: in the main frame, from its own origin. */
export function mayUse(
  permission: string,
  requester: string,
  own: string | null,
  isMainFrame: boolean,
): boolean {
  return (
    permission === 'clipboard-sanitized-write' && isMainFrame && own !== null && readOrigin(requester) === own
  );
}

/** Whether a page being printed may load this: its own file, and the pictures in it. */
export function mayPrint(address: string, file: string): boolean {
  if (address.startsWith('data:')) return true;
  try {
    return fileURLToPath(address) === file;
  } catch {
    return false;
  }
}

/** Proxy settings that block all connections, including those to this computer, by using a proxy that doesn't exist. */
export const leadNowhere = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:1',
  proxyBypassRules: '<-loopback>',
} as const;

/**
 * Proxy settings that only allow connections to one origin: all others go through a proxy that doesn't exist. They also apply to
 * WebRTC, which bypasses request handlers, as long as UDP is not permitted.
 */
export function leadOnlyTo(origin: string): {
  mode: 'fixed_servers';
  proxyRules: string;
  proxyBypassRules: string;
} {
  const { protocol, hostname, port } = new URL(origin);
  const own = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
  // Without the first rule Chromium would connect to any service on this computer.
  return { ...leadNowhere, proxyBypassRules: `${leadNowhere.proxyBypassRules};${own}` };
}

/** Files come from the server or are created in the page. */
export function mayDownload(address: string, own: string): boolean {
  return readOrigin(address.startsWith('blob:') ? address.slice('blob:'.length) : address) === own;
}

export const launchHeader = 'X-Damson-Launch';

/**
 * Headers of a request: requests to the own origin get the secret, all others are not made. `own` is null while the server is
 * down, because another process on its port must get neither the secret nor a token. Addresses that never leave the page (blob:,
 * data:) pass unchanged.
 */
export function judgeRequest(
  address: string,
  headers: Readonly<Record<string, string>>,
  own: string | null,
  secret: string | null,
): { cancel: true } | { requestHeaders: Record<string, string> } {
  const kept = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== launchHeader.toLowerCase()),
  );
  if (/^(?:blob|data|devtools):/.test(address)) return { requestHeaders: kept };
  if (own === null || readOrigin(address) !== own) return { cancel: true };
  return { requestHeaders: secret === null ? kept : { ...kept, [launchHeader]: secret } };
}

/** Whether a message to the shell comes from the page in its window, and not from another frame, window or site. */
export function isOurPage(
  sender: { isOurs: boolean; isMainFrame: boolean; url: string },
  own: string,
): boolean {
  return sender.isOurs && sender.isMainFrame && readOrigin(sender.url) === own;
}

/** A file name for a dialog: the page's own, without anything that could lead elsewhere or reverse the reading direction. */
export function toOfferedName(given: string): string {
  const name = given
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(0, 200);
  return name === '' ? 'download' : name;
}
