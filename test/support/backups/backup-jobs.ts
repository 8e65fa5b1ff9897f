import { setTimeout as wait } from 'node:timers/promises';
import type { BackupJob, Verification } from '../../../server/backup/contract.ts';
import { bodyOf } from '../missions/factories.ts';
import type { Client } from '../servers/server.ts';

/** Asking without a pause takes the processor from the job. */
const pause = 20;

/** The making or verifying of a backup that was begun last, once it has ended. */
export async function endedJob(client: Client): Promise<BackupJob> {
  for (;;) {
    const { job } = bodyOf(await client.get('/api/v1/backups/job'), 200);
    if (job.state !== 'running') return job;
    await wait(pause);
  }
}

/** The verification that was begun last, once it has ended. */
export async function endedVerification(client: Client): Promise<Verification> {
  for (;;) {
    const { verification } = bodyOf(await client.get('/api/v1/verification'), 200);
    if (verification.state !== 'running') return verification;
    await wait(pause);
  }
}
