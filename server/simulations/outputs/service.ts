import type { FileHandle } from 'node:fs/promises';
import type { Address, EvidenceFiles, StagedFile } from '../../blobs/files.ts';
import { isoTime, type Now } from '../../database/clock.ts';
import type { Db, Trx } from '../../database/database.ts';
import { DomainError, notFound } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Log } from '../../log.ts';
import type { Output } from './contract.ts';
import * as store from './store.ts';

export type { StoredOutput } from './store.ts';

/** Where outputs too large for a field are kept whole: `<data>/outputs/<engagement>/<simulation>/<sha256>`. */
export type Outputs = { db: Db; files: EvidenceFiles };

/** The simulation an output belongs to. */
export type Owner = { id: string; engagement_id: string };

export type OpenedOutput = {
  record: { sha256: string; mime_type: string; file_name: string };
  handle: FileHandle;
  size: number;
};

/** Larger than any text an adapter hands over: 64 MiB of broken bytes become three times as much. */
const sizeLimit = 256 * 1024 * 1024;
const sliceLength = 1024 * 1024;

/** Writes a text into a synced file that nothing refers to yet. Refuses `disk_full`. */
export async function stageOutput({ files }: Outputs, text: string): Promise<StagedFile> {
  await files.refuseWithoutSpace(Buffer.byteLength(text, 'utf8'));
  const staging = await files.stage(sizeLimit);
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
}

/**
 * Puts a staged output in its place and then calls `record`, which writes the row with `recordOutput` in its own transaction
 * and says whether it did. If it did not, or anything fails, nothing is kept. Refuses `disk_full`.
 */
export async function keepOutput(
  { db, files }: Outputs,
  owner: Owner,
  staged: StagedFile,
  record: () => Promise<boolean>,
): Promise<void> {
  const address = { missionId: owner.engagement_id, testId: owner.id, sha256: staged.sha256 };
  const reclaim = () => removeUnreferenced(db, files, address);
  await files.keep(
    staged,
    address,
    async () => {
      if (!(await record())) await reclaim();
    },
    reclaim,
  );
}

/** Writes the row of an output in the caller's transaction. */
export function recordOutput(
  trx: Trx,
  owner: Owner,
  output: Pick<Output, 'task_external_id' | 'size' | 'sha256' | 'created_at'>,
): Promise<void> {
  return store.insertOutput(trx, {
    id: newId(),
    simulation_id: owner.id,
    engagement_id: owner.engagement_id,
    task_external_id: output.task_external_id,
    size: output.size,
    sha256: output.sha256,
    created_at: output.created_at,
  });
}

/** The outputs of a simulation that are kept whole, oldest first. */
export async function listOutputs(db: Db, simulationId: string): Promise<Output[]> {
  const outputs = await store.outputsOfSimulation(db, simulationId);
  return outputs.map(({ id, task_external_id, size, sha256, created_at }) => ({
    id,
    task_external_id,
    size,
    sha256,
    created_at,
  }));
}

/**
 * Opens one output of a simulation after comparing all of it with its digest; the caller sends or closes the handle. Refuses
 * `not_found`, and a file that is missing or damaged (`evidence_corrupt`, remembered in `files.corrupt`).
 */
export async function openOutput(
  outputs: Outputs,
  simulationId: string,
  outputId: string,
): Promise<OpenedOutput> {
  const output = await store.outputById(outputs.db, outputId);
  if (output === null || output.simulation_id !== simulationId) throw notFound('Output');
  return openStored(outputs, output);
}

/** Like `openOutput`, for a back-up, which has the record already. */
export async function openStored({ db, files }: Outputs, output: store.StoredOutput): Promise<OpenedOutput> {
  const opened = await openJudged(db, files, output);
  if (opened === 'gone') throw notFound('Output');
  if (opened === null) {
    throw new DomainError('evidence_corrupt', 'The stored file is missing or damaged and is not served');
  }
  const name = `output-${output.task_external_id.replace(/[^\w.-]+/g, '-').slice(0, 100)}.txt`;
  return {
    record: { sha256: output.sha256, mime_type: 'text/plain; charset=utf-8', file_name: name },
    ...opened,
  };
}

async function openJudged(
  db: Db,
  files: EvidenceFiles,
  output: store.StoredOutput,
): Promise<{ handle: FileHandle; size: number } | 'gone' | null> {
  const address = addressOf(output);
  const opened = await files.openIntact(address);
  if (opened !== null) {
    files.reportIntact(address);
    return opened;
  }
  // Its simulation may have been deleted since the record was read.
  return files.exclusive(address, async () => {
    if ((await store.outputById(db, output.id)) === null) return 'gone';
    const second = await files.openIntact(address);
    if (second === null) files.reportCorrupt(address);
    return second;
  });
}

/** Every output's record, in order of its id. */
export async function* everyOutput(db: Db): AsyncGenerator<store.StoredOutput> {
  const page = 500;
  let afterId = '';
  for (;;) {
    const outputs = await store.outputsAfter(db, afterId, page);
    yield* outputs;
    const last = outputs.at(-1);
    if (last === undefined || outputs.length < page) return;
    afterId = last.id;
  }
}

/** Reads the file of every output and compares it with its digest. */
export async function* verifyOutputs({
  db,
  files,
}: Outputs): AsyncGenerator<{ record: store.StoredOutput; intact: boolean }> {
  for await (const record of everyOutput(db)) {
    const opened = await openJudged(db, files, record);
    if (opened === 'gone') continue;
    await opened?.handle.close();
    yield { record, intact: opened !== null };
  }
}

/** The files that no record refers to, by their place below the root; one just being kept can be among them. */
export async function* unrecordedOutputs({ db, files }: Outputs): AsyncGenerator<string> {
  for await (const { missionId, testId, digests } of files.folders()) {
    const recorded = await store.digestsOfSimulation(db, testId);
    for (const sha256 of digests) {
      if (recorded.has(sha256) || (await files.factsOf({ missionId, testId, sha256 })) === null) continue;
      yield [missionId, testId, sha256].join('/');
    }
  }
}

/**
 * Removes the files of an engagement, or of one simulation of it, that no record refers to any more; to be called once the
 * deletion is committed.
 */
export async function discardOutputs(
  { db, files }: Outputs,
  deleted: { engagement_id: string; simulation_id?: string },
): Promise<void> {
  for await (const { missionId, testId, digests } of files.folders(deleted.engagement_id)) {
    if (deleted.simulation_id !== undefined && testId !== deleted.simulation_id) continue;
    for (const sha256 of digests) await discardUnreferenced(db, files, { missionId, testId, sha256 });
  }
}

/**
 * Puts the folder and the records in order after a start: removes files that no record refers to and empty folders, unless
 * they are older than this database, and reports records without their file in the log and in `files.corrupt`.
 */
export async function sweepOutputs({ db, files }: Outputs, log: Log, now: Now): Promise<void> {
  const since = Date.parse(await store.firstSweepAt(db, isoTime(now())));
  const result = { removed: 0, left_alone: 0, damaged: 0 };
  for await (const { missionId, testId, digests } of files.folders()) {
    const recorded = await store.digestsOfSimulation(db, testId);
    for (const sha256 of digests) {
      if (recorded.has(sha256)) continue;
      const address = { missionId, testId, sha256 };
      const facts = await files.factsOf(address);
      if (facts !== null && facts.writtenAt < since) {
        result.left_alone += 1;
      } else {
        await discardUnreferenced(db, files, address);
        result.removed += 1;
      }
    }
    await files.removeIfEmpty(files.folderOf(missionId, testId));
  }
  for await (const output of everyOutput(db)) {
    if ((await files.factsOf(addressOf(output)))?.size === output.size) continue;
    files.reportCorrupt(addressOf(output));
    result.damaged += 1;
    log.error({ event: 'output_damaged', output_id: output.id, sha256: output.sha256 });
  }
  if (result.removed + result.left_alone + result.damaged > 0) {
    log.warn({ event: 'outputs_swept', ...result });
  }
}

function discardUnreferenced(db: Db, files: EvidenceFiles, address: Address): Promise<void> {
  return files.exclusive(address, () => removeUnreferenced(db, files, address));
}

async function removeUnreferenced(db: Db, files: EvidenceFiles, address: Address): Promise<void> {
  const recorded = await store.digestsOfSimulation(db, address.testId);
  if (!recorded.has(address.sha256)) await files.remove(address);
}

function addressOf(output: store.StoredOutput): Address {
  return { missionId: output.engagement_id, testId: output.simulation_id, sha256: output.sha256 };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
