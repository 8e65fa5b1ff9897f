import type { Page } from '@playwright/test';
import { bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { testPath } from '../support.ts';

export type Team = { red: Person; blue: Person; place: Place; path: string };

export async function newTeam(server: TestServer): Promise<Team> {
  const red = await server.newPerson('redteam');
  const blue = await server.newPerson('soc');
  const mission = await newMission(server.admin.client, {
    tests: 2,
    members: [
      [red, 'red'],
      [blue, 'blue'],
    ],
  });
  return { red, blue, place: placeOf(mission), path: testPath(mission) };
}

export const put = async ({ client }: Person, { path }: Place, body: object) =>
  bodyOf(await client.put(path, body), 200);
export const entriesOf = (page: Page) =>
  page.getByRole('list', { name: 'History', exact: true }).locator('> li');

export const testPathOf = ({ path }: Place) => path.replace('/api/v1', '');
