import {
  type Framework,
  isBuiltIn,
  isSameConfiguration,
  keepsToken,
  type TlsMode,
} from '../../../domain/c2.ts';
import { invalid } from '../../errors.ts';
import { isSendableToken, normaliseBaseUrl, normaliseFingerprint } from '../frameworks/address.ts';
import type { C2ConfigInput } from './contract.ts';

export type ConfigBefore = {
  framework: Framework;
  base_url: string;
  tls: TlsMode;
  tls_fingerprint: string | null;
  operation: string | null;
  sealed_token: string | null;
};

export type JudgedConfig = {
  framework: Framework;
  base_url: string;
  tls: TlsMode;
  tls_fingerprint: string | null;
  operation: string | null;
  /** Whether to keep the stored token. */
  keepsToken: boolean;
  /** Whether it counts as the same configuration: tasks linked under it are still refreshed. */
  isSame: boolean;
};

/**
 * Checks a new configuration against the previous one. Refuses (`invalid`, at the field) a missing or bad address, `pin` without
 * a certificate or without https, a missing token, and one that can't be sent in a header. The previous token is reused only if
 * framework, address and certificate trust stay the same, so that it never goes to anyone it was not given for. Another
 * framework, address or operation makes it another configuration.
 */
export function judgeConfig(input: C2ConfigInput, before: ConfigBefore | null): JudgedConfig {
  const base_url = readAddress(input);
  const fingerprint = input.tls_fingerprint === null ? null : normaliseFingerprint(input.tls_fingerprint);
  if (input.tls === 'pin') {
    if (fingerprint === null) throw invalid('tls_fingerprint', 'is needed when tls is "pin"');
    if (!base_url.startsWith('https:')) throw invalid('tls', '"pin" needs an https address');
  }
  if (input.token !== undefined && !isSendableToken(input.token)) {
    throw invalid('token', 'holds characters that no HTTP header can carry');
  }
  const stored = before && { ...before, has_token: before.sealed_token !== null };
  const keeps =
    input.token === undefined && keepsToken(stored, { ...input, base_url, tls_fingerprint: fingerprint });
  if (input.token === undefined && !keeps && !isBuiltIn(input.framework)) {
    throw invalid(
      'token',
      before === null
        ? 'is needed'
        : 'is needed: the stored token was given for another framework, address or certificate',
    );
  }
  return {
    framework: input.framework,
    base_url,
    tls: input.tls,
    tls_fingerprint: fingerprint,
    operation: input.operation,
    keepsToken: keeps,
    isSame: isSameConfiguration(before, { ...input, base_url }),
  };
}

function readAddress(input: C2ConfigInput): string {
  if (input.base_url !== undefined && input.base_url !== '') return normaliseBaseUrl(input.base_url);
  if (isBuiltIn(input.framework)) return '';
  throw invalid('base_url', 'is needed');
}
