import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type * as Electron from 'electron';
import { StrictObject } from './emitter.ts';
import { standInSettings } from './settings.ts';

/** Encryption with a key stored in a folder outside the application's, like a keyring. */
class SafeStorage extends StrictObject {
  isEncryptionAvailable(): boolean {
    return standInSettings.storage === 'keyring';
  }

  getSelectedStorageBackend(): 'basic_text' | 'gnome_libsecret' {
    return standInSettings.storage === 'basic_text' ? 'basic_text' : 'gnome_libsecret';
  }

  #key(): Buffer {
    const file = path.join(standInSettings.keyring, 'key');
    if (!existsSync(file)) {
      mkdirSync(standInSettings.keyring, { recursive: true, mode: 0o700 });
      writeFileSync(file, randomBytes(32), { mode: 0o600 });
    }
    return readFileSync(file);
  }

  encryptString(plainText: string): Buffer {
    if (!this.isEncryptionAvailable())
      throw new Error(
        'Error while encrypting the text provided to safeStorage.encryptString. Encryption is not available.',
      );
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key(), iv);
    const sealed = Buffer.concat([cipher.update(plainText, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from('v11'), iv, cipher.getAuthTag(), sealed]);
  }

  decryptString(encrypted: Buffer): string {
    const refuse = (why: string): Error =>
      new Error(`Error while decrypting the ciphertext provided to safeStorage.decryptString. ${why}`);
    if (!Buffer.isBuffer(encrypted)) throw refuse('Ciphertext must be a Buffer.');
    if (!this.isEncryptionAvailable()) throw refuse('Decryption is not available.');
    if (encrypted.subarray(0, 3).toString() !== 'v11')
      throw refuse('Ciphertext does not appear to be encrypted.');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#key(), encrypted.subarray(3, 15));
      decipher.setAuthTag(encrypted.subarray(15, 31));
      return Buffer.concat([decipher.update(encrypted.subarray(31)), decipher.final()]).toString('utf8');
    } catch {
      throw refuse('');
    }
  }
}

export const safeStorage = new SafeStorage() satisfies Pick<
  typeof Electron.safeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>;
