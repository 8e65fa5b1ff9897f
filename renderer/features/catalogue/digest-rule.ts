export type DigestRule = { expected_sha256: string; allow_unverified: boolean };

export const emptyDigestRule: DigestRule = { expected_sha256: '', allow_unverified: false };

/** A source of one's own needs a digest it must have, or that one does without. */
export function digestProblem(value: string, rule: DigestRule): string | null {
  if (value === '') {
    return rule.allow_unverified ? null : 'Enter the digest it must have, or accept it unverified';
  }
  return /^[0-9a-f]{64}$/i.test(value.trim()) ? null : 'A SHA-256 digest has 64 hexadecimal digits';
}
