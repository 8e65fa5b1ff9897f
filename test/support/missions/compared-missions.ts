import type { Mission } from '../../../server/missions/contract.ts';
import type { Client } from '../servers/server.ts';
import { bodyOf, newMission, newScenarioTemplate, newTestTemplate, placeOf } from './factories.ts';

const executed_at = '2026-11-20T09:00:00.000Z';
const seen = '2026-11-20T09:04:00.000Z';

/**
 * An earlier and a later mission of an organisation. In the later one Worse has got worse, Improved, missed before, has improved,
 * Same is unchanged and Open is not judged; First and Last are each in only one of them.
 */
export async function newComparedMissions(
  client: Client,
  fields: Record<string, unknown> = {},
): Promise<{ before: Mission; now: Mission }> {
  bodyOf(await client.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
  const templates = new Map<string, string>();
  for (const [name, external_id] of [
    ['Worse', 'T1003'],
    ['Improved', 'T1003'],
    ['Same', 'T1082'],
    ['Open', 'T1055'],
    ['First', 'T1082'],
    ['Last', 'T1078'],
  ] as const) {
    const catalog_tags = [{ kind: 'technique', external_id }];
    templates.set(name, (await newTestTemplate(client, { name, catalog_tags })).id);
  }
  const make = async (name: string, start_date: string, tests: [name: string, ...yes: string[]][]) => {
    const ids = tests.map(([test]) => templates.get(test) ?? '');
    const scenario = await newScenarioTemplate(client, { tests: ids });
    const scenario_template_ids = [scenario.id];
    const mission = await newMission(client, {
      tests: 0,
      scenario_template_ids,
      name,
      start_date,
      ...fields,
    });
    for (const [index, [, ...facts]] of tests.entries()) {
      const { path } = placeOf(mission, index);
      bodyOf(await client.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
      for (const fact of facts) {
        const [kind, result] = fact.split(' ');
        const at = result === 'yes' ? seen : null;
        bodyOf(await client.post(`${path}/facts`, { kind, result, at }), 201);
      }
    }
    return mission;
  };
  const missed = ['alerted no', 'logged no'];
  const before = await make('Spring', '2026-03-01', [
    ['Worse', 'alerted yes'],
    ['Improved', ...missed],
    ['Same', 'prevented yes'],
    ['Open', 'logged yes'],
    ['First', ...missed],
  ]);
  const now = await make('Autumn', '2026-09-01', [
    ['Last', 'alerted yes'],
    ['Same', 'prevented yes'],
    ['Open'],
    ['Improved', 'prevented yes'],
    ['Worse', ...missed],
  ]);
  return { before, now };
}
