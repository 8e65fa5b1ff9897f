import { sha256Pattern } from '../../../domain/fields.ts';

export type DigestRule = { expected_sha256: string; allow_unverified: boolean };

export const emptyDigestRule: DigestRule = { expected_sha256: '', allow_unverified: false };

export function checkDigest(value: string): string | null {
  if (value === '') return null;
  return sha256Pattern.test(value.trim()) ? null : 'A SHA-256 digest has 64 hexadecimal digits';
}

/** The hint of an empty digest field: which digest counts then. */
export function explainEmptyDigest(version: string): string {
  return `Left empty, that of ATT&CK ${version} as published, unless you accept it unverified`;
}
