import { createSealer } from '../../sealing.ts';
import type { SealingKeys } from '../../secrets.ts';

/** Tokens that ask a provider again for a person, and sign them out there. */
export type ProviderTokens = { refreshToken: string | null; idToken: string | null };

const purpose = 'provider tokens';

/** Sealed for this identity; null when there is nothing to keep. */
export function sealTokens(keys: SealingKeys, tokens: ProviderTokens, identityId: string): string | null {
  if (tokens.refreshToken === null && tokens.idToken === null) return null;
  return createSealer(keys.forSealing(), purpose).seal(JSON.stringify(tokens), identityId);
}

/** Null when the key is gone. */
export function openTokens(keys: SealingKeys, sealed: string, identityId: string): ProviderTokens | null {
  for (const key of keys.known()) {
    const opened = createSealer(key, purpose).open(sealed, identityId);
    if ('text' in opened) return JSON.parse(opened.text) as ProviderTokens;
  }
  return null;
}
