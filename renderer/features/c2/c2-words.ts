/** A fingerprint in pairs of digits, because certificates are compared by eye. */
export function formatFingerprint(fingerprint: string): string {
  return (fingerprint.match(/../g) ?? []).join(':').toUpperCase();
}
