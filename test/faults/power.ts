import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { environment, program } from '../support/commands/command.ts';
import { Client } from '../support/servers/server.ts';
import { Disk } from './disk.ts';
import { type DiskEvent, readRecord, startRecorded } from './disk-record.ts';
import type { Kind, Round, Trial } from './kind.ts';
import { type Fact, Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import { serveHere } from './serve-here.ts';
import { straceMissing } from './strace.ts';
import { Worker, type Write } from './worker.ts';
import { makeWorld, settings, type World } from './world.ts';
import { writes } from './writes.ts';

const ofShort = 8;
const ofControl = 5;

/**
 * A cut can lose what was written last, or damage the whole database, which the start finds. So of each state the last subjects
 * are read and some of the others; of one in ten, everything.
 */
const lastSubjects = 60;
const oneOf = { states: 10, others: 6 };

type Note = { at: number; asked: readonly Fact[] } | { at: number; acknowledged: readonly Fact[] };

/** All file operations of the server, and the answers to its clients during them. */
type Recording = { base: string; events: DiskEvent[]; notes: Note[]; world: World };

/**
 * Possible state of the disk after a power failure: of the data written since the last sync of its file or folder, some is there,
 * in any order, or torn. The server must start from it and show everything acknowledged before.
 */
export const powerCuts: Kind = {
  name: 'power',
  what: 'power cuts: from a record of writes and syncs, with what was not synced dropped, torn and out of order',
  missing: straceMissing,
  shortRounds: ofShort,

  async open(folder, random, pace): Promise<Trial> {
    const recording = await record(folder, random);
    const cuts = new Cuts(recording, random, pace === 'short' ? ofShort : 100);
    return {
      round: () => cuts.cutNext(path.join(folder, 'state')),
      finish: async () => ({ counts: { 'calls recorded': recording.events.length }, wrong: [] }),
      close: async () => recording.world.ledger.close(),
    };
  },

  /** A disk that loses synced data. */
  async control(folder, random) {
    const recording = await record(folder, random);
    const cuts = new Cuts(recording, random, ofControl, { syncs: false });
    const found: string[] = [];
    for (let round = 0; round < ofControl; round += 1) {
      found.push(...(await cuts.cutNext(path.join(folder, 'state'))).wrong);
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
  // Signals reach the traced process, too.
  child.kill('SIGTERM');
  await once(child, 'exit');
  const events = readRecord(prefix, world.dataDir);
  assert.ok(events.some(({ kind }) => kind === 'sync'));
  return { base, events, notes, world };
}

/**
 * Cuts at evenly spread moments of a recording, from its beginning to its end, then again. The disk advances from one to the
 * next.
 */
class Cuts {
  readonly #recording: Recording;
  readonly #random: Random;
  readonly #ofCourse: number;
  readonly #options: { syncs?: boolean };
  #disk: Disk;
  #applied = 0;
  #moments: number[] = [];

  constructor(recording: Recording, random: Random, ofCourse: number, options: { syncs?: boolean } = {}) {
    this.#recording = recording;
    this.#random = random;
    this.#ofCourse = ofCourse;
    this.#options = options;
    this.#disk = new Disk(recording.base, options);
  }

  async cutNext(state: string): Promise<Round> {
    const { events, notes, world } = this.#recording;
    const moment = this.#nextMoment();
    for (const event of events.slice(this.#applied, moment)) this.#disk.apply(event);
    this.#applied = moment;
    rmSync(state, { recursive: true, force: true });
    mkdirSync(state, { mode: 0o700 });
    this.#disk.cut(state, this.#random);

    const time = events[moment]!.begun;
    const ledger = new Ledger(null);
    for (const note of notes.filter(({ at }) => at < time)) {
      if ('asked' in note) ledger.ask(note.asked);
      else ledger.acknowledge(note.acknowledged);
    }
    const subjects = this.#toRead(ledger);
    const wrong = await lossesIn(state, ledger, subjects, world);
    return {
      counts: { states: 1, acknowledgements: ledger.acknowledged, 'objects compared': subjects.size },
      wrong: wrong.map((line) => `cut before call ${moment}: ${line}`),
    };
  }

  #toRead(ledger: Ledger): Set<string> {
    const all = ledger.subjects();
    if (this.#random.below(oneOf.states) === 0) return all;
    const subjects = [...all];
    const others = subjects.slice(0, -lastSubjects).filter(() => this.#random.below(oneOf.others) === 0);
    return new Set([...others, ...subjects.slice(-lastSubjects)]);
  }

  #nextMoment(): number {
    if (this.#moments.length === 0) {
      const { base, events } = this.#recording;
      this.#moments = Array.from({ length: this.#ofCourse }, () => this.#random.below(events.length));
      this.#moments.sort((one, other) => one - other);
      this.#disk = new Disk(base, this.#options);
      this.#applied = 0;
    }
    return this.#moments.shift() as number;
  }
}

/** Starts a server on the disk left by a cut, and compares it with the ledger. */
async function lossesIn(
  state: string,
  ledger: Ledger,
  subjects: ReadonlySet<string>,
  { token }: World,
): Promise<string[]> {
  try {
    const server = await serveHere(state);
    const losses = await ledger.losses(new Client(server.url, token), subjects);
    await server.close();
    return losses;
  } catch (error) {
    return [`it does not start: ${error}`];
  }
}

/** The address of a server, whose output is read to its end: a server whose output nobody reads can't end. */
function listening({ stdout }: ReturnType<typeof startRecorded>): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    stdout!
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk;
        const url = /"event":"listening","url":"([^"]+)"/.exec(text)?.[1];
        if (url !== undefined) resolve(url);
      })
      .on('end', () => reject(new Error(`serve ended early: ${text}`)));
  });
}

function shuffled(all: readonly Write[], random: Random): Write[] {
  return all
    .map((write) => ({ write, place: random.unit() }))
    .sort((one, other) => one.place - other.place)
    .map(({ write }) => write);
}
