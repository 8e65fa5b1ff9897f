import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Bench, type Site, type Size, signedIn } from '../bench.ts';
import { type Figure, figureOf } from '../measure.ts';
import { type LongestBlock, startWatched, type WatchedProcess } from '../processes.ts';
import type { World } from '../seed.ts';

export type OnlookersJob = {
  base: string;
  token: string;
  read: string;
  write: string;
  /** Milliseconds from one request of a kind to the next. */
  every: { reads: number; writes: number; health: number };
};

/** Milliseconds. */
export type SeenOf = { requests: number; p50: number; p99: number; worst: number };
export type Seen = Record<'reads' | 'writes' | 'health', SeenOf> & {
  /** Requests that were refused or got no answer. */
  failures: string[];
};

/** Waits of everyone else, and the longest block of the server's event loop. */
type Watched = Seen & LongestBlock & { milliseconds: number };
export type Round = { idle: Watched; meanwhile: Watched };

/** Limits from `performance.md` in milliseconds, used in place of baselines. */
const limits = { reads: 50, writes: 150, longestWrite: 500, health: 50, longest: 50 };
const idleMilliseconds = 3000;
const every = { reads: 10, writes: 50, health: 20 };

/** A server with a watched event loop, an administrator who runs long operations and a member who works meanwhile. */
export type WatchedSite = { admin: Site; server: WatchedProcess; world: World; others: Site };

/** A server with its own data, extended by `prepare` before it starts, and moved by `move`, which returns the settings. */
export async function openSite(
  bench: Bench,
  size: Size,
  prepare: (world: World) => Promise<void> | void = () => {},
  move: (world: World) => Promise<Record<string, string>> = async () => ({}),
): Promise<WatchedSite> {
  const world = await bench.newWorld(size);
  await prepare(world);
  const server = await startWatched(world.dataDir, await move(world));
  const admin = await signedIn(server, world, world.admin);
  const others = await signedIn(server, world, world.member);
  return { admin, server, world, others };
}

/** Measures a member's requests during `work`, and during idle time. */
export async function watchDuring(
  site: WatchedSite,
  work: () => Promise<unknown>,
  leastMilliseconds = 0,
): Promise<Round> {
  const idle = await watch(site, () => pause(idleMilliseconds));
  const began = performance.now();
  const meanwhile = await watch(site, async () => {
    // Short work is repeated.
    do await work();
    while (performance.now() - began < leastMilliseconds);
  });
  return { idle, meanwhile };
}

async function watch({ others, server, world }: WatchedSite, work: () => Promise<unknown>): Promise<Watched> {
  const mission = world.visible[0]!;
  const target = `/api/v1/missions/${mission.id}/tests`;
  const onlookers = fork(new URL('./onlookers-process.ts', import.meta.url), { execPath: process.execPath });
  try {
    const job: OnlookersJob = {
      base: server.url,
      token: others.token,
      read: `${target}/${mission.testIds[0]}`,
      write: `${target}/${mission.testIds[1]}`,
      every,
    };
    onlookers.send(job);
    // The onlookers are running, and known to the server, before anything is measured.
    await pause(500);
    await server.longestBlock();
    const began = performance.now();
    await work();
    const milliseconds = performance.now() - began;
    const block = await server.longestBlock();
    return { ...(await endOf(onlookers)), ...block, milliseconds };
  } finally {
    onlookers.kill();
  }
}

async function endOf(onlookers: ChildProcess): Promise<Seen> {
  const answer = Promise.withResolvers<Seen>();
  onlookers.once('exit', () => answer.reject(new Error('the onlookers ended')));
  onlookers.once('message', (message: { seen: Seen } | { error: string }) => {
    if ('error' in message) answer.reject(new Error(`the onlookers: ${message.error}`));
    else answer.resolve(message.seen);
  });
  onlookers.send('end');
  return answer.promise;
}

/** The figures of an operation. */
export function figuresOf(what: string, rounds: readonly Round[]): Figure[] {
  const limited = (name: string, limit: number, pick: (seen: Watched) => number) =>
    figureOf(
      `${what}: ${name}`,
      'ms',
      rounds.map(({ meanwhile }) => ({ ours: pick(meanwhile), baseline: limit })),
      { most: 1 },
    );
  return [
    limited('p99 of reads', limits.reads, ({ reads }) => reads.p99),
    figureOf(
      `${what}: that, of an idle server's`,
      'ms',
      rounds.map(({ idle, meanwhile }) => ({ ours: meanwhile.reads.p99, baseline: idle.reads.p99 })),
      { most: 3 },
    ),
    limited('p99 of writes', limits.writes, ({ writes }) => writes.p99),
    limited("longest wait of another's write", limits.longestWrite, ({ writes }) => writes.worst),
    limited('p99 of /health', limits.health, ({ health }) => health.p99),
    limited('longest block of the event loop', limits.longest, ({ longest }) => longest),
  ];
}

/** Figures that don't depend on how busy the machine is: duration, worst read, and longest block in CPU time. */
export function noteOf(what: string, rounds: readonly Round[]): string {
  const each = (pick: (round: Round) => number, digits = 0): string =>
    rounds.map((round) => pick(round).toFixed(digits)).join(', ');
  const took = each(({ meanwhile }) => meanwhile.milliseconds / 1000, 1);
  const worst = each(({ meanwhile }) => meanwhile.reads.worst);
  const waited = each(({ meanwhile }) => meanwhile.writes.worst);
  const busiest = each(({ meanwhile }) => meanwhile.busiest);
  const idle = each((round) => round.idle.longest);
  const failures = rounds.flatMap(({ meanwhile }) => meanwhile.failures);
  const failed = failures.length === 0 ? '' : `; ${failures.length} FAILED, as ${failures[0]}`;
  return `${what}: ${took} s; worst read ${worst} ms, write ${waited} ms; longest block ${busiest} ms of processor time, and ${idle} ms while idle${failed}`;
}
