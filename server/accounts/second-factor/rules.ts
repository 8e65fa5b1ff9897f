/** A code of an authenticator app is of one of these, counted from 1970. */
export const stepMilliseconds = 30_000;
/** How many steps early or late a code may be: clocks differ, and people type. */
export const stepsEachWay = 1;
/** How many recovery codes somebody is given at once. */
export const recoveryCodes = 10;
/** Of 32 characters that are not taken for one another. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** How long the second step of a sign-in, or of adding something, may take. */
export const pendingMilliseconds = 5 * 60_000;

export type Method = 'totp' | 'passkey' | 'recovery_code';

/** A recovery code without what only people see in it: case, groups, and letters that look like digits. */
export function toPlainRecoveryCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}

/** The six digits of a code as it was typed. */
export function toPlainCode(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

/**
 * Whether a passkey can be made for this name of the server: browsers take names alone, no addresses. The name is that of a
 * `Host` header; null where it can't be one.
 */
export function toPasskeyHost(host: string): string | null {
  const name = host.toLowerCase().replace(/:\d*$/, '');
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name);
  return name === '' || isAddress ? null : name;
}

/** Where a page may stand that uses passkeys of this server: browsers need TLS, but on the machine itself. */
export function listOrigins(host: string): string[] {
  const lower = host.toLowerCase();
  const name = toPasskeyHost(lower);
  const isLocal = name === 'localhost' || name?.endsWith('.localhost');
  return [
    `https://${lower.replace(/:443$/, '')}`,
    ...(isLocal ? [`http://${lower.replace(/:80$/, '')}`] : []),
  ];
}

/** Available factors, the quickest first. */
export function listMethods(has: { totp: boolean; passkeysHere: number; recoveryCodes: number }): Method[] {
  return [
    ...(has.passkeysHere > 0 ? ['passkey' as const] : []),
    ...(has.totp ? ['totp' as const] : []),
    ...(has.recoveryCodes > 0 ? ['recovery_code' as const] : []),
  ];
}
