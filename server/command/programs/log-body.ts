import { createHash } from 'node:crypto';
import { mostExecutions } from '../../../domain/executions.ts';
import { longestName, longestRedDetail, longestText } from '../../../domain/limits.ts';
import { cutText } from '../../cut-text.ts';
import type { LoggedExecution } from '../../interchange/service.ts';
import { mostRecorded, type Recording } from './recordings.ts';

/** Size of the parts of a request in bytes, with room for what surrounds them. */
const largestBatch = 3_500_000;

/** An execution of a log as the API takes it, or why it can't. */
export function toBody(
  format: string,
  logged: LoggedExecution,
  recordings: readonly Recording[] = [],
): { body: object } | { why: string } {
  const { executed_at, started_at, ended_at, target_host, source_host, techniques, guid } = logged;
  const begun = executed_at ?? started_at ?? ended_at;
  const host = target_host ?? source_host;
  if (begun === null) return { why: 'it has no time' };
  if (host === null) return { why: 'it names no host' };
  const isAfter = ended_at !== null && ended_at >= begun;
  const exit = readExitCode(logged);
  const [technique, ...others] = techniques.filter((id) => /^T\d{4}(?:\.\d{3})?$/.test(id));
  const isGuid = guid !== null && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(guid);
  const lines = [
    logged.red_comment,
    labelled('Operator', logged.operator),
    labelled('Source host', target_host === null ? null : source_host),
    labelled('Result', exit === undefined ? logged.attack_result : null),
    labelled('Techniques', others.join(', ') || null),
    labelled('End', isAfter ? null : ended_at),
    labelled('Template', isGuid ? null : guid),
    ...logged.leftover.filter((line) => !/^(?:exit code|process id|process-id|target path):/i.test(line)),
  ].filter((line) => line !== null);
  const body = {
    external_id: toId(`${format}/${logged.id}`),
    name: logged.name.slice(0, longestName),
    command: fit(logged.command ?? '', longestText),
    executed_at: begun,
    host: fit(host, longestRedDetail),
    ...(technique !== undefined && { technique }),
    ...(isGuid && { guid }),
    ...(logged.output !== null && { output: fitBytes(logged.output, mostOutput(recordings)) }),
    ...(isAfter && { ended_at }),
    ...(logged.target_user !== null && { user: fit(logged.target_user, longestRedDetail) }),
    ...(exit !== undefined && { exit_code: exit }),
    ...readProcess(logged.leftover),
    ...(recordings.length > 0 && { recordings }),
    ...(lines.length > 0 && { comment: fit(lines.join('\n'), longestText / 2) }),
  };
  return { body };
}

/** Room for an output in bytes, beside the recordings. */
function mostOutput(recordings: readonly Recording[]): number {
  return largestBatch - 1_000_000 - (recordings.length > 0 ? mostRecorded : 0);
}

/** Executions in requests that the server takes, as JSON. */
export function toRequests(bodies: readonly object[]): string[] {
  const requests: string[] = [];
  let some: string[] = [];
  let size = 0;
  const flush = () => {
    if (some.length > 0) requests.push(`[${some.join(',')}]`);
    [some, size] = [[], 0];
  };
  for (const body of bodies) {
    const text = JSON.stringify(body);
    const bytes = Buffer.byteLength(text);
    if (some.length === mostExecutions || size + bytes > largestBatch) flush();
    some.push(text);
    size += bytes;
  }
  flush();
  return requests;
}

function labelled(label: string, text: string | null): string | null {
  return text === null ? null : `${label}: ${text}`;
}

/** Readers keep an exit code other than 0 as a line. */
function readExitCode({ attack_result, leftover }: LoggedExecution): number | undefined {
  if (attack_result === 'succeeded') return 0;
  const code = Number(findLine(leftover, /^exit code: (\d{1,9})$/i) ?? Number.NaN);
  return attack_result === 'failed' && code > 0 ? code : undefined;
}

function readProcess(leftover: readonly string[]): { process_id?: number } {
  const id = findLine(leftover, /^process[ -]id: (\d{1,9})$/i);
  return id === undefined ? {} : { process_id: Number(id) };
}

function findLine(lines: readonly string[], form: RegExp): string | undefined {
  for (const line of lines) {
    const found = form.exec(line)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The server keeps ids of a limited length. */
function toId(id: string): string {
  if (id.length <= longestName) return id;
  return `${id.slice(0, 100)}…${createHash('sha256').update(id).digest('hex')}`;
}

const fit = (text: string, most: number): string => (text.length > most ? cutText(text, most) : text);

/** A text whose JSON has at most this many bytes. */
function fitBytes(text: string, most: number): string {
  const bytes = Buffer.byteLength(JSON.stringify(text));
  return bytes <= most ? text : cutText(text, Math.floor((text.length * most) / bytes) - 100);
}
