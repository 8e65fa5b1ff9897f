import { rmSync } from 'node:fs';
import path from 'node:path';
import { newId } from '../ids.ts';
import { type Command, complain, type FlagValues, UsageError } from './command.ts';
import { type Named, writeAttire } from './programs/attire.ts';
import { keepFile } from './programs/keep-file.ts';
import { observe, type Session } from './programs/observe.ts';
import { send } from './programs/send.ts';
import { readTarget, type Target, targetFlags } from './programs/target.ts';

/** As shells say it. */
const notStarted = { missing: 127, forbidden: 126 } as const;

export const runCommand: Command = {
  name: 'run',
  summary: 'Run a program and record it as an execution of a mission',
  details: [
    'Records command, combined output, times, host, user, exit code and process id, and posts them with the token of a',
    'program. The output passes through, and the exit code is that of the program. Without a server, or if it does not take',
    'the record in time, a log of ATTiRe is left, which the import reads. Messages go to standard error. On a terminal, what it',
    'showed becomes a recording with times, which is evidence of the run.',
  ],
  operands: [],
  rest: 'command',
  flags: {
    ...targetFlags,
    technique: { type: 'string', value: 'id', help: 'such as T1059.001' },
    name: { type: 'string', value: 'text', help: 'name of the test' },
    guid: { type: 'string', value: 'guid', help: 'GUID of the atomic test' },
    out: { type: 'string', value: 'folder', help: 'where a log of ATTiRe is left (default: this folder)' },
    'no-recording': { type: 'boolean', help: 'do not record what the terminal showed' },
    wait: {
      type: 'string',
      value: 'seconds',
      help: 'how long to try while the server is away (default: 60)',
    },
  },
  async run({ flags, rest }) {
    const { target, environment } = readTarget(flags);
    const named = readNamed(flags);
    const wait = readWait(flags);
    const folder = path.resolve(String(flags.out ?? '.'));
    let session: Session;
    try {
      session = await observe(rest, environment, { isRecorded: flags['no-recording'] !== true });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      complain(`damson: ${rest[0]} can't be started (${code})`);
      return code === 'ENOENT' ? notStarted.missing : notStarted.forbidden;
    }
    const { seen, recording } = session;
    const id = `run/${newId()}`;
    const place = path.join(folder, `damson-${id.replace('/', '-')}`);
    const files = { log: `${place}.json`, cast: `${place}.cast` };
    // Before anything is sent, so that the record is safe whatever happens.
    if (recording !== null) await keepFile(files.cast, recording);
    await keepFile(files.log, writeAttire(id, seen, named));
    const recordings = recording === null ? [] : [{ name: 'run.cast', text: recording }];
    if (target === null) complain(`damson: left the record in ${files.log}`);
    else await post(target, { external_id: id, ...seen, ...named, recordings }, { files, wait });
    return seen.exit_code;
  },
};

async function post(
  target: Target,
  execution: object,
  { files, wait }: { files: { log: string; cast: string }; wait: number },
): Promise<void> {
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  const answered = await send(target, '/executions', JSON.stringify(execution), {
    milliseconds: wait * 1000,
    ended: ended.signal,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, end);
  if ('body' in answered) {
    for (const file of Object.values(files)) rmSync(file, { force: true });
    tell(answered.body as Recorded);
    return;
  }
  if ('refused' in answered) complain(`damson: the server refused the record (${answered.refused})`);
  else complain(`damson: the server is away (${answered.away})`);
  complain(`damson: left the record in ${files.log}`);
}

type Recorded = { executions: [{ result: string; test_id: string; run: number }] };

function tell({ executions: [{ result, test_id, run }] }: Recorded): void {
  if (result === 'added') complain(`damson: recorded as a test of its own, ${test_id}`);
  else complain(`damson: recorded as run ${run} of the test ${test_id}`);
}

function readNamed(flags: FlagValues): Named {
  const technique = readText(flags, 'technique')?.toUpperCase() ?? null;
  if (technique !== null && !/^T\d{4}(?:\.\d{3})?$/.test(technique))
    throw new UsageError('--technique must be a technique such as T1059 or T1059.001');
  const guid = readText(flags, 'guid');
  if (guid !== null && !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(guid))
    throw new UsageError('--guid must be a GUID');
  return { technique, guid, name: readText(flags, 'name')?.slice(0, 200) ?? null };
}

function readText(flags: FlagValues, name: string): string | null {
  return String(flags[name] ?? '').trim() || null;
}

function readWait({ wait = '60' }: FlagValues): number {
  if (!/^\d{1,5}$/.test(String(wait))) throw new UsageError('--wait must be a number of seconds');
  return Number(wait);
}
