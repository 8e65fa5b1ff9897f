import { readFingerprint } from '../../domain/fingerprints.ts';

/**
 * Decision on a certificate that no authority vouches for: it is trusted, its person is asked, or it is refused, because it is
 * not the one trusted before (`changed`) or not the one that the link named (`unexpected`).
 */
export type Verdict = 'trust' | 'ask' | 'changed' | 'unexpected';

/** Judges a certificate by fingerprints: the one shown, the one trusted for this address, the one that the link named. */
export function judgeFingerprint(
  shown: string | null,
  trusted: string | null,
  named: string | null,
): Verdict {
  if (named !== null) return shown === named ? 'trust' : 'unexpected';
  if (trusted !== null) return shown === trusted ? 'trust' : 'changed';
  return 'ask';
}

/** Chromium hands a fingerprint over as "sha256/" and base64; null for anything else. */
export function readChromiumFingerprint(fingerprint: string): string | null {
  const [, base64 = ''] = /^sha256\/(.+)$/.exec(fingerprint) ?? [];
  return readFingerprint(Buffer.from(base64, 'base64').toString('hex'));
}

/** Why nothing was opened, for the person. */
export function explainDistrust(verdict: Exclude<Verdict, 'trust'>, origin: string): string {
  switch (verdict) {
    case 'changed':
      return `${origin} shows another certificate than the one you trusted, so nothing was opened. Somebody may be posing as it. If the person who shares it says that it has a new one, forget this address below and connect again.`;
    case 'unexpected':
      return `${origin} shows another certificate than the link names, so nothing was opened. Somebody may be posing as it, or the link is an old one: ask the person who shares it for the present one.`;
    case 'ask':
      return `The certificate of ${origin} was not trusted, so nothing was opened.`;
  }
}
