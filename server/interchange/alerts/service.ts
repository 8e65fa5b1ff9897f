import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { largestAlertFile } from '../../../domain/alerts.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import { requireStillLive } from '../../evidence/service.ts';
import { receiveAlerts } from '../../missions/alerts/service.ts';
import { receiveMultipart } from '../../multipart.ts';
import type { Principal } from '../../permissions.ts';
import { readInThread } from './alert-job.ts';
import type { AlertFileAnswer } from './contract.ts';

export type AlertFiles = Pick<EvidenceKeeping, 'db' | 'now' | 'register' | 'stillLive'>;

/**
 * Receives the alerts of an exported file, all or none. Refuses `unauthenticated` once the session has ended, what receiving a form
 * and alerts refuses, and `invalid` a file that cannot be read.
 */
export async function receiveAlertFile(
  files: AlertFiles,
  user: Principal,
  missionId: string,
  request: IncomingMessage,
): Promise<AlertFileAnswer> {
  const { place } = await receiveMultipart(request, {
    largestFile: largestAlertFile,
    largestField: 0,
    fields: {},
    openFile: () => (length) => files.register.stage(largestAlertFile, length),
  });
  try {
    const { alerts, ...about } = await readInThread({ place });
    const live = await requireStillLive(files, user);
    const { alerts: became, received_at } = await receiveAlerts(files, live, missionId, alerts);
    const count = (wanted: string) => became.filter(({ result }) => result === wanted).length;
    return {
      ...about,
      received_at,
      received: count('received'),
      same: count('same'),
      differs: count('differs'),
    };
  } finally {
    await rm(place, { force: true });
  }
}
