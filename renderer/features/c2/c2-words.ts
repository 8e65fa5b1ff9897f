/** Two digits at a time, as certificates are compared by eye. */
export function formatFingerprint(fingerprint: string): string {
  return (fingerprint.match(/../g) ?? []).join(':').toUpperCase();
}
