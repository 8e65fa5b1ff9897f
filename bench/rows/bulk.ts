import type { Bench } from '../bench.ts';
import { openSite, type WatchedSite } from '../bystanders/onlookers.ts';
import { rowOf, type Thing, watchRounds } from '../bystanders/things.ts';
import type { RowResult } from '../measure.ts';
import { fillRecord } from '../record.ts';

/** Writes to all 2,000 tests of a mission, all executed and with facts. */
export async function bulkRow(bench: Bench): Promise<RowResult> {
  const site = await openSite(bench, 'long', (world) => fillRecord({ world }, world.visible));
  const { id, testIds: test_ids } = site.world.visible[0]!;
  const mission = `/api/v1/missions/${id}`;
  const change = (round: number) =>
    site.admin.send('PATCH', `${mission}/tests`, {
      test_ids,
      ...(round % 2 === 0 ? { add_tags: ['looked at'] } : { remove_tags: ['looked at'] }),
    });
  const things = [
    await watchRounds('A bulk edit of 2,000 tests', site, change, { times: 5 }),
    await watchRounds('An assignment of 2,000 tests', site, (round) =>
      site.admin.send('PATCH', `${mission}/tests`, {
        test_ids,
        assignee_id: round % 2 === 0 ? site.world.member.id : null,
      }),
    ),
    await watchRounds('A clone of 2,000 tests', site, () => site.admin.send('POST', `${mission}/clone`, {})),
    await watchRounds('A retest of 2,000 tests', site, () =>
      site.admin.send('POST', `${mission}/retest`, {}),
    ),
    await watchRounds(
      'A new run of 2,000 tests',
      site,
      () => site.admin.send('POST', `${mission}/runs`, { reason: 'retest' }),
      // The tests would have to be executed again before another round.
      { times: 1 },
    ),
    ...(await watchPlans(site)),
  ];
  await site.server.stop();
  return rowOf('bystanders-bulk', things);
}

/** Plans of 2,000 tests: made, deleted, added to a mission, put in another order. */
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
  type Made = { id: string; scenarios: { id: string; tests: { id: string }[] }[] };
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
  const [first] = scenarios;
  const test_ids = first!.tests.map((test) => test.id);
  const ordering = await watchRounds('1,000 tests put in another order', site, () =>
    admin.send('PUT', `/api/v1/${path}/scenarios/${first!.id}/order`, { test_ids: test_ids.reverse() }),
  );
  return [creation, deletion, appending, ordering];
}
