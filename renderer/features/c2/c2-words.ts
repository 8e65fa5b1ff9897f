import type { Framework, TaskStatus, TlsMode } from '../../../domain/c2.ts';

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

export const taskStatusName: Record<TaskStatus, string> = {
  submitted: 'Submitted',
  processing: 'Processing',
  completed: 'Completed',
  error: 'Failed',
  blocked: 'Blocked',
  unknown: 'Unknown',
};

/** Two digits at a time, as certificates are compared by eye. */
export function readableFingerprint(fingerprint: string): string {
  return (fingerprint.match(/../g) ?? []).join(':').toUpperCase();
}
