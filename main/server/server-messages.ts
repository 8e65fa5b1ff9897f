import type { Shared, ShareRequest } from '../../server/index.ts';
import type { Refusal } from '../../server/refusals.ts';
import type { Settings } from '../../server/settings.ts';

/** Prefix of the argument with the path of the log for the server process. */
export const logFlag = '--damson-log=';

/** Requests of the shell to the serving process, and their answers. Secrets only travel in messages. */
export type ServerRequests = {
  start: { given: { settings: Settings }; answer: { url: string; setupRequired: boolean } };
  restore: { given: { file: string; settings: Settings }; answer: { madeAt: string } };
  installToken: { given: object; answer: { token: string | null } };
  share: {
    given: ShareRequest;
    answer: Shared;
  };
  stopSharing: { given: object; answer: object };
  /** Answered when the process ends; running requests get this long. */
  close: { given: { drainMilliseconds: number }; answer: never };
};
export type RequestKind = keyof ServerRequests;

export type ServerRequest = {
  [Kind in RequestKind]: { id: number; kind: Kind } & ServerRequests[Kind]['given'];
}[RequestKind];

/** Requests of the server to the shell: print a file as PDF, or cancel that; both are answered when done. */
export type ServerAsk =
  | { ask: 'print'; id: number; htmlFile: string; pdfFile: string }
  | { ask: 'stopPrinting'; id: number };

/** `code` is the system error code, if the system refused. */
export type PrintFailure = { message: string; code?: string | undefined };

/** Answer of the shell; a null failure means printed. */
export type ShellAnswer = { kind: 'printed'; id: number; failure: PrintFailure | null };

/** Progress of the request. */
export type ServerProgress = { done: number; total: number };

export type ServerReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; progress: ServerProgress }
  | { notice: 'log_full' }
  | ServerAsk
  | { id: number; ok: false; refusal: Refusal | null };
