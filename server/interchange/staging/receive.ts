import type { IncomingMessage } from 'node:http';
import type { BlobWriter, StagedBlob } from '../../blobs/store.ts';
import { receiveMultipart } from '../../multipart.ts';
import { importBounds } from '../bounds.ts';

const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** Display name of an uploaded file: the last part, without characters that hide or reorder text. It never becomes a path. */
export function toShownName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return last.replace(invisible, '').trim().slice(0, 255) || 'file';
}

/** Receives the file of a form. Refuses what `receiveMultipart` refuses, and a full disk, leaving nothing. */
export async function receiveUpload(
  request: IncomingMessage,
  stage: () => Promise<BlobWriter>,
): Promise<{ fileName: string; staged: StagedBlob }> {
  let fileName = '';
  const staged = await receiveMultipart(request, {
    largestFile: importBounds.file,
    largestField: 0,
    fields: {},
    openFile: (name) => {
      fileName = toShownName(name);
      return stage;
    },
  });
  return { fileName, staged };
}
