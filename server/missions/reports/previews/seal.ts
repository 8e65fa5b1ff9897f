import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { largestShownFile } from '../../../../domain/limits.ts';
import { scaling } from '../../../reports/shrink-picture.ts';

const codeLength = 32;

/** Bytes of the largest sealed preview: none has more than its picture. */
export const largestPreview = largestShownFile + codeLength;

/** Takes the signing secret of an installation, returns the key that seals its previews. */
export function derivePreviewKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'damson previews of evidence v1', 32));
}

/** Takes a preview and the digest of its picture, returns it with a code that only this installation can make. */
export function sealPreview(key: Uint8Array, sha256: string, preview: Buffer): Buffer {
  return Buffer.concat([writeCode(key, sha256, preview), preview]);
}

/** Takes sealed bytes, returns the preview; null for those of another picture, installation or size on paper, and for changed ones. */
export function openPreview(key: Uint8Array, sha256: string, sealed: Buffer): Buffer | null {
  if (sealed.length < codeLength) return null;
  const preview = sealed.subarray(codeLength);
  const isOurs = timingSafeEqual(sealed.subarray(0, codeLength), writeCode(key, sha256, preview));
  return isOurs ? preview : null;
}

function writeCode(key: Uint8Array, sha256: string, preview: Buffer): Buffer {
  return createHmac('sha256', key).update(`${scaling}\0${sha256}\0`).update(preview).digest();
}
