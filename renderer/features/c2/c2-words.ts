import type { Framework } from '../../../domain/c2.ts';
import type { C2Config } from '../../../server/c2/configurations/contract.ts';
import type { LinkedTask } from '../../../server/c2/tasks/contract.ts';

export const frameworkName: Record<Framework, string> = {
  mythic: 'Mythic',
  caldera: 'Caldera',
  fake: 'Practice framework (built in)',
};

export const tlsName: Record<C2Config['tls'], string> = {
  verify: 'Certificate verified',
  pin: 'Certificate pinned',
  insecure: 'Certificate not checked',
};

export const taskStatusName: Record<LinkedTask['status'], string> = {
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
