import type { IncomingMessage } from 'node:http';
import { largestReportTemplate, longestName } from '../../domain/limits.ts';
import { invalid } from '../errors.ts';
import { receiveMultipart, type Sink } from '../multipart.ts';
import { reportTemplateName } from './contract.ts';

/** A form as sent; its file has not been checked yet. */
export type ReceivedTemplate = {
  /** Name: from the form, else from the file; null if the form may not have one. */
  name: string;
  bytes: Buffer;
};

/**
 * Receives a form with a template into memory, and an optional name. Refuses what `receiveMultipart` refuses, and `invalid` a bad
 * name.
 */
export async function receiveTemplate(
  request: IncomingMessage,
  { named }: { named: boolean },
): Promise<ReceivedTemplate> {
  let given: string | null = null;
  let fileName = '';
  const bytes = await receiveMultipart(request, {
    largestFile: largestReportTemplate,
    largestField: 4 * longestName,
    fields: named
      ? {
          name: (value, isCut) => {
            given = readName(value, isCut);
          },
        }
      : {},
    openFile: (name) => {
      fileName = name;
      return async () => keepInMemory();
    },
  });
  return { name: named ? (given ?? readName(withoutEnding(fileName), false)) : '', bytes };
}

function readName(value: string, isCut: boolean): string {
  const name = reportTemplateName.safeParse(value);
  if (!name.success || isCut || value.includes('\u0000')) {
    throw invalid('name', `must be a text of 1 to ${longestName} characters`);
  }
  return name.data;
}

/** The last part of a path, as some browsers send one, without the extension. */
function withoutEnding(fileName: string): string {
  const name = fileName.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return name.replace(/\.do[ct]x$/i, '').slice(0, longestName) || 'Template';
}

function keepInMemory(): Sink<Buffer> {
  const chunks: Buffer[] = [];
  return {
    async write(chunk) {
      chunks.push(chunk);
    },
    finish: async () => Buffer.concat(chunks),
    async discard() {
      chunks.length = 0;
    },
  };
}
