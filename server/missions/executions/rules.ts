import type { ExecutionMatch, ExecutionResult } from '../../../domain/executions.ts';
import { readExit } from '../../../domain/exit-codes.ts';
import { longestText, mostRuns } from '../../../domain/limits.ts';
import { type TestStatus, wasRun } from '../../../domain/missions.ts';
import { cutName } from '../../../domain/names.ts';
import type { RedRecord } from '../../../domain/test-record.ts';
import { cutText } from '../../cut-text.ts';
import type { Execution } from './contract.ts';

/** A test that can take an execution. */
export type Candidate = {
  id: string;
  name: string;
  /** Its planned command, as written and with the values of its variables. */
  commands: readonly string[];
  techniques: readonly string[];
  /** Of its atomic test, and of executions that it has taken. */
  guids: readonly string[];
  status: TestStatus;
  run: number;
  host: string | null;
};

/** Result of an execution that was sent before. */
export type Earlier = {
  digest: string;
  test_id: string | null;
  run: number;
  matched_by: ExecutionMatch | null;
};

export type Sent = {
  execution: Execution;
  digest: string;
  /** Id of the test that it gets if none matches. */
  newId: string;
};

export type Planned = Omit<Earlier, 'digest'> & { result: ExecutionResult };

const flat = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Takes executions in order, the tests of the mission in order, and what was sent before by external id; returns what becomes of
 * each. A test of the GUID takes it, else one with the command that has its technique or none, else one of the name: if there are several, one
 * without a run, on the same host, the first. Skipped and blocked tests, and those with the most runs, take none.
 */
export function planExecutions(
  sent: readonly Sent[],
  candidates: readonly Candidate[],
  earlier: ReadonlyMap<string, Earlier>,
): Planned[] {
  const tests = new Tests(candidates);
  const known = new Map(earlier);
  return sent.map(({ execution, digest, newId }): Planned => {
    const before = known.get(execution.external_id);
    if (before !== undefined) {
      const { digest: was, ...became } = before;
      return { ...became, result: was === digest ? 'same' : 'differs' };
    }
    const found = tests.match(execution);
    const test = found?.test ?? tests.add(newId, execution);
    if (found !== null) tests.run(test, execution);
    const became = { test_id: test.id, run: test.run, matched_by: found?.by ?? null };
    known.set(execution.external_id, { digest, ...became });
    return { ...became, result: found === null ? 'added' : 'recorded' };
  });
}

/** The tests of a mission by what executions are matched with. */
class Tests {
  readonly #of = { guid: new Map<string, Candidate[]>(), command: new Map(), name: new Map() } as Record<
    ExecutionMatch,
    Map<string, Candidate[]>
  >;

  constructor(candidates: readonly Candidate[]) {
    for (const candidate of candidates) this.#file({ ...candidate });
  }

  match(execution: Execution): { test: Candidate; by: ExecutionMatch } | null {
    const { guid, technique, command, name, host } = execution;
    const asked: [ExecutionMatch, string | null | undefined][] = [
      ['guid', guid],
      ['command', flat(command)],
      ['name', flat(name)],
    ];
    for (const [by, key] of asked) {
      if (!key) continue;
      const alike = (this.#of[by].get(key) ?? []).filter(
        (test) =>
          takesExecution(test) &&
          (by !== 'command' ||
            !technique ||
            test.techniques.length === 0 ||
            test.techniques.includes(technique)),
      );
      const [test] = alike.sort((a, b) => weigh(b, host) - weigh(a, host));
      if (test !== undefined) return { test, by };
    }
    return null;
  }

  /** Notes that a test takes an execution: a pending one in its current run, others in the next. */
  run(test: Candidate, { host, guid }: Execution): void {
    if (test.status !== 'pending') test.run += 1;
    test.status = 'executed';
    test.host = host;
    if (guid && !test.guids.includes(guid)) {
      test.guids = [...test.guids, guid];
      this.#put('guid', guid, test);
    }
  }

  add(id: string, execution: Execution): Candidate {
    const { command, technique, guid, host } = execution;
    const test: Candidate = {
      id,
      name: nameOf(execution),
      commands: command === '' ? [] : [command],
      techniques: technique ? [technique] : [],
      guids: guid ? [guid] : [],
      status: 'executed',
      run: 1,
      host,
    };
    this.#file(test);
    return test;
  }

  #file(test: Candidate): void {
    for (const guid of test.guids) this.#put('guid', guid, test);
    for (const command of new Set(test.commands.map(flat))) this.#put('command', command, test);
    this.#put('name', flat(test.name), test);
  }

  #put(by: ExecutionMatch, key: string, test: Candidate): void {
    const some = this.#of[by].get(key);
    if (some === undefined) this.#of[by].set(key, [test]);
    else some.push(test);
  }
}

function takesExecution({ status, run }: Candidate): boolean {
  return status === 'pending' || (wasRun(status) && run < mostRuns);
}

/** A test without a host is likelier than one with another host. */
function weigh({ status, host }: Candidate, wanted: string): number {
  const likeness = host === null ? 1 : flat(host) === flat(wanted) ? 2 : 0;
  return (status === 'pending' ? 10 : 0) + likeness;
}

/** Name of the test that an execution gets if none matches. */
export function nameOf({ name, command, external_id }: Execution): string {
  return name ?? (cutName(command.trim().split(/[\r\n]/)[0] ?? '') || cutName(external_id));
}

/** A file for what an output has beyond its field. */
export function isLong({ output }: Execution): boolean {
  return (output?.length ?? 0) > longestText;
}

/**
 * The record of a run with an execution. What a person wrote stays, and what the program says instead becomes a line of the
 * comment, as does what has no field.
 */
export function writeExecution(
  {
    command,
    output,
    executed_at,
    ended_at,
    host,
    user,
    exit_code,
    process_id,
    technique,
    comment,
  }: Execution,
  before: RedRecord,
  { operator, isKnown }: { operator: string; isKnown: boolean },
): Partial<RedRecord> {
  const exit = readExit(exit_code == null ? null : String(exit_code));
  const told = {
    command: command || null,
    output: output ? toField(output) : null,
    target_host: host,
    target_user: user ?? null,
    attack_result: exit.result,
  };
  const kept = (Object.keys(told) as (keyof typeof told)[]).filter(
    (field) => before[field] !== null && told[field] !== null,
  );
  const lines = [
    ...kept.flatMap((field) => (before[field] === told[field] ? [] : [`${labels[field]}: ${told[field]}`])),
    ...(comment ? [comment] : []),
    ...(technique && !isKnown ? [`Technique: ${technique}`] : []),
    ...exit.leftover,
    ...(process_id == null ? [] : [`Process id: ${process_id}`]),
  ];
  const written = Object.fromEntries(
    Object.entries(told).filter(([field, value]) => value !== null && !kept.some((name) => name === field)),
  );
  return {
    ...written,
    executed_at,
    started_at: executed_at,
    ended_at: ended_at ?? null,
    operator: before.operator ?? operator,
    ...addLines(before.red_comment, lines),
  };
}

const labels = {
  command: 'Command',
  output: 'Output',
  target_host: 'Host',
  target_user: 'User',
  attack_result: 'Result',
} as const;

const toField = (text: string): string => (text.length > longestText ? cutText(text, longestText) : text);

/** Lines after a comment, as far as they fit. */
function addLines(comment: string | null, lines: readonly string[]): Partial<RedRecord> {
  if (lines.length === 0) return {};
  const start = comment ? `${comment}\n` : '';
  const room = longestText - start.length;
  const more = lines.join('\n');
  if (more.length <= room) return { red_comment: start + more };
  return room < 1000 ? {} : { red_comment: start + cutText(more, room) };
}

/**
 * The bytes of an output as a text file: control characters that evidence does not take are visible in it, as their pictures.
 */
export function toFile(output: string): Buffer {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
  const shown = output.replace(/[\u0000-\u0006\u000b\u000e-\u001a\u001c-\u001f]/g, (control) =>
    String.fromCharCode(0x2400 + control.charCodeAt(0)),
  );
  return Buffer.from(shown);
}
