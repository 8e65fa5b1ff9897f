import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { SettingsError } from './settings/settings-error.ts';

/**
 * Loads a file's variables into the environment of this process, like `EnvironmentFile=` of systemd. Refuses (SettingsError) an
 * unreadable file, and a line that is no variable.
 */
export function loadEnvFile(file: string): void {
  const variables = parseEnvFile(readEnvFile(file), file);
  Object.assign(process.env, variables);
  // Node reads this variable only at its start.
  const authority = variables.NODE_EXTRA_CA_CERTS;
  if (authority) trustAuthority(authority);
}

function readEnvFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingsError(`--env-file: ${file} can't be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

function trustAuthority(file: string): void {
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(file, 'utf8')]);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SettingsError(`NODE_EXTRA_CA_CERTS: ${file} can't be used (${code ?? message})`);
  }
}

/**
 * The variables of a file, read as systemd does: comments have their own lines, and values may be quoted. A later `#` belongs to
 * the value, as in many passwords.
 */
export function parseEnvFile(text: string, name = 'the file'): Record<string, string> {
  const variables: Record<string, string> = {};
  const lines = text.replace(/^\u{feff}/u, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const first = index + 1;
    let line = (lines[index] as string).trim();
    if (line === '' || /^[#;]/.test(line)) continue;
    while (/(?<!\\)(?:\\\\)*\\$/.test(line) && index + 1 < lines.length) {
      index += 1;
      line = line.slice(0, -1) + (lines[index] as string).trim();
    }
    const [, key, value] = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$/.exec(line) ?? [];
    // The line may contain a secret.
    if (key === undefined || value === undefined)
      throw new SettingsError(`${name}, line ${first}: NAME=value is expected`);
    variables[key] = unquote(value);
  }
  return variables;
}

function unquote(value: string): string {
  const single = /^'(.*)'$/s.exec(value)?.[1];
  if (single !== undefined) return single;
  const double = /^"(.*)"$/s.exec(value)?.[1];
  if (double !== undefined) return double.replaceAll(/\\(["\\`$])/g, '$1');
  // Windows paths keep their backslashes.
  return value.replaceAll(/\\([^A-Za-z0-9])/g, '$1');
}
