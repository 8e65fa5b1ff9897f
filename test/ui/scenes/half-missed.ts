import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import type { TestServer } from '../../support/servers/server.ts';
import { expect, runningMission, type Team } from '../support.ts';

export const alert = { kind: 'alerted', result: 'yes' };

/** A mission of two tests of one technique: one was alerted to as expected, the other was missed. */
export async function halfMissed(server: TestServer, team: Team): Promise<Mission> {
  const { client } = server.admin;
  expect((await client.post('/api/v1/catalog/sync', { source: 'bundled' })).status).toBe(200);
  const catalog_tags = [{ kind: 'technique', external_id: 'T1003' }];
  const template = await newTestTemplate(client, { catalog_tags, expectations: [alert] });
  const scenario = await newScenarioTemplate(client, { tests: [template.id, template.id, template.id] });
  const mission = await runningMission(team, { tests: 0, scenario_template_ids: [scenario.id] });
  for (const [index, result] of ['yes', 'no'].entries()) {
    const { path } = placeOf(mission, index);
    await walk(team.red.client, path, 'executed');
    for (const kind of ['alerted', 'logged']) {
      bodyOf(await team.blue.client.post(`${path}/facts`, { kind, result }), 201);
    }
  }
  return mission;
}
