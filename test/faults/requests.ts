import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../../server/http/problem.ts';
import { preloading, type Serving } from '../support/commands/command.ts';
import { moment } from '../support/servers/until.ts';
import { makeCrowd } from './hostile/crowd.ts';
import { drawRequest, type HostileRequest, listTemplates } from './hostile/draw.ts';
import { longestStallMs, type Stall, Watch, watching } from './hostile/watch.ts';
import { type Outcome, Wire } from './hostile/wire.ts';
import { add, type Kind, type Pace, type Round, type Trial } from './kind.ts';
import { type Random, randomFrom } from './random.ts';
import { makeWorld, serve } from './world.ts';

const connections = 20;
/** Requests per connection in a round; the choices of one don't depend on the speed of the others. */
const ofConnection = 50;
const mebibyte = 1024 * 1024;
/**
 * Rounds until a server's memory use has settled, and its growth allowed after that: in the program, and in the process. Each
 * thread keeps what it has allocated, up to 64 MiB.
 */
const warmRounds = 200;
const mostMoreLive = 40 * mebibyte;
const mostMoreMemory = 500 * mebibyte;

/** Deliberate refusals that are not the caller's fault. */
const deliberate = new Set([
  'encryption_key_absent',
  'catalogue_absent',
  'busy',
  'unavailable',
  'disk_full',
  'c2_error',
]);

type Sent = { request: HostileRequest; from: number; to: number };

/** Malicious requests to a server in production mode. */
export const requests: Kind = {
  name: 'requests',
  what: 'requests of every operation, well-formed and then with something wrong about them, 1,000 a round',
  missing: () => null,
  shortRounds: 0,

  async open(folder, random, pace): Promise<Trial> {
    const attack = await openAttack(folder, random, pace);
    return {
      round: (index) => attack.round(index),
      async finish() {
        attack.hangUp();
        const { code, signal, stderr } = await attack.server.stop();
        return {
          counts: {},
          wrong: code === 0 ? [] : [`a clean stop ends with ${code ?? signal}: ${stderr}`],
        };
      },
      close: async () => attack.close(),
    };
  },

  /** A server that only accepts English letters; every twentieth request has others. */
  async control(folder, random) {
    const attack = await openAttack(folder, random, 'short', onlyEnglish);
    const found = (await attack.round(0)).wrong;
    attack.hangUp();
    await attack.server.stop();
    attack.close();
    return found;
  },
};

const onlyEnglish = `
  const isWellFormed = String.prototype.isWellFormed;
  String.prototype.isWellFormed = function () {
    for (let at = 0; at < this.length; at += 1) {
      if (this.charCodeAt(at) > 127) throw new Error('a fault on purpose');
    }
    return isWellFormed.call(this);
  };`;

type Attack = {
  server: Serving;
  round(index: number): Promise<Round>;
  /** Closes the connections; a stopping server waits for those with a pending request. */
  hangUp(): void;
  close(): void;
};

async function openAttack(folder: string, random: Random, pace: Pace, fault = ''): Promise<Attack> {
  const world = await makeWorld(folder, 1);
  const log = path.join(folder, 'watch.log');
  const server = await serve(world.dataDir, preloading(watching(log) + fault));
  let ended: string | null = null;
  server.child.once('exit', (code, signal) => {
    ended = `the process ended with ${code ?? signal}`;
  });
  const crowd = await makeCrowd(world, server.url);
  const watch = new Watch(log);
  const wires = Array.from({ length: connections }, () => new Wire(server.url));
  const templates = listTemplates();
  const first = random.below(2 ** 31);
  let warm = { live: 0, memory: 0 };
  let rounds = 0;

  const round = async (index: number): Promise<Round> => {
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    await crowd.signInAgain();
    const pools = await crowd.findPools();
    watch.read();
    const sent: Sent[] = [];
    await Promise.all(
      wires.map(async (wire, which) => {
        const choices = randomFrom(first + index * connections + which);
        for (let left = ofConnection; left > 0 && ended === null; left -= 1) {
          const request = drawRequest(templates, pools, crowd.tokens, new URL(server.url).host, choices);
          const from = Date.now();
          const outcome = await wire.send(request);
          sent.push({ request, from, to: Date.now() });
          add(counts, { [kindOf(outcome)]: 1 });
          const fault = faultOf(request, outcome);
          if (fault !== null) wrong.push(describe(request, fault));
        }
      }),
    );
    if (ended !== null) wrong.push(`${ended}: ${server.text.stderr.slice(-2000)}`);
    else await judgeTime(sent, counts, wrong);
    return { counts, wrong };
  };

  const judgeTime = async (sent: readonly Sent[], counts: Record<string, number>, wrong: string[]) => {
    // A short run is one of many tests, so slowness means nothing in it.
    if (pace === 'short') return;
    await moment(longestStallMs);
    const stalls = watch.read();
    counts[`stalls over ${longestStallMs} ms`] = stalls.length;
    rounds += 1;
    const { live, memory } = watch;
    if (rounds === warmRounds) warm = { live, memory };
    if (rounds > warmRounds && (live > warm.live + mostMoreLive || memory > warm.memory + mostMoreMemory)) {
      wrong.push(
        `memory grew from ${mega(warm.memory)} to ${mega(memory)} MiB in ${rounds - warmRounds} rounds, and what is in use from ${mega(warm.live)} to ${mega(live)}`,
      );
    }
    for (const { request } of suspectsOf(sent, stalls)) {
      const blocked = await blocksAlone(request);
      if (blocked > longestStallMs) wrong.push(describe(request, `blocks the event loop for ${blocked} ms`));
    }
  };

  /** The shortest of three stalls caused by a request on its own; 0 if one of them causes none. */
  const blocksAlone = async (request: HostileRequest): Promise<number> => {
    let shortest = Number.POSITIVE_INFINITY;
    for (let time = 0; time < 3 && shortest > 0; time += 1) {
      watch.read();
      await wires[0]?.send(request);
      await moment(longestStallMs);
      const longest = Math.max(0, ...watch.read().map(({ stood }) => stood));
      shortest = Math.min(shortest, longest);
    }
    return shortest;
  };

  /** Keeps the bytes for a repetition. */
  let kept = 0;
  const describe = ({ what, bytes }: HostileRequest, fault: string): string => {
    kept += 1;
    const file = path.join(folder, `request-${kept}.bin`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, bytes);
    return `${what}: ${fault} (${file}: ${JSON.stringify(bytes.toString('latin1', 0, 300).replace(/Bearer [\w.-]+/, 'Bearer …'))})`;
  };

  const close = () => {
    world.ledger.close();
  };
  const hangUp = (): void => {
    for (const wire of wires) wire.close();
  };
  return { server, round, hangUp, close };
}

/** Distinct requests pending during a stall of the event loop, except those that can't be repeated. */
function suspectsOf(sent: readonly Sent[], stalls: readonly Stall[]): Sent[] {
  return sent
    .filter(
      ({ request, from, to }) => !request.cut && stalls.some((stall) => from <= stall.to && to >= stall.from),
    )
    .filter(({ from, to }) => to - from > longestStallMs)
    .slice(0, 2 * connections);
}

function kindOf(outcome: Outcome): string {
  if (typeof outcome === 'string') return 'without an answer';
  return `${Math.floor(outcome.status / 100)}xx`;
}

/** Fault in an answer; null for none. */
function faultOf(request: HostileRequest, outcome: Outcome): string | null {
  if (outcome === 'none') return request.cut ? null : 'the connection ended without an answer';
  if (outcome === 'late') return 'there was no answer';
  if (outcome === 'twice') return 'there was more than one answer';
  const { status, type, body } = outcome;
  if (status < 400) return status >= 200 ? null : `answers ${status}`;
  if (request.method === 'HEAD') return status < 500 ? null : `answers ${status}`;
  const text = body.toString('utf8');
  if (!type.startsWith('application/problem+json'))
    return `answers ${status} with ${type} ${text.slice(0, 200)}`;
  let code: unknown;
  try {
    code = JSON.parse(text).code;
  } catch {
    return `answers ${status} with what is not JSON`;
  }
  const known = typeof code === 'string' && problems[code as keyof typeof problems]?.status === status;
  if (!known) return `answers ${status} ${text.slice(0, 200)}`;
  return status >= 500 && !deliberate.has(code as string) ? `answers ${status} ${text.slice(0, 300)}` : null;
}

const mega = (bytes: number): number => Math.round(bytes / mebibyte);
