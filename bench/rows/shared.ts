import { findPrograms } from '../../test/support/servers/postgres.ts';
import { type Bench, planTestRead, signedIn } from '../bench.ts';
import { expecting, LoadGenerator, planRequest } from '../load.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { SharedPlaces } from '../postgres.ts';
import { startDamson } from '../processes.ts';

const load = { connections: 32, milliseconds: 1500 };
const rounds = 7;
/** Limit in milliseconds, used in place of a baseline. */
const seenLimit = 50;
const writes = 40;

/** Whether there is a PostgreSQL for the measurement. */
export const hasPostgres = (): boolean => findPrograms() !== null;

/** Two processes on one PostgreSQL, all on this machine. */
export async function sharedRow(bench: Bench): Promise<RowResult> {
  const world = await bench.newWorld('team');
  const places = await SharedPlaces.start();
  try {
    const settings = await places.move(world);
    const start = (name: string) => startDamson(bench.newFolder(name), settings);
    const [one, other] = await Promise.all([start('one'), start('other')]);
    const here = await signedIn(one, world, world.member);
    const there = await signedIn(other, world, world.member);
    const mission = world.visible[0]!;
    const { request, text } = await planTestRead(here, mission);
    const bare = await bench.baseline('postgres.js', await places.newDatabase('bare'), bench.newFile(text));
    const bareRequest = expecting(planRequest('GET', `${bare.url}/0`), text);
    const ours = async () => (await bench.load.run(one.url, [request], load)).perSecond;
    const baseline = async () => (await bench.load.run(bare.url, [bareRequest], load)).perSecond;
    await inTurns(2, ours, baseline);
    const reads = await inTurns(rounds, ours, baseline);

    const second = new LoadGenerator();
    const target = request.text.split(' ', 2)[1] as string;
    const otherRequest = expecting(planRequest('GET', there.url(target), { token: there.token }), text);
    const both = async () => {
      const half = { ...load, connections: load.connections / 2 };
      const [first, last] = await Promise.all([
        bench.load.run(one.url, [request], half),
        second.run(other.url, [otherRequest], half),
      ]);
      return first.perSecond + last.perSecond;
    };
    const processes = await inTurns(rounds, both, ours);
    second.close();

    const seen: { ours: number; baseline: number }[] = [];
    const path = `/api/v1/missions/${mission.id}/tests/${mission.testIds[0]}`;
    for (let write = 0; write < writes; write += 1) {
      const word = `seen by the other ${write}`;
      await here.send('PUT', path, { red_comment: word });
      const acknowledged = performance.now();
      while (JSON.parse(await there.send('GET', path)).red_comment !== word);
      seen.push({ ours: performance.now() - acknowledged, baseline: seenLimit });
    }
    await Promise.all([one.stop(), other.stop(), bare.stop()]);
    return {
      row: 'shared',
      baseline: 'a bare Express handler with one query by pg; one process of two; a limit of 50 ms',
      figures: [
        figureOf('GET a test with five evidence records, over PostgreSQL', 'requests/s', reads, {
          least: 0.4,
        }),
        figureOf('The same by two processes, against one', 'requests/s', processes, { least: 1.6 }),
        figureOf('A PUT acknowledged by one process until the other shows it', 'ms', seen, { most: 1 }),
      ],
      notes: ['PostgreSQL, processes and load share the processors of this machine'],
    };
  } finally {
    await places.close();
  }
}
