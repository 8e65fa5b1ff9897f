import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { damson } from '../support/commands/command.ts';
import { Client } from '../support/servers/server.ts';
import type { Kind, Trial } from './kind.ts';
import type { Random } from './random.ts';
import { serveHere } from './serve-here.ts';
import { workersOf } from './work.ts';
import { makeWorld, serve, settings, type World } from './world.ts';
import { writes } from './writes.ts';

const upload = 'POST /missions/:mission_id/tests/:test_id/evidence';

/** Flips one bit in an evidence file or a database page, each in turn, while nothing runs. */
export const bitFlips: Kind = {
  name: 'flips',
  what: 'one bit turned over, in evidence or in a page of the database: found by verify, and not served',
  missing: () => null,
  shortRounds: 4,

  async open(folder, random): Promise<Trial> {
    const world = await makeWorld(folder, 1);
    const evidence = await fill(world, random, 20);
    return {
      round: async (index) =>
        index % 2 === 0
          ? flipEvidence(world, random, evidence[(index / 2) % evidence.length]!)
          : flipPage(world, random, (index - 1) / 2),
      finish: async () => ({
        counts: { 'files there are': evidence.length, 'pages there are': pagesOf(world) },
        wrong: await losses(world),
      }),
      close: async () => world.ledger.close(),
    };
  },

  /** Flips a bit and leaves it flipped. */
  async control(folder, random) {
    const world = await makeWorld(folder, 1);
    const [evidence] = await fill(world, random, 1);
    flip(evidence!.file, random);
    const found = await losses(world);
    world.ledger.close();
    return found;
  },
};

type Evidence = { id: string; sha256: string; file: string };

/** Uploads this many files, and returns their places. */
async function fill(world: World, random: Random, files: number): Promise<Evidence[]> {
  const server = await serve(world.dataDir);
  const worker = workersOf(world, server.url, random)[0]!;
  for (let count = 0; count < files; count += 1) {
    await writes.find(({ route }) => route === upload)!.run(worker);
  }
  const { mission, test, path: at } = worker.lane.place;
  const { evidence } = await worker.read(at);
  await server.stop();
  return evidence.map(({ id, sha256 }: Evidence) => ({
    id,
    sha256,
    file: path.join(world.evidenceDir, mission, test, sha256),
  }));
}

async function losses({ dataDir, ledger, token }: World): Promise<string[]> {
  const server = await serve(dataDir);
  const found = await ledger.losses(new Client(server.url, token));
  await server.stop();
  return found;
}

/**
 * Flips a bit, anywhere in a file or within a part of it, as on a failing disk; the file keeps its times. Returns a function to
 * restore it.
 */
function flip(file: string, random: Random, within?: { from: number; length: number }): () => void {
  const bytes = readFileSync(file);
  const { from, length } = within ?? { from: 0, length: bytes.length };
  const place = from + random.below(length);
  const changed = Buffer.from(bytes);
  changed[place]! ^= 1 << random.below(8);
  const { atime, mtime } = statSync(file);
  const write = (content: Buffer): void => {
    writeFileSync(file, content);
    utimesSync(file, atime, mtime);
  };
  write(changed);
  return () => write(bytes);
}

async function verify({ dataDir }: World): Promise<{ code: number | null; said: string }> {
  const { code, stdout, stderr } = await damson(['verify', '--data-dir', dataDir], { env: settings });
  return { code, said: stdout + stderr };
}

async function flipEvidence(world: World, random: Random, { id, sha256, file }: Evidence) {
  const turnBack = flip(file, random);
  const wrong: string[] = [];
  const { code, said } = await verify(world);
  if (code !== 1 || !said.includes(id)) wrong.push(`verify does not name ${id}: ${code} ${said}`);
  const server = await serveHere(world.dataDir);
  const answer = await new Client(server.url, world.token).get(`/api/v1/evidence/${id}`);
  if (answer.body.code !== 'evidence_corrupt')
    wrong.push(`the damaged file ${sha256} is served with ${answer.status}`);
  await server.close();
  turnBack();
  return { counts: { 'in evidence, found': 1 }, wrong };
}

/** SQLite's default. */
const pageSize = 4096;
const databaseOf = ({ dataDir }: World): string => path.join(dataDir, 'damson.db');
const pagesOf = (world: World): number => statSync(databaseOf(world)).size / pageSize;

async function flipPage(world: World, random: Random, turn: number) {
  const page = turn % pagesOf(world);
  const turnBack = flip(databaseOf(world), random, { from: page * pageSize, length: pageSize });
  const wrong: string[] = [];
  const { code, said } = await verify(world);
  if (code !== 1) wrong.push(`verify does not find a bit turned over in a page: ${code} ${said}`);
  try {
    const server = await serveHere(world.dataDir);
    await server.close();
    wrong.push('it is served');
  } catch (error) {
    if (!/the database is damaged/.test(String(error))) wrong.push(`it does not start: ${error}`);
  }
  turnBack();
  return { counts: { 'in a page, found': 1 }, wrong };
}
