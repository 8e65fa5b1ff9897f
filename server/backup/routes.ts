import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Proof, proofBody } from '../accounts/second-factor/contract.ts';
import type { Trx } from '../database/database.ts';
import { type Route, route } from '../http/route.ts';
import type { Principal } from '../permissions.ts';
import * as contract from './contract.ts';
import * as service from './service.ts';

const access = 'system.manage';

/** Requires proof of identity from the caller, and runs the work in one transaction. */
type Prove = (
  user: Principal,
  proof: Proof,
  call: { address: string; request: IncomingMessage },
  work: (trx: Trx) => Promise<void>,
) => Promise<void>;

/** Backups of all stored data, and verification of the current data. */
export function backupRoutes(backups: service.Backups, prove: Prove): Route[] {
  const subject = async ({ params }: { params: { backup_id: string } }) => ({
    id: params.backup_id.toLowerCase(),
    name: await service.findBackup(backups, params.backup_id),
  });
  return [
    route({
      method: 'GET',
      path: '/backups',
      summary: 'Backups in the data folder, newest first',
      access,
      query: contract.backupListQuery,
      response: contract.backupListSchema,
      handle: async ({ query: { limit, offset } }) => ({
        ...(await service.listBackups(backups, { limit, offset })),
        limit,
        offset,
      }),
    }),
    route({
      method: 'POST',
      path: '/backups',
      logs: { event: 'backup_begun' },
      summary: 'Start a backup; one job at a time',
      access,
      body: contract.newBackupBody,
      response: contract.backupJobSchema,
      status: 202,
      handle: ({ user, body }) => service.startBackup(backups, user, body),
    }),
    route({
      method: 'GET',
      path: '/backups/job',
      summary: 'Progress of the backup job, or the result of the last',
      access,
      response: contract.backupJobStateSchema,
      handle: async () => ({
        job: await backups.jobs.backup(),
        restores_here: service.canRestore(backups),
      }),
    }),
    route({
      method: 'GET',
      path: '/backups/:backup_id',
      summary: 'A backup',
      access,
      subject,
      response: contract.backupSchema,
      handle: ({ subject: { name } }) => service.readBackupFacts(backups, name),
    }),
    route({
      method: 'GET',
      path: '/backups/:backup_id/file',
      logs: { event: 'backup_sent', about: ({ params }) => ({ object: params.backup_id }) },
      summary: 'The file of a backup: a tar',
      access,
      subject,
      streams: 'The file as an attachment',
      handle: async ({ user, subject: back, request, response }) =>
        sendBackup(
          request,
          response,
          await service.openBackupFile(backups, user, back, request.method !== 'HEAD'),
        ),
    }),
    route({
      method: 'POST',
      path: '/backups/:backup_id/verify',
      summary: 'Start verifying a backup from its first byte to its last; one job at a time',
      access,
      subject,
      response: contract.backupJobSchema,
      status: 202,
      handle: async ({ user, subject: back }) => service.startCheck(backups, user, back),
    }),
    route({
      method: 'POST',
      path: '/backups/:backup_id/restore',
      logs: { event: 'restore_begun', about: ({ params }) => ({ object: params.backup_id }) },
      summary:
        'Stop, back up what is there, and start again with what a backup holds; everybody signs in again',
      access,
      programs: 'never',
      subject,
      body: proofBody,
      response: contract.backupSchema,
      status: 202,
      handle: ({ user, subject: back, body, ...call }) =>
        service.startRestore(backups, user, back, (record) => prove(user, body, call, record)),
    }),
    route({
      method: 'DELETE',
      path: '/backups/:backup_id',
      logs: { event: 'backup_deleted', about: ({ params }) => ({ object: params.backup_id }) },
      summary: 'Delete a backup',
      access,
      programs: 'never',
      subject,
      handle: ({ user, subject: back }) => service.dropBackup(backups, user, back),
    }),
    route({
      method: 'GET',
      path: '/verification',
      summary: 'Progress of the verification of stored data, or the result of the last',
      access,
      response: contract.verificationStateSchema,
      handle: async () => ({ verification: await backups.jobs.verification() }),
    }),
    route({
      method: 'POST',
      path: '/verification',
      summary: 'Start verifying the database and the digest of every stored file; one job at a time',
      access,
      response: contract.verificationSchema,
      status: 202,
      handle: async ({ user }) => service.startVerification(backups, user),
    }),
  ];
}

const chunkSize = 256 * 1024;

/** Answers GET or HEAD with a backup. It must not be cached, because it contains everything. */
async function sendBackup(
  request: IncomingMessage,
  response: ServerResponse,
  { fileName, handle, size }: Awaited<ReturnType<typeof service.openBackupFile>>,
): Promise<void> {
  try {
    response.setHeader('Content-Security-Policy', "sandbox; default-src 'none'");
    response.writeHead(200, {
      'Content-Type': 'application/vnd.damson.backup',
      'Content-Length': size,
      // The server chose this name, so nothing in it needs quoting.
      'Content-Disposition': `attachment; filename="${fileName}"`,
    });
    if (request.method === 'HEAD') {
      response.end();
      return;
    }
    await pipeline(handle.createReadStream({ highWaterMark: chunkSize, autoClose: false }), response);
  } catch (error) {
    // A client that disconnects midway is no failure of the server.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await handle.close();
  }
}
