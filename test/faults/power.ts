import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { startServer } from '../../server/index.ts';
import { readSettings } from '../../server/settings.ts';
import { environment, program } from '../support/command.ts';
import { Client } from '../support/server.ts';
import { Disk } from './disk.ts';
import { type DiskEvent, readRecord, startRecorded } from './disk-record.ts';
import type { Kind, Round, Trial } from './kind.ts';
import { type Fact, Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import { straceMissing } from './strace.ts';
import { makeWorld, settings, type World } from './world.ts';
import { Worker, type Write, writes } from './writes.ts';

type Note = { at: number; asked: readonly Fact[] } | { at: number; acknowledged: readonly Fact[] };

/** Everything the server did to its files, and what its clients were told meanwhile. */
type Recording = { base: string; events: DiskEvent[]; notes: Note[]; world: World };

/**
 * What may be on the disk after the power went: what was written since the last sync of its file or folder is there in part, in
 * any order, or torn. The server must start on it and show everything that was acknowledged before.
 */
export const powerCuts: Kind = {
  name: 'power',
  what: 'power cuts: from a record of writes and syncs, with what was not synced dropped, torn and out of order',
  missing: straceMissing,
  shortRounds: 25,

  async open(folder, random): Promise<Trial> {
    const recording = await record(folder, random);
    return {
      round: () => cutSomewhere(recording, path.join(folder, 'state'), random),
      finish: async () => ({ counts: { 'calls recorded': recording.events.length }, wrong: [] }),
      close: async () => recording.world.ledger.close(),
    };
  },

  /** A disk that forgets what was synced. */
  async control(folder, random) {
    const recording = await record(folder, random);
    const found: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const state = path.join(folder, 'state');
      found.push(...(await cutSomewhere(recording, state, random, { syncs: false })).wrong);
    }
    recording.world.ledger.close();
    return found;
  },
};

async function record(folder: string, random: Random): Promise<Recording> {
  const world = await makeWorld(folder, 1);
  const base = path.join(folder, 'base');
  cpSync(world.dataDir, base, { recursive: true });
  const prefix = path.join(folder, 'calls');
  const child = startRecorded(prefix, [program, 'serve', '--data-dir', world.dataDir, '--port', '0'], {
    ...environment(settings),
    PATH: process.env.PATH ?? '',
  });
  const url = await listening(child);
  const notes: Note[] = [];
  const now = () => performance.timeOrigin + performance.now();
  const ledger = {
    ask: (asked: readonly Fact[]) => void notes.push({ at: now(), asked }),
    acknowledge: (acknowledged: readonly Fact[]) => void notes.push({ at: now(), acknowledged }),
  };
  let given = 0;
  const names = () => {
    given += 1;
    return `p${given}`;
  };
  const [lane] = world.lanes;
  const parts = {
    client: new Client(url, world.token),
    lane: lane!,
    random,
    scenario: world.scenario,
    ledger,
    names,
  };
  const worker = new Worker(parts);
  for (const write of shuffled(writes, random)) await write.run(worker);
  // Signals go to what is traced too.
  child.kill('SIGTERM');
  await once(child, 'exit');
  const events = readRecord(prefix, world.dataDir);
  assert.ok(events.some(({ kind }) => kind === 'sync'));
  return { base, events, notes, world };
}

async function cutSomewhere(
  { base, events, notes, world }: Recording,
  state: string,
  random: Random,
  options: { syncs?: boolean } = {},
): Promise<Round> {
  const disk = new Disk(base, options);
  const moment = random.below(events.length);
  for (const event of events.slice(0, moment)) disk.apply(event);
  const time = events[moment]!.begun;
  rmSync(state, { recursive: true, force: true });
  mkdirSync(state, { mode: 0o700 });
  disk.cut(state, random);

  const ledger = new Ledger(null);
  for (const note of notes.filter(({ at }) => at < time)) {
    if ('asked' in note) ledger.ask(note.asked);
    else ledger.acknowledge(note.acknowledged);
  }
  const acknowledged = ledger.acknowledged;
  const wrong: string[] = [];
  try {
    const environment = { ...settings, SVC_DATA_DIR: state, SVC_PORT: '0', LOG_LEVEL: 'silent' };
    const server = await startServer(readSettings({}, environment));
    wrong.push(...(await ledger.losses(new Client(server.url, world.token))));
    await server.close();
  } catch (error) {
    wrong.push(`it does not start: ${error}`);
  }
  return {
    counts: { states: 1, 'acknowledgements looked for': acknowledged },
    wrong: wrong.map((line) => `cut before call ${moment}: ${line}`),
  };
}

async function listening({ stdout }: ReturnType<typeof startRecorded>): Promise<string> {
  let text = '';
  for await (const chunk of stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk;
    const url = /"event":"listening","url":"([^"]+)"/.exec(text)?.[1];
    if (url !== undefined) {
      stdout!.resume();
      return url;
    }
  }
  throw new Error(`serve ended early: ${text}`);
}

function shuffled(all: readonly Write[], random: Random): Write[] {
  return all
    .map((write) => ({ write, place: random.unit() }))
    .sort((one, other) => one.place - other.place)
    .map(({ write }) => write);
}
