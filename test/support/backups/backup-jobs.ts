import type { BackupJob, Verification } from '../../../server/backup/contract.ts';
import { bodyOf } from '../missions/factories.ts';
import type { Client } from '../servers/server.ts';
import { pauseSince } from '../servers/until.ts';

/** The last job for a backup, once it has ended. */
export async function endedJob(client: Client): Promise<BackupJob> {
  const since = performance.now();
  for (;;) {
    const { job } = bodyOf(await client.get('/api/v1/backups/job'), 200);
    if (job.state !== 'running') return job;
    await pauseSince(since);
  }
}

/** The last verification, once it has ended. */
export async function endedVerification(client: Client): Promise<Verification> {
  const since = performance.now();
  for (;;) {
    const { verification } = bodyOf(await client.get('/api/v1/verification'), 200);
    if (verification.state !== 'running') return verification;
    await pauseSince(since);
  }
}
