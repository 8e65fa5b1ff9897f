import { openDatabase } from '../../server/database/database.ts';
import { type Bench, loadCatalogue, type Site } from '../bench.ts';
import { joinOrganisation } from '../bystanders/seeds.ts';
import { figureOf, type RowResult } from '../measure.ts';
import { fillRecord } from '../record.ts';
import type { SeededMission } from '../seed.ts';

/** Limits in milliseconds, used in place of baselines. */
const limits = { mission: 30, organisation: 100 };
const rounds = 21;

/**
 * The figures of a mission of 2,000 tests with a previous one, after each of its writes, and of an organisation of 50 missions.
 */
export async function figuresRow(bench: Bench): Promise<RowResult> {
  const long = await bench.newSite('long', {}, 'admin');
  await loadCatalogue(long);
  const mission = long.world.visible[0]!;
  await fillRecord(long, [mission, await showBefore(long, mission.id)]);
  const target = `/api/v1/missions/${mission.id}`;
  const ofMission = await measure(long, `${target}/figures`, limits.mission, (round) =>
    // Figures are cached until something is written.
    long.send('PUT', `${target}/tests/${mission.testIds[round]}`, { red_comment: `seen in round ${round}` }),
  );
  await long.server.stop();

  const site = await bench.newSite('small');
  const missions = site.world.visible;
  await fillRecord(site, missions);
  const organisation = await joinOrganisation(
    site.world,
    missions.map(({ id }) => id),
  );
  const shown = JSON.parse(await site.send('GET', `/api/v1/organisations/${organisation}/figures`));
  if (shown.missions.length !== missions.length)
    throw new Error('the organisation does not show its missions');
  const ofOrganisation = await measure(
    site,
    `/api/v1/organisations/${organisation}/figures`,
    limits.organisation,
  );
  await site.server.stop();
  return {
    row: 'figures',
    baseline: `limits: ${limits.mission} ms, ${limits.organisation} ms`,
    figures: [
      figureOf('The figures of a mission of 2,000 tests', 'ms', ofMission, { most: 1 }),
      figureOf('Those of an organisation of 50 missions of 50 tests', 'ms', ofOrganisation, { most: 1 }),
    ],
    notes: [
      'every test was run and has four facts; the mission changes before each reading, and is set against another of 2,000 tests',
    ],
  };
}

/** Puts the other mission of the data set into the same organisation, visible to all members of this one. */
async function showBefore({ world }: Site, mission: string): Promise<SeededMission> {
  const { sqlite, close } = openDatabase(world.database);
  const other = sqlite.prepare('select id from missions where id <> ?').pluck().get(mission) as string;
  const testIds = sqlite.prepare('select id from mission_tests where mission_id = ?').pluck().all(other);
  sqlite
    .prepare(`insert into mission_members (mission_id, user_id, role_hint, position) values (?, ?, 'red', 0)`)
    .run(other, world.member.id);
  await close();
  await joinOrganisation(world, [other, mission]);
  return { id: other, testIds: testIds as string[] };
}

async function measure(
  site: Site,
  target: string,
  limit: number,
  before: (round: number) => Promise<unknown> = async () => {},
) {
  const measured: { ours: number; baseline: number }[] = [];
  for (let round = -3; round < rounds; round += 1) {
    await before(round + 3);
    const began = performance.now();
    await site.send('GET', target);
    if (round >= 0) measured.push({ ours: performance.now() - began, baseline: limit });
  }
  return measured;
}
