/** Length of the time steps of authenticator codes, counted from 1970. */
export const stepMilliseconds = 30_000;
/** Steps by which a code may be early or late, because clocks differ and people type slowly. */
export const stepsEachWay = 1;
/** Number of recovery codes issued at once. */
export const recoveryCodes = 10;
/** 32 characters that are hard to confuse. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Time allowed for the second step of signing in or adding a factor. */
export const pendingMilliseconds = 5 * 60_000;

export type Method = 'totp' | 'passkey' | 'recovery_code';

/** A recovery code without case, grouping, and letters that look like digits. */
export function toPlainRecoveryCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** The six digits of a typed code. */
export function toPlainCode(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

/**
 * Takes the name in a `Host` header, returns the host for which passkeys can be created; null for an IP address, which browsers
 * reject, or an invalid name.
 */
export function toPasskeyHost(host: string): string | null {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name);
  return name === '' || isAddress ? null : name;
}

/** Origins of pages that may use passkeys of this server: browsers require TLS except on the local machine. */
export function listOrigins(host: string): string[] {
  const lower = host.toLowerCase();
  const name = toPasskeyHost(lower);
  const isLocal = name === 'localhost' || name?.endsWith('.localhost');
  return [
    `https://${lower.replace(/:443$/, '')}`,
    ...(isLocal ? [`http://${lower.replace(/:80$/, '')}`] : []),
  ];
}

/** Available factors, quickest first. */
export function listMethods(has: { totp: boolean; passkeysHere: number; recoveryCodes: number }): Method[] {
  return [
    ...(has.passkeysHere > 0 ? ['passkey' as const] : []),
    ...(has.totp ? ['totp' as const] : []),
    ...(has.recoveryCodes > 0 ? ['recovery_code' as const] : []),
  ];
}
