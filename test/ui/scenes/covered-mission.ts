import { newMission, newScenarioTemplate, newTestTemplate } from '../../support/missions/factories.ts';
import type { TestServer } from '../../support/servers/server.ts';

/** A mission with two tests: one of PowerShell, prevented, and one of a whole technique, executed but not rated. */
export async function coveredMission(server: TestServer) {
  const { client } = server.admin;
  const tagged = (kind: string, external_id: string, name: string) =>
    newTestTemplate(client, { name, catalog_tags: [{ kind, external_id }] });
  const tests = [
    await tagged('subtechnique', 'T1059.001', 'Run a script'),
    await tagged('technique', 'T1110', 'Guess a password'),
  ];
  const scenario = await newScenarioTemplate(client, { tests: tests.map(({ id }) => id) });
  const mission = await newMission(client, {
    name: 'Covered',
    tests: 0,
    scenario_template_ids: [scenario.id],
  });
  await client.post(`/api/v1/missions/${mission.id}/transition`, { status: 'in_progress' });
  const levels = (await client.get('/api/v1/detection-levels')).body as { id: string; key: string }[];
  const prevented = levels.find(({ key }) => key === 'prevented');
  for (const [index, test] of (mission.scenarios[0]?.tests ?? []).entries()) {
    const path = `/api/v1/missions/${mission.id}/tests/${test.id}`;
    await client.post(`${path}/transition`, { status: 'executed' });
    if (index === 0) await client.put(path, { detection_level_id: prevented?.id });
  }
  return mission;
}
