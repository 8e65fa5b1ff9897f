import { isIP } from 'node:net';

/** A host: its first label and the whole name, if it has a domain. */
export type HostName = { short: string; full: string | null };

const placeholders = new Set(['', '-', 'n/a', 'na', 'none', 'null', 'undefined', 'unknown', '(empty)']);

/** Takes a text of a tool, returns it; null for a placeholder. */
export function toValue(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim();
  return placeholders.has(trimmed.toLowerCase()) ? null : trimmed;
}

/** Takes a field that may name several hosts, returns their names and addresses. */
export function readHosts(texts: readonly (string | null)[]): { names: HostName[]; addresses: string[] } {
  const names: HostName[] = [];
  const addresses: string[] = [];
  for (const text of texts.flatMap((one) => (one ?? '').split(/[\s,;|()]+/))) {
    const host = toValue(text)?.toLowerCase();
    if (!host) continue;
    if (isIP(host)) {
      addresses.push(host);
      continue;
    }
    const plain = host.replace(/^[^\\]*\\/, '').replace(/[.$]+$/, '');
    const [short = ''] = plain.split('.', 1);
    if (short !== '') names.push({ short, full: short === plain ? null : plain });
  }
  return { names, addresses };
}

const everyones = new Set([
  'system',
  'root',
  'local service',
  'network service',
  'localservice',
  'networkservice',
]);

/** Takes a user as `domain\user`, `user@domain` or a name; returns the name, or null for accounts that everything runs as. */
export function readUser(text: string | null): string | null {
  const user = toValue(text)?.toLowerCase().replace(/^.*\\/, '').replace(/@.*$/, '').replace(/\$$/, '');
  return !user || everyones.has(user) || /^s-1-\d/.test(user) ? null : user;
}

/** Words that commands of many attacks have in common. */
const common = new Set([
  'cmd',
  'cmd.exe',
  'powershell',
  'powershell.exe',
  'pwsh',
  'bash',
  'conhost.exe',
  '-command',
  '-encodedcommand',
  '-noprofile',
  '-exec',
  '-executionpolicy',
  'bypass',
  'windows',
  'system32',
  'program',
  'files',
  'users',
  'usr',
  'bin',
]);

const separators = /[\s"'=,;|&()<>\\/]+/;
const encoded = /\s-e(?:nc|ncodedcommand|c)?\s+([A-Za-z0-9+/]{16,}={0,2})/i;
const longestCommand = 8_000;

/** Takes a command line, returns its telling words in lower case, with those of an encoded command. */
export function readWords(command: string | null): Set<string> {
  const text = (command ?? '').slice(0, longestCommand);
  const inner = decode(encoded.exec(text)?.[1]);
  const words = `${text} ${inner}`
    .toLowerCase()
    .split(separators)
    .filter((word) => word.length > 2 && !common.has(word));
  return new Set(words);
}

function decode(text: string | undefined): string {
  if (text === undefined) return '';
  const plain = Buffer.from(text, 'base64').toString('utf16le');
  return /^[\x20-\x7e\s]+$/.test(plain) ? plain : '';
}

const technique = /\bT\d{4}(?:\.\d{3})?\b/gi;

/** Takes texts that name techniques in any form, returns their ids. */
export function readTechniques(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(technique) ?? []).map((id) => id.toUpperCase()))];
}
