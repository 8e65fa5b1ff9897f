import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { openSite, type WatchedSite } from '../bystanders/onlookers.ts';
import { rowOf, type Thing, watchRounds } from '../bystanders/things.ts';
import type { RowResult } from '../measure.ts';
import { SharedPlaces } from '../postgres.ts';
import { fillRecord } from '../record.ts';

/** A reveal can be taken back for ten seconds; with some more for the reveal itself. */
const revealMilliseconds = 13_000;

/** Writes to all 2,000 tests of a mission, all executed and with facts. */
export async function bulkRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'long', (world) => fillRecord({ world }, world.visible));
  return rowOf('bystanders-bulk', await watchAll(site));
}

/** The same over PostgreSQL. */
export async function bulkPostgresRow(bench: Bench): Promise<RowResult> {
  const places = await SharedPlaces.start();
  try {
    const site = await openSite(
      bench,
      'long',
      (world) => fillRecord({ world }, world.visible),
      (world) => places.move(world),
    );
    return rowOf('bystanders-bulk-postgres', await watchAll(site));
  } finally {
    await places.close();
  }
}

async function watchAll(site: WatchedSite): Promise<Thing[]> {
  const things = [
    ...(await watchRecord(site)),
    ...(await watchWhole(site)),
    ...(await watchPlans(site)),
    ...(await watchRuns(site)),
  ];
  await site.server.stop();
  return things;
}

/** Changes to every test, and copies. */
async function watchRecord(site: WatchedSite): Promise<Thing[]> {
  const { id, testIds: test_ids } = site.world.visible[0]!;
  const mission = `/api/v1/missions/${id}`;
  const patch = (body: object) => site.admin.send('PATCH', `${mission}/tests`, { test_ids, ...body });
  return [
    await watchRounds(
      'A bulk edit of 2,000 tests',
      site,
      (round) => patch(round % 2 === 0 ? { add_tags: ['looked at'] } : { remove_tags: ['looked at'] }),
      { times: 5 },
    ),
    await watchRounds('An assignment of 2,000 tests', site, (round) =>
      patch({ assignee_id: round % 2 === 0 ? site.world.member.id : null }),
    ),
    await watchRounds('A clone of 2,000 tests', site, () => site.admin.send('POST', `${mission}/clone`, {})),
    await watchRounds('A retest of 2,000 tests', site, () =>
      site.admin.send('POST', `${mission}/retest`, {}),
    ),
  ];
}

/** Writes to a mission as a whole: it is hidden, revealed, reported, given a client. */
async function watchWhole(site: WatchedSite): Promise<Thing[]> {
  const { admin, world } = site;
  const mission = `/api/v1/missions/${world.visible[0]!.id}`;
  const { scenarios } = JSON.parse(await admin.send('GET', mission)) as { scenarios: { id: string }[] };
  const scenario_ids = scenarios.map((scenario) => scenario.id);
  const hiding = await watchRounds('2,000 tests hidden', site, () =>
    admin.send('POST', `${mission}/hide`, { scenario_ids, hidden: true }),
  );
  const revealing = await watchRounds(
    '2,000 tests revealed',
    site,
    async () => {
      await admin.send('POST', `${mission}/reveal`, { scenario_ids, when: 'now' });
      await pause(revealMilliseconds);
    },
    { times: 1 },
  );
  const client = await watchRounds('A mission of 2,000 tests for another client', site, (round) =>
    admin.send('PATCH', mission, { client: `Client ${round}` }),
  );
  const issuing = await watchRounds('A report of 2,000 tests issued', site, async () => {
    const draft = { kind: 'technical', title: 'Purple exercise', options: { evidence: 'list' } };
    const { id } = JSON.parse(await admin.send('POST', `${mission}/reports`, draft)) as { id: string };
    await admin.send('POST', `${mission}/reports/${id}/issue`);
  });
  return [hiding, revealing, client, issuing];
}

/** New runs, which leave nothing executed: last. */
async function watchRuns(site: WatchedSite): Promise<Thing[]> {
  const mission = `/api/v1/missions/${site.world.visible[0]!.id}`;
  const lock = (status: string, lock?: boolean) =>
    site.admin.send('POST', `${mission}/transition`, { status, ...(lock === undefined ? {} : { lock }) });
  return [
    await watchRounds(
      'A new run of 2,000 tests',
      site,
      () => site.admin.send('POST', `${mission}/runs`, { reason: 'retest' }),
      // The tests would have to be executed again before another round.
      { times: 1 },
    ),
    await watchRounds('A mission of 2,000 tests completed', site, () => lock('completed'), { times: 1 }),
  ];
}

type Made = { id: string; scenarios: { id: string; tests: { id: string }[] }[] };

/** Plans of 2,000 tests: made, deleted, added to a mission, copied and moved to another, put in another order. */
async function watchPlans(site: WatchedSite): Promise<Thing[]> {
  const { admin } = site;
  const make = async <T>(target: string, body: object) =>
    JSON.parse(await admin.send('POST', `/api/v1/${target}`, body)) as T;
  const { id: template } = await make<{ id: string }>('test-templates', {
    name: 'Run an encoded command',
    procedure: 'Sign in on the workstation, open a terminal, run the command below. '.repeat(10),
  });
  const { id: scenario } = await make<{ id: string }>('scenario-templates', {
    name: 'First foothold',
    test_template_ids: Array.from({ length: 1000 }, () => template),
  });
  const scenario_template_ids = [scenario, scenario];
  const plan = { name: 'Made at once', scenario_template_ids };
  const made: string[] = [];
  const creation = await watchRounds('A new mission of 2,000 tests', site, async () => {
    made.push((await make<Made>('missions', plan)).id);
  });
  const deletion = await watchRounds('A deletion of a mission of 2,000 tests', site, () =>
    admin.send('DELETE', `/api/v1/missions/${made.pop()}`),
  );
  const { id, scenarios } = await make<Made>('missions', plan);
  const path = `missions/${id}`;
  const appending = await watchRounds('2,000 tests added to a mission', site, () =>
    make(`${path}/scenarios`, { scenario_template_ids }),
  );
  const [first, second] = scenarios;
  const test_ids = first!.tests.map((test) => test.id);
  const ordering = await watchRounds('1,000 tests put in another order', site, () =>
    admin.send('PUT', `/api/v1/${path}/scenarios/${first!.id}/order`, { test_ids: test_ids.reverse() }),
  );
  const other = (await make<Made>('missions', { name: 'Another' })).id;
  const copying = await watchRounds(
    'A scenario of 1,000 tests copied to another mission',
    site,
    () => make(`${path}/scenarios/${first!.id}/copy`, { mission_id: other }),
    { times: 1 },
  );
  const moving = await watchRounds(
    'A scenario of 1,000 tests moved to another mission',
    site,
    () => make(`${path}/scenarios/${second!.id}/move`, { mission_id: other }),
    { times: 1 },
  );
  return [creation, deletion, appending, ordering, copying, moving];
}
