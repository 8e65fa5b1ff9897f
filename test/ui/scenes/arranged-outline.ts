import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, readMission } from '../../support/missions/factories.ts';
import { runningMission, type Team } from '../support.ts';

/** A running mission with the scenarios First (Alpha, Beta, Gamma) and Second (Delta). */
export async function arranged(team: Team): Promise<Mission> {
  const mission = await runningMission(team, { tests: 0 });
  const path = `/api/v1/missions/${mission.id}/scenarios`;
  for (const [name, tests] of [
    ['First', ['Alpha', 'Beta', 'Gamma']],
    ['Second', ['Delta']],
  ] as const) {
    const { scenarios } = bodyOf(await team.red.client.post(path, { name }), 201);
    for (const test of tests) {
      bodyOf(await team.red.client.post(`${path}/${scenarios.at(-1).id}/tests`, { name: test }), 201);
    }
  }
  return readMission(team.red.client, mission.id);
}

export const edit = ({ id }: Mission) => `/missions/${id}?outline=edit`;
