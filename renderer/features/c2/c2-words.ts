import type { Framework, TlsMode } from '../../../domain/c2.ts';

export const frameworkName: Record<Framework, string> = {
  mythic: 'Mythic',
  caldera: 'Caldera',
  fake: 'Practice framework (built in)',
};

export const tlsName: Record<TlsMode, string> = {
  verify: 'Certificate verified',
  pin: 'Certificate pinned',
  insecure: 'Certificate not checked',
};

/** Two digits at a time, as certificates are compared by eye. */
export function formatFingerprint(fingerprint: string): string {
  return (fingerprint.match(/../g) ?? []).join(':').toUpperCase();
}
