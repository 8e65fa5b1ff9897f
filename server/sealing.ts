import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Seals short texts with a key derived for one purpose, and opens them for the same owner. */
export type Sealer = {
  /** Identifies the key without revealing it. */
  keyId: string;
  /** The sealed text as one line. */
  seal(text: string, owner: string): string;
  open(sealed: string, owner: string): Opened;
};

/** `damaged`: altered, or sealed for another owner. */
export type Opened = { text: string } | { failure: 'other key'; keyId: string } | { failure: 'damaged' };

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A sealer for this 32-byte key and this purpose (`c2 token`). */
export function createSealer(key: Buffer, purpose: string): Sealer {
  if (key.length !== 32) throw new RangeError('the encryption key must be 32 bytes');
  const cipherKey = derive(key, purpose, 32);
  const keyId = derive(key, 'key id', 8).toString('hex');
  const bindTo = (owner: string) =>
    Buffer.from([purpose.replaceAll(' ', '-'), 'v1', keyId, owner].join('\0'), 'utf8');

  return {
    keyId,
    seal(text, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, cipherKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(bindTo(owner));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `v1.${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(sealed, owner) {
      const [, sealedWith, encoded] = /^v1\.([0-9a-f]{16})\.([A-Za-z0-9_-]+)$/.exec(sealed) ?? [];
      if (sealedWith === undefined || encoded === undefined) return { failure: 'damaged' };
      if (sealedWith !== keyId) return { failure: 'other key', keyId: sealedWith };
      const bytes = Buffer.from(encoded, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return { failure: 'damaged' };
      const decipher = createDecipheriv(algorithm, cipherKey, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(bindTo(owner));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      try {
        const body = bytes.subarray(nonceBytes + tagBytes);
        return { text: Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8') };
      } catch {
        return { failure: 'damaged' };
      }
    },
  };
}

function derive(key: Buffer, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `damson ${purpose} v1`, length));
}
