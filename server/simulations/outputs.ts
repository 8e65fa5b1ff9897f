import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Db, Trx } from '../database/database.ts';
import { DomainError, notFound } from '../errors.ts';
import type { EvidenceFiles } from '../evidence/files.ts';
import { newId } from '../ids.ts';
import type { Log } from '../log.ts';

/** Where outputs too large for a field are kept whole: `<data>/outputs/<engagement>/<simulation>/<sha256>`. */
export type Outputs = { db: Db; files: EvidenceFiles };

export type Owner = { id: string; engagement_id: string };
export type KeptOutput = { sha256: string; size: number };
export type OutputRecord = KeptOutput & { id: string; task_external_id: string; created_at: string };

/** The largest output a framework's adapter hands over, with room for characters that take more bytes as UTF-8. */
const sizeLimit = 256 * 1024 * 1024;
const sliceLength = 1024 * 1024;

/**
 * Puts a text in its place as a synced file and then calls `record`, which writes the row and says whether it did; if it
 * did not, or anything fails, the file is removed again. Refuses `disk_full`.
 */
export async function keepOutput(
  { db, files }: Outputs,
  owner: Owner,
  text: string,
  record: (kept: KeptOutput) => Promise<boolean>,
): Promise<void> {
  const staging = await files.stage(sizeLimit);
  const staged = await (async () => {
    try {
      for (let start = 0; start < text.length; ) {
        let end = Math.min(text.length, start + sliceLength);
        // A surrogate pair that is cut in two would be written as two replacement characters.
        if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
        await staging.write(Buffer.from(text.slice(start, end), 'utf8'));
        start = end;
      }
      return await staging.finish();
    } catch (error) {
      await staging.discard();
      throw error;
    }
  })();
  const address = addressOf(owner, staged.sha256);
  await files.exclusive(address, async () => {
    let recorded = false;
    try {
      await files.place(staged, address);
      recorded = await record({ sha256: staged.sha256, size: staged.size });
    } finally {
      if (!recorded && !(await isRecorded(db, owner.id, staged.sha256))) await files.remove(address);
    }
  });
}

/** Writes the row of a kept output in the caller's transaction. */
export async function recordOutput(
  trx: Trx,
  owner: Owner,
  output: KeptOutput & { task_external_id: string; created_at: string },
): Promise<void> {
  await trx
    .insertInto('simulation_outputs')
    .values({ ...output, id: newId(), simulation_id: owner.id, engagement_id: owner.engagement_id })
    .execute();
}

/** The outputs kept whole of a simulation, oldest first. */
export function listOutputs(db: Db, simulationId: string): Promise<OutputRecord[]> {
  return db
    .selectFrom('simulation_outputs')
    .select(['id', 'task_external_id', 'size', 'sha256', 'created_at'])
    .where('simulation_id', '=', simulationId)
    .orderBy('id')
    .execute();
}

/** Sends one output as a text attachment. Refuses `not_found`, and `evidence_corrupt` a file that is damaged. */
export async function sendOutput(
  { db, files }: Outputs,
  owner: Owner,
  outputId: string,
  response: ServerResponse,
): Promise<void> {
  const output = (await listOutputs(db, owner.id)).find((item) => item.id === outputId);
  if (output === undefined) throw notFound('Output');
  const address = addressOf(owner, output.sha256);
  const opened = await files.openIntact(address);
  if (opened === null) {
    files.reportCorrupt(address);
    throw new DomainError('evidence_corrupt', 'The stored file is missing or damaged and is not served');
  }
  try {
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="output.txt"',
      'Content-Length': opened.size,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      ETag: `"${output.sha256}"`,
    });
    await pipeline(opened.handle.createReadStream({ start: 0, autoClose: false }), response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    await opened.handle.close();
  }
}

/** Removes the files that no row refers to: what a crash or a deletion left. Reports rows without their file. */
export async function sweepOutputs({ db, files }: Outputs, log: Log): Promise<void> {
  for await (const { missionId, testId, digests } of files.folders()) {
    for (const sha256 of digests) {
      if (await isRecorded(db, testId, sha256)) continue;
      const address = { missionId, testId, sha256 };
      await files.exclusive(address, () => files.remove(address));
    }
    await files.removeIfEmpty(files.folderOf(missionId, testId));
  }
  for (const row of await allOutputs(db)) {
    const address = addressOf({ id: row.simulation_id, engagement_id: row.engagement_id }, row.sha256);
    if ((await files.factsOf(address))?.size === row.size) continue;
    files.reportCorrupt(address);
    log.error({ event: 'output_damaged', output_id: row.id, sha256: row.sha256 });
  }
}

/** Every kept output with its owner: for back-ups and checks. */
export function allOutputs(
  db: Db,
): Promise<(KeptOutput & { id: string; simulation_id: string; engagement_id: string })[]> {
  return db
    .selectFrom('simulation_outputs')
    .select(['id', 'simulation_id', 'engagement_id', 'sha256', 'size'])
    .orderBy('id')
    .execute();
}

/** Removes the files of simulations that were deleted; their rows went with them. */
export async function discardOutputs(
  { db, files }: Outputs,
  outputs: readonly (Owner & { sha256: string })[],
): Promise<void> {
  for (const { sha256, ...owner } of outputs) {
    const address = addressOf(owner, sha256);
    await files.exclusive(address, async () => {
      if (!(await isRecorded(db, owner.id, sha256))) await files.remove(address);
    });
  }
}

async function isRecorded(db: Db, simulationId: string, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('simulation_outputs')
    .select('id')
    .where('simulation_id', '=', simulationId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}

function addressOf(owner: Owner, sha256: string): { missionId: string; testId: string; sha256: string } {
  return { missionId: owner.engagement_id, testId: owner.id, sha256 };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
