import { readFingerprint } from '../../domain/fingerprints.ts';
import { t } from '../words.ts';

/**
 * Decision on a certificate without an authority: trusted, left to the person, or refused because it differs from the one trusted
 * before (`changed`) or the one named in the link (`unexpected`).
 */
export type Verdict = 'trust' | 'ask' | 'changed' | 'unexpected';

/** Judges a certificate by fingerprints: the presented one, the one trusted for this address, the one named in the link. */
export function judgeFingerprint(
  shown: string | null,
  trusted: string | null,
  named: string | null,
): Verdict {
  if (named !== null) return shown === named ? 'trust' : 'unexpected';
  if (trusted !== null) return shown === trusted ? 'trust' : 'changed';
  return 'ask';
}

/** Chromium provides a fingerprint as "sha256/" and base64; null for anything else. */
export function readChromiumFingerprint(fingerprint: string): string | null {
  const [, base64 = ''] = /^sha256\/(.+)$/.exec(fingerprint) ?? [];
  return readFingerprint(Buffer.from(base64, 'base64').toString('hex'));
}

/** Explains to the person why nothing was opened. */
export function explainDistrust(verdict: Exclude<Verdict, 'trust'>, origin: string): string {
  switch (verdict) {
    case 'changed':
      return t('shell.certificate.changed', { origin });
    case 'unexpected':
      return t('shell.certificate.not_of_link', { origin });
    case 'ask':
      return t('shell.certificate.untrusted', { origin });
  }
}
