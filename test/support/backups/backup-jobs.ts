import { setTimeout as wait } from 'node:timers/promises';
import type { BackupJob, Verification } from '../../../server/backup/contract.ts';
import { bodyOf } from '../missions/factories.ts';
import type { Client } from '../servers/server.ts';

/** A pause, because constant polling would take CPU time from the job. */
const pause = 20;

/** The last job for a backup, once it has ended. */
export async function endedJob(client: Client): Promise<BackupJob> {
  for (;;) {
    const { job } = bodyOf(await client.get('/api/v1/backups/job'), 200);
    if (job.state !== 'running') return job;
    await wait(pause);
  }
}

/** The last verification, once it has ended. */
export async function endedVerification(client: Client): Promise<Verification> {
  for (;;) {
    const { verification } = bodyOf(await client.get('/api/v1/verification'), 200);
    if (verification.state !== 'running') return verification;
    await wait(pause);
  }
}
