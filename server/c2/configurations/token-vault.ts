import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { DomainError } from '../../errors.ts';

/** Seals the token of an engagement's C2 configuration, and opens it again; the only place that sees both. */
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

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A vault for this key of 32 bytes; null gives one that refuses everything. */
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
  if (key.length !== 32) throw new RangeError('the encryption key must be 32 bytes');
  const cipherKey = derive(key, 'c2 token', 32);
  const keyId = derive(key, 'key id', 8).toString('hex');

  return {
    available: true,
    seal(token, engagementId) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, cipherKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(bindTo(keyId, engagementId));
      const body = Buffer.concat([cipher.update(token, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, engagementId) {
      const [, sealedWith, encoded] = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? [];
      if (sealedWith === undefined || encoded === undefined) throw damaged();
      if (sealedWith !== keyId) {
        throw new DomainError(
          'encryption_key_changed',
          `The stored C2 token was encrypted with another key (${sealedWith}) than the present one (${keyId}): ` +
            'enter the token again, or start with the earlier key',
        );
      }
      const bytes = Buffer.from(encoded, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) throw damaged();
      const decipher = createDecipheriv(algorithm, cipherKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(bindTo(keyId, engagementId));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const body = bytes.subarray(nonceBytes + tagBytes);
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
      } catch {
        throw damaged();
      }
    },
  };
}

function derive(key: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `damson ${purpose} v1`, length));
}

function bindTo(keyId: string, engagementId: string): Buffer {
  return Buffer.from(['c2-token', 'v1', keyId, engagementId].join('\0'), 'utf8');
}

function damaged(): DomainError {
  return new DomainError('token_damaged', 'The stored C2 token is damaged: enter it again');
}
