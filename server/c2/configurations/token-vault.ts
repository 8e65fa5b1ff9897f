import { DomainError } from '../../errors.ts';
import { createSealer } from '../../sealing.ts';

/** Seals and opens the token of an engagement's C2 configuration; only this code handles both forms. */
export type TokenVault = {
  readonly available: boolean;
  /** The sealed token as one line of text. Refuses (`encryption_key_absent`) without a key. */
  seal(token: string, engagementId: string): string;
  /**
   * Refuses without a key (`encryption_key_absent`), when another key sealed it (`encryption_key_changed`), and when it was
   * altered or belongs to another engagement (`token_damaged`).
   */
  open(sealed: string, engagementId: string): string;
};

/** A vault for this 32-byte key; with null it refuses everything. */
export function createTokenVault(key: Buffer | null): TokenVault {
  if (key === null) {
    const refuse = (): never => {
      throw new DomainError(
        'encryption_key_absent',
        'No encryption key is set: C2 tokens can be neither stored nor read',
      );
    };
    return { available: false, seal: refuse, open: refuse };
  }
  const sealer = createSealer(key, 'c2 token');
  return {
    available: true,
    seal: sealer.seal,
    open(sealed, engagementId) {
      const opened = sealer.open(sealed, engagementId);
      if ('text' in opened) return opened.text;
      if (opened.failure === 'damaged') throw damaged();
      throw new DomainError(
        'encryption_key_changed',
        `The stored C2 token was encrypted with another key (${opened.keyId}) than the present one (${sealer.keyId}): ` +
          'enter the token again, or start with the earlier key',
      );
    },
  };
}

function damaged(): DomainError {
  return new DomainError('token_damaged', 'The stored C2 token is damaged: enter it again');
}
