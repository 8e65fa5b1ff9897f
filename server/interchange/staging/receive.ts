import { mkdir, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { stageAt } from '../../blobs/staging-folder.ts';
import { receiveMultipart } from '../../multipart.ts';
import { importBounds } from '../bounds.ts';

/** Where one import keeps its file and its plan until it is applied or forgotten. */
export const upload = (folder: string): string => path.join(folder, 'upload');
export const planFile = (folder: string): string => path.join(folder, 'plan.jsonl');

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** What a client calls a file, as it is shown: the last part, without what hides or reorders text. It never becomes a path. */
export function toShownName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return last.replace(invisible, '').trim().slice(0, 255) || 'file';
}

/**
 * Receives the file of a form into a folder of its own. Refuses what `receiveMultipart` refuses, and a full disk; then it leaves
 * nothing.
 */
export async function receiveUpload(
  request: IncomingMessage,
  folder: string,
): Promise<{ fileName: string; size: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let fileName = '';
  try {
    const { size } = await receiveMultipart(request, {
      largestFile: importBounds.file,
      largestField: 0,
      fields: {},
      openFile: (name) => {
        fileName = toShownName(name);
        return () => stageAt(upload(folder), importBounds.file);
      },
    });
    return { fileName, size };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Removes what an earlier process has left. */
export async function sweepFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
}
