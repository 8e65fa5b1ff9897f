import { damson } from '../support/commands/command.ts';
import { Client } from '../support/servers/server.ts';
import type { Random } from './random.ts';
import { workersOf } from './work.ts';
import { acknowledgesUnwritten, makeWorld, serve, settings, type World } from './world.ts';
import { writes } from './writes.ts';

/** Starts the server after a fault, compares it with the ledger and stops it; returns the faults, none if all is well. */
export async function lossesOf({ dataDir, ledger, token }: World): Promise<string[]> {
  const server = await serve(dataDir);
  const wrong = await ledger.losses(new Client(server.url, token));
  const { code, signal } = await server.stop();
  if (code !== 0) wrong.push(`a clean stop ends with ${code ?? signal}`);
  return wrong;
}

/** Does the same, then verifies: nothing damaged, no file without a record. */
export async function faultsOf(world: World): Promise<string[]> {
  const wrong = await lossesOf(world);
  const { code, stdout, stderr } = await damson(['verify', '--data-dir', world.dataDir], { env: settings });
  if (code !== 0 || !/, 0 files without a record\n$/.test(stdout)) {
    wrong.push(`verify ends with ${code}: ${stdout}${stderr}`);
  }
  return wrong;
}

/** For controls: an installation whose server acknowledges these writes without writing their files. */
export async function makeForgetful(
  folder: string,
  random: Random,
  routes: readonly string[],
  ending: NodeJS.Signals,
): Promise<World> {
  const world = await makeWorld(folder, 1);
  const server = await serve(world.dataDir, acknowledgesUnwritten);
  const worker = workersOf(world, server.url, random)[0]!;
  for (const route of routes) await writes.find((write) => write.route === route)!.run(worker);
  await server.stop(ending);
  return world;
}
