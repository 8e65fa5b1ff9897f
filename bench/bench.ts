import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openCatalogue, synchroniseFromBundled } from '../server/catalogue/service.ts';
import { openDatabase } from '../server/database/database.ts';
import { expecting, LoadGenerator, type PlannedRequest, planRequest } from './load.ts';
import { type ServerProcess, startBaseline, startDamson, stopAll } from './processes.ts';
import { password, type SeededMission, seedWorld, type World } from './seed.ts';

/** The data sets; each is created when a row first needs it. */
const sizes = {
  /** One visible mission of 2,000 tests. */
  long: { missions: 2, testsPerMission: 2000 },
  /** One visible mission of 200 tests. */
  team: { missions: 2, testsPerMission: 200 },
  /** 200 visible missions of 20 tests. */
  rules: { missions: 400, testsPerMission: 20 },
  small: { missions: 100, testsPerMission: 50 },
  medium: { missions: 1000, testsPerMission: 50 },
  large: { missions: 10_000, testsPerMission: 50 },
} as const;
export type Size = keyof typeof sizes;

/** The real server over one of the data sets, with a person signed in. */
export type Site = {
  server: ServerProcess;
  world: World;
  token: string;
  url(target: string): string;
  send(method: string, target: string, body?: unknown): Promise<string>;
};

/** Resources shared by rows: a temporary folder, the load generator, the running servers. */
export class Bench {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'damson-bench-'));
  readonly load = new LoadGenerator();
  readonly #sites = new Map<Size, Promise<Site>>();
  readonly #servers: ServerProcess[] = [];

  site(size: Size): Promise<Site> {
    let known = this.#sites.get(size);
    if (known === undefined) {
      known = this.newSite(size);
      this.#sites.set(size, known);
    }
    return known;
  }

  /** A server with its own data, with a person signed in. */
  async newSite(
    size: Size,
    settings: Record<string, string> = {},
    who: 'member' | 'admin' = 'member',
    start: typeof startDamson = startDamson,
  ): Promise<Site> {
    const world = await this.newWorld(size);
    const server = await start(world.dataDir, settings);
    this.#servers.push(server);
    return signedIn(server, world, world[who]);
  }

  /** A file with this text. */
  newFile(text: string): string {
    const file = path.join(this.newFolder('text'), 'text');
    writeFileSync(file, text);
    return file;
  }

  newWorld(size: Size): Promise<World> {
    return seedWorld(this.newFolder(size), sizes[size]);
  }

  newFolder(name: string): string {
    return mkdtempSync(path.join(this.folder, `${name}-`));
  }

  async baseline(name: string, ...args: string[]): Promise<ServerProcess> {
    const server = await startBaseline(name, this.newFolder('baseline'), ...args);
    this.#servers.push(server);
    return server;
  }

  /** A bare Express server that sends these JSON texts at /0, /1, …. */
  async bareJson(...texts: string[]): Promise<ServerProcess> {
    const folder = this.newFolder('json');
    const files = texts.map((text, index) => {
      const file = path.join(folder, `${index}.json`);
      writeFileSync(file, text);
      return file;
    });
    return this.baseline('json.js', ...files);
  }

  async close(): Promise<void> {
    this.load.close();
    await Promise.all(this.#servers.map((server) => server.stop()));
    stopAll();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A running server, with a person of its world signed in. */
export async function signedIn(
  server: ServerProcess,
  world: World,
  person: World['member'],
  secret = password,
): Promise<Site> {
  const call = async (method: string, target: string, token: string | null, body?: unknown) => {
    const isForm = body instanceof FormData;
    const response = await fetch(server.url + target, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${target} answered ${response.status}: ${text}`);
    return text;
  };
  const session = await call('POST', '/api/v1/auth/login', null, { email: person.email, password: secret });
  const token = (JSON.parse(session) as { access_token: string }).access_token;
  return {
    server,
    world,
    token,
    url: (target) => server.url + target,
    send: (method, target, body) => call(method, target, token, body),
  };
}

/** Up to `count` of the member's missions, evenly spread. */
export function spreadOver(world: World, count: number): SeededMission[] {
  const step = Math.max(1, Math.floor(world.visible.length / count));
  return world.visible.filter((_, index) => index % step === 0).slice(0, count);
}

/** Puts the bundled catalogue into the site's database. */
export async function loadCatalogue(site: Pick<Site, 'world'>): Promise<void> {
  const { db, close } = openDatabase(site.world.database);
  await synchroniseFromBundled(openCatalogue({ db, now: Date.now, dataDir: site.world.dataDir }));
  await close();
}

export type Plan = { request: PlannedRequest; text: string };

/** GET of a test with five evidence records, which are added first. */
export function planTestRead(site: Site, mission: SeededMission): Promise<Plan> {
  return planReadWithEvidence(site, mission, mission.testIds[mission.testIds.length >> 1] as string);
}

/** GET of another test with six further runs, each with 20 facts and five evidence records, which are added first. */
export async function planRetestedRead(site: Site, mission: SeededMission): Promise<Plan> {
  const testId = mission.testIds[0] as string;
  const target = `/api/v1/missions/${mission.id}/tests/${testId}`;
  let plan = await planRun(site, mission, testId);
  for (let closed = 0; closed < 5; closed += 1) {
    await site.send('POST', `${target}/runs`, { reason: 'retest' });
    plan = await planRun(site, mission, testId);
  }
  const { facts, closed_runs } = JSON.parse(plan.text) as { facts: unknown[]; closed_runs: number };
  if (facts.length !== 20 || closed_runs !== 5) throw new Error('the test does not show its facts and runs');
  return plan;
}

async function planRun(site: Site, mission: SeededMission, testId: string): Promise<Plan> {
  const target = `/api/v1/missions/${mission.id}/tests/${testId}`;
  await site.send('POST', `${target}/transition`, { status: 'executed' });
  for (let number = 0; number < 20; number += 1) {
    const kind = ['prevented', 'alerted', 'logged', 'detected', 'responded'][number % 5];
    const fact = {
      kind,
      result: number % 3 === 0 ? 'yes' : 'no',
      rule_name: `Encoded command line (${number})`,
    };
    await site.send('POST', `${target}/facts`, fact);
  }
  return planReadWithEvidence(site, mission, testId);
}

async function planReadWithEvidence(site: Site, mission: SeededMission, testId: string): Promise<Plan> {
  const target = `/api/v1/missions/${mission.id}/tests/${testId}`;
  const before = JSON.parse(await site.send('GET', target)) as { evidence: unknown[] };
  for (let number = before.evidence.length; number < 5; number += 1) {
    const form = new FormData();
    const text = `${testId}: what the console showed, part ${number}\n`;
    form.set('caption', `Console of the workstation, part ${number}`);
    form.set('side', 'red');
    form.set('file', new Blob([text], { type: 'text/plain' }), `console-${number}.txt`);
    await site.send('POST', `${target}/evidence`, form);
  }
  const text = await site.send('GET', target);
  if ((JSON.parse(text) as { evidence: unknown[] }).evidence.length !== 5) {
    throw new Error('the test does not show five evidence records');
  }
  return { request: expecting(planRequest('GET', site.url(target), site), text), text };
}

/** GET of a mission's activity when nothing is new. */
export async function planActivity(site: Site, mission: SeededMission): Promise<Plan> {
  const target = `/api/v1/missions/${mission.id}/activity`;
  const all = JSON.parse(await site.send('GET', target)) as { tests: unknown[]; next_since: string };
  if (all.tests.length !== mission.testIds.length) throw new Error('the activity does not list every test');
  const polled = `${target}?since=${encodeURIComponent(all.next_since)}`;
  const text = await site.send('GET', polled);
  if ((JSON.parse(text) as { tests: unknown[] }).tests.length !== 0) throw new Error('something is new');
  const request = planRequest('GET', site.url(polled), site);
  return { request: expecting(request, text, [/"server_time":"([^"]*)"/]), text };
}

/** GET of the first page of the missions. */
export async function planMissions(site: Site): Promise<Plan> {
  const target = '/api/v1/missions';
  const text = await site.send('GET', target);
  const page = JSON.parse(text) as { items: unknown[]; total: number };
  if (page.total !== site.world.visible.length || page.items.length !== Math.min(50, page.total)) {
    throw new Error(`the first page shows ${page.items.length} of ${page.total} missions`);
  }
  return { request: expecting(planRequest('GET', site.url(target), site), text), text };
}

/** PUT of one field of a test, with a new value each time. */
export async function planWrite(site: Site, mission: SeededMission, testId: string): Promise<Plan> {
  const target = `/api/v1/missions/${mission.id}/tests/${testId}`;
  const comment = (counter: string) => ({ red_comment: `seen on the console at ${counter}` });
  const text = await site.send('PUT', target, comment('000000000000'));
  const request = planRequest('PUT', site.url(target), {
    token: site.token,
    body: comment('@@@@@@@@@@@@'),
  });
  const expected = expecting(request, text, [
    /"updated_at":"([^"]*)"/,
    /"red_comment":"seen on the console at (\d{12})"/,
  ]);
  const echoAt = Buffer.byteLength(text.slice(0, text.indexOf('console at 000000000000') + 11));
  return { request: { ...expected, echoAt }, text };
}

export function writeResults(file: string, results: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}
