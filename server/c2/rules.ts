import { invalid } from '../errors.ts';
import type { C2ConfigInput, Framework } from './contract.ts';
import { isSendableToken, normaliseBaseUrl, normaliseFingerprint } from './frameworks/address.ts';

export type ConfigBefore = { framework: Framework; base_url: string; sealed_token: string | null };

export type JudgedConfig = {
  framework: Framework;
  base_url: string;
  tls: 'verify' | 'pin' | 'insecure';
  tls_fingerprint: string | null;
  operation: string | null;
  /** Whether the token stored before goes on being used. */
  keepsToken: boolean;
};

/**
 * Judges a new configuration against the one before. Refuses (`invalid`, at the field) a missing or bad address, `pin`
 * without a certificate or without https, a token no header can carry, and a missing token; the token before counts only
 * while framework and address stay the same, because a token never goes to a host it was not given for.
 */
export function judgeConfig(input: C2ConfigInput, before: ConfigBefore | null): JudgedConfig {
  const base_url = addressOf(input);
  const fingerprint = input.tls_fingerprint === null ? null : normaliseFingerprint(input.tls_fingerprint);
  if (input.tls === 'pin') {
    if (fingerprint === null) throw invalid('tls_fingerprint', 'is needed when tls is "pin"');
    if (!base_url.startsWith('https:')) throw invalid('tls', '"pin" needs an https address');
  }
  if (input.token !== undefined && !isSendableToken(input.token)) {
    throw invalid('token', 'holds characters that no HTTP header can carry');
  }
  const sameHost = before !== null && before.framework === input.framework && before.base_url === base_url;
  const keepsToken = input.token === undefined && sameHost && before.sealed_token !== null;
  if (input.token === undefined && !keepsToken && input.framework !== 'fake') {
    throw invalid(
      'token',
      before === null
        ? 'is needed'
        : 'is needed: the stored token was given for another framework or address',
    );
  }
  return {
    framework: input.framework,
    base_url,
    tls: input.tls,
    tls_fingerprint: fingerprint,
    operation: input.operation,
    keepsToken,
  };
}

function addressOf(input: C2ConfigInput): string {
  if (input.base_url !== undefined && input.base_url !== '') return normaliseBaseUrl(input.base_url);
  if (input.framework === 'fake') return '';
  throw invalid('base_url', 'is needed');
}

/** The most of a task's output that goes into the simulation's `output`; more is kept whole as a file. */
export const inlineOutputBytes = 1024 * 1024;

/** What stands in the simulation's `output` for one that is kept whole as a file: its head, and a line that says so. */
export function headAndNote(output: string, size: number): string {
  const head = headOf(output, inlineOutputBytes);
  return `${head}${head.endsWith('\n') ? '' : '\n'}[${size} bytes, kept whole as a file of this simulation]\n`;
}

/** What stands in the simulation's `output` for one that no adapter takes over, because it is too large. */
export const tooLargeNote =
  '[The output of this task is larger than Damson takes over; it is in the framework alone]\n';

/** The beginning of a text that fits into so many bytes of UTF-8, never cut within a character. */
export function headOf(text: string, bytes: number): string {
  // A character has at least as many bytes as it has UTF-16 units, so what follows can not be part of the head.
  const all = Buffer.from(text.slice(0, bytes + 1), 'utf8');
  if (all.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && ((all[end] as number) & 0xc0) === 0x80) end -= 1;
  return all.toString('utf8', 0, end);
}
