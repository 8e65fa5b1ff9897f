import { invalid } from '../../errors.ts';
import { isSendableToken, normaliseBaseUrl, normaliseFingerprint } from '../frameworks/address.ts';
import type { Framework } from '../frameworks/contract.ts';
import type { C2ConfigInput } from './contract.ts';

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
