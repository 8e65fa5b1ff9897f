import type { BlobRegister } from '../../blobs/register.ts';
import type { OpenedBlob, StagedBlob } from '../../blobs/store.ts';
import type { Db, Trx } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import type { DownloadRecorder } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import type { Output } from './contract.ts';
import { toBlob, toFolder } from './register.ts';
import * as store from './store.ts';

/** The simulation an output belongs to. */
type Owner = { id: string; engagement_id: string };

export type Outputs = { db: Db; register: BlobRegister; recordDownload: DownloadRecorder };

type OpenedOutput = {
  record: { sha256: string; mime_type: string; file_name: string };
  opened: OpenedBlob;
};

/** More than any text from an adapter: decoding 64 MiB of invalid bytes triples their size. */
const sizeLimit = 256 * 1024 * 1024;
const sliceLength = 1024 * 1024;

/** Writes a text into a durable, unreferenced blob. Refuses `disk_full`. */
export async function stageOutput(register: BlobRegister, text: string): Promise<StagedBlob> {
  const writer = await register.stage(sizeLimit, Buffer.byteLength(text, 'utf8'));
  try {
    for (let start = 0; start < text.length; ) {
      let end = Math.min(text.length, start + sliceLength);
      // A split surrogate pair would be written as two replacement characters.
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
      await writer.write(Buffer.from(text.slice(start, end), 'utf8'));
      start = end;
    }
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/**
 * Stores a staged output and then calls `record`, which writes the row with `recordOutput` in its own transaction and returns
 * whether it did. If not, or on any failure, nothing is kept. Refuses `disk_full`.
 */
export async function keepOutput(
  register: BlobRegister,
  owner: Owner,
  staged: StagedBlob,
  record: () => Promise<boolean>,
): Promise<void> {
  const folder = toFolder(owner.engagement_id, owner.id);
  const recorded = await register.keep(staged, folder, record);
  if (!recorded) await register.discard({ folder, sha256: staged.sha256 });
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

/** The outputs of a simulation stored as files, oldest first. */
export async function listOutputs(db: Db, simulationId: string): Promise<Output[]> {
  const outputs = await store.listOutputsOfSimulation(db, simulationId);
  return outputs.map(({ id, task_external_id, size, sha256, created_at }) => ({
    id,
    task_external_id,
    size,
    sha256,
    created_at,
  }));
}

/**
 * Opens one output of a simulation after comparing all of it with its digest; the caller sends or closes it, and the download is
 * recorded when sent. Refuses `not_found`, and `evidence_corrupt` a damaged file.
 */
export async function openOutput(
  { db, register, recordDownload }: Outputs,
  user: Principal,
  simulation: Owner,
  outputId: string,
  isSent: boolean,
): Promise<OpenedOutput> {
  const output = await store.findOutputById(db, outputId);
  if (output === null || output.simulation_id !== simulation.id) throw notFound('Output');
  const { sha256 } = output;
  const name = `output-${output.task_external_id.replace(/[^\w.-]+/g, '-').slice(0, 100)}.txt`;
  const opened = await register.open(toBlob(output));
  if (isSent) {
    const place = { engagement_id: simulation.engagement_id, simulation_id: simulation.id };
    await recordDownload(user, { object: 'output', id: output.id, place, after: { sha256 } }, opened);
  }
  return {
    record: { sha256, mime_type: 'text/plain; charset=utf-8', file_name: name },
    opened,
  };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
