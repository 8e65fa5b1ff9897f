import type { IncomingMessage } from 'node:http';
import { largestEvidence, longestCaption } from '../../domain/limits.ts';
import { invalid } from '../errors.ts';
import { receiveMultipart, type Sink } from '../multipart.ts';
import { createInspector } from './inspection.ts';
import { judgeKind, type Kind, toSafeFileName } from './rules.ts';

export type ReceivedForm<S extends string = string> = {
  fileName: string;
  mimeType: string;
  caption: string | null;
  /** Null if the client left the choice to the server. */
  side: S | null;
};

/**
 * Receives one evidence form and streams its file into a sink, requested once with the length of the body (0 when unknown).
 * Refuses what `receiveMultipart` refuses; with 415 a kind that is not on the whitelist, or bytes that don't match their kind;
 * with 422 an invalid caption or side.
 */
export async function receiveForm<T, S extends string>(
  request: IncomingMessage,
  sides: readonly S[],
  openSink: (bodyLength: number) => Promise<Sink<T>>,
): Promise<ReceivedForm<S> & { stored: T }> {
  let file = { fileName: '', mimeType: '' };
  let caption: string | null = null;
  let side: S | null = null;
  const stored = await receiveMultipart(request, {
    largestFile: largestEvidence,
    largestField: 4 * longestCaption,
    fields: {
      caption: (value, isCut) => {
        caption = parseCaption(value, isCut);
      },
      side: (value) => {
        side = parseSide(value, sides);
      },
    },
    openFile: (name, declaredType) => {
      const fileName = toSafeFileName(name);
      const kind = judgeKind(fileName, declaredType);
      file = { fileName, mimeType: kind.mimeType };
      return async (bodyLength) => inspect(kind, await openSink(bodyLength));
    },
  });
  return { ...file, caption, side, stored };
}

/** The same sink, accepting only bytes of this kind. */
function inspect<T>(kind: Kind, sink: Sink<T>): Sink<T> {
  const inspector = createInspector(kind);
  return {
    async write(chunk) {
      inspector.push(chunk);
      await sink.write(chunk);
    },
    async finish() {
      inspector.end();
      return sink.finish();
    },
    discard: () => sink.discard(),
  };
}

function parseCaption(value: string, truncated: boolean): string | null {
  if (truncated || value.length > longestCaption) {
    throw invalid('caption', `must have at most ${longestCaption} characters`);
  }
  if (value.includes('\u0000')) throw invalid('caption', 'must not contain a NUL character');
  return value === '' ? null : value;
}

function parseSide<S extends string>(value: string, sides: readonly S[]): S {
  const side = sides.find((one) => one === value);
  if (side === undefined) throw invalid('side', `must be ${sides.join(' or ')}`);
  return side;
}
