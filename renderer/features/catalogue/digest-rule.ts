import { sha256Pattern } from '../../../domain/fields.ts';
import { t } from '../../words.ts';

export type DigestRule = { expected_sha256: string; allow_unverified: boolean };

export const emptyDigestRule: DigestRule = { expected_sha256: '', allow_unverified: false };

export function checkDigest(value: string): string | null {
  if (value === '') return null;
  return sha256Pattern.test(value.trim()) ? null : t('catalogue.a_sha_256_digest_has_64');
}

/** The hint of an empty digest field: the digest that is used instead. */
export function explainEmptyDigest(version: string): string {
  return t('catalogue.empty_digest', { version });
}
