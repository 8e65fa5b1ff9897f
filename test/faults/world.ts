import assert from 'node:assert/strict';
import { constants, cpSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  damson,
  fileHandles,
  preloading,
  prepareData,
  type Serving,
  serving,
} from '../support/commands/command.ts';
import { loadCatalogue, newEngagement, newSimulation } from '../support/missions/engagements.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  type Place,
  placeOf,
} from '../support/missions/factories.ts';
import { Client } from '../support/servers/server.ts';
import { digestOf, Ledger } from './ledger.ts';
import { providerSettings } from './provider.ts';
import type { Random } from './random.ts';

export const email = 'ada@example.org';
export const password = 'plum jam on toast';

/** Everything that writes need, including C2 with an in-memory framework, and a provider for signing in. */
export const settings = {
  SVC_ENCRYPTION_KEY: digestOf(Buffer.from('for faults alone')),
  SVC_C2_ADAPTER: 'fake',
  ...providerSettings,
  // Excludes the runtime's own files, which are no target of faults.
  NODE_DISABLE_COMPILE_CACHE: '1',
};

/** For controls: an environment in which a server acknowledges files before it has written them. */
export const acknowledgesUnwritten = preloading(`${fileHandles}
  const length = (data) => [data].flat().reduce((sum, part) => sum + part.length, 0);
  handle.write = handle.writev = async (data) => ({ bytesWritten: length(data) });
  handle.writeFile = handle.appendFile = async () => {};`);

/** Objects used by one client only, so that writes to them are sequential. */
export type Lane = {
  name: string;
  place: Place;
  engagement: string;
  simulation: string;
  /** Whether the client may use objects that exist only once: the catalogue, backups. */
  exclusive: boolean;
};

/** An installation exposed to faults, with the ledger of its clients. */
export type World = {
  dataDir: string;
  evidenceDir: string;
  ledger: Ledger;
  /** A scenario template of three tests. */
  scenario: string;
  lanes: Lane[];
  token: string;
};

/** Creates an installation below `folder` and stops its server again. */
export function makeWorld(folder: string, lanes = 3): Promise<World> {
  return fillWorld(folder, { lanes, env: {}, serve: () => serve(path.join(folder, 'data')) });
}

/** Does the same with these settings, and a server started by `serve`. */
export async function fillWorld(
  folder: string,
  { lanes, env, serve }: { lanes: number; env: Record<string, string>; serve: () => Promise<Serving> },
): Promise<World> {
  const dataDir = path.join(folder, 'data');
  mkdirSync(folder, { recursive: true });
  await prepareData(dataDir, { env });
  const made = await damson(
    ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada', '--password-stdin'],
    { input: password, env },
  );
  assert.equal(made.code, 0, made.stderr);
  const server = await serve();
  const token = await signIn(server.url);
  const client = new Client(server.url, token);
  await loadCatalogue(client);
  const scenario = (await newScenarioTemplate(client, { tests: 3 })).id;
  const made_lanes: Lane[] = [];
  for (let index = 0; index < lanes; index += 1) {
    const engagement = (await newEngagement(client)).id;
    made_lanes.push({
      name: `lane ${index}`,
      place: placeOf(await newMission(client, { tests: 3 })),
      engagement,
      simulation: (await newSimulation(client, {}, engagement)).id,
      exclusive: index === 0,
    });
  }
  await server.stop();
  const ledger = new Ledger(path.join(folder, 'ledger'));
  return { dataDir, evidenceDir: path.join(dataDir, 'evidence'), ledger, scenario, lanes: made_lanes, token };
}

/** A copy of an installation, with its own ledger. Nothing may write to the original meanwhile. */
export function copyWorld(world: World, folder: string): World {
  const dataDir = path.join(folder, 'data');
  cpSync(world.dataDir, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  const ledger = new Ledger(path.join(folder, 'ledger'));
  return { ...world, dataDir, evidenceDir: path.join(dataDir, 'evidence'), ledger };
}

export function serve(dataDir: string, env: Record<string, string> = {}): Promise<Serving> {
  return serving(dataDir, { env: { ...settings, ...env } });
}

export async function signIn(url: string, who = email): Promise<string> {
  const answer = await new Client(url, null).post('/api/v1/auth/login', { email: who, password });
  return bodyOf(answer, 200).access_token;
}

/** Text of this many lower-case letters, because a .txt has to be readable. */
export function someText(random: Random, size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) bytes[index] = 97 + random.below(26);
  return bytes;
}
