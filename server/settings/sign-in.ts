import { readFileSync } from 'node:fs';
import { SettingsError } from './settings-error.ts';

/** The settings of signing in with the organisation's accounts, as given: read completely when the server starts. */
export type SignInSource = {
  /** The setting that holds the text, for refusals. */
  setting: string;
  /** JSON. */
  text: string;
  /** Secrets of providers by the middle of their setting's name. */
  secrets: ReadonlyMap<string, string>;
  /** Certificates of the organisation's own authority (PEM) beside the system's; null = only the system's. */
  authorities: { oidc: string | null; ldap: string | null };
};

const secretName = /^SVC_SIGN_IN_([A-Z0-9_]+)_SECRET(_FILE)?$/;

/**
 * Reads the settings of signing in; null when there are none. Refuses (SettingsError) a file that can't be read, and a value given
 * twice.
 */
export function readSignInSource(
  readValue: (name: string) => string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): SignInSource | null {
  const file = readValue('SVC_SIGN_IN_FILE');
  const text = readValue('SVC_SIGN_IN');
  if (file !== undefined && text !== undefined) throw twice('SVC_SIGN_IN', 'SVC_SIGN_IN_FILE');
  if (file === undefined && text === undefined) return null;
  const secrets = new Map<string, string>();
  for (const name of Object.keys(environment)) {
    const [, id, isFile] = secretName.exec(name) ?? [];
    const value = readValue(name);
    if (id === undefined || value === undefined) continue;
    if (secrets.has(id)) throw twice(`SVC_SIGN_IN_${id}_SECRET`, `SVC_SIGN_IN_${id}_SECRET_FILE`);
    secrets.set(id, isFile === undefined ? value : readText(name, value).trim());
  }
  return {
    setting: file === undefined ? 'SVC_SIGN_IN' : 'SVC_SIGN_IN_FILE',
    text: file === undefined ? String(text) : readText('SVC_SIGN_IN_FILE', file),
    secrets,
    authorities: {
      oidc: readAuthority('SVC_OIDC_CA', readValue),
      ldap: readAuthority('SVC_LDAP_CA', readValue),
    },
  };
}

function readAuthority(name: string, readValue: (name: string) => string | undefined): string | null {
  const file = readValue(name);
  if (file === undefined) return null;
  const text = readText(name, file);
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new SettingsError(`${name} must be a file with certificates in PEM form`);
  return text;
}

function readText(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`${name}: ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function twice(one: string, other: string): SettingsError {
  return new SettingsError(`${one} and ${other} can't both be given`);
}
