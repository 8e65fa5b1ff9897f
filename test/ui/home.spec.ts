import { newMission, newScenarioTemplate, newTestTemplate, placeOf, walk } from '../support/factories.ts';
import { expect, expectAccessible, newTeam, runningMission, test } from './support.ts';

test('home names what waits in every running mission, for each side its own', async ({ open, server }) => {
  const team = await newTeam(server);
  const missions = [];
  for (let count = 0; count < 7; count += 1) {
    missions.push(await runningMission(team, { tests: 1, name: `Waiting ${count}` }));
  }
  const oldest = missions[0] as (typeof missions)[number];
  const page = await open.as(team.red, '/');
  const toExecute = page.getByRole('region', { name: 'To execute' });
  await expect(toExecute).toContainText('7 tests');
  await expect(toExecute.getByRole('listitem')).toHaveCount(6);
  await expect(page.getByRole('region', { name: 'To review' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'My missions' }).getByRole('listitem')).toHaveCount(7);
  await expect(page.getByRole('region', { name: 'Coverage' })).toContainText('Nothing was executed');
  await expectAccessible(page);

  // The oldest is the last that is looked at.
  await walk(team.red.client, placeOf(oldest).path, 'executed');
  const blue = await open.as(team.blue, '/');
  const toReview = blue.getByRole('region', { name: 'To review' });
  await expect(toReview).toContainText('1 test');
  await expect(toReview.getByRole('link')).toHaveCount(1);
  await expect(toReview).toContainText('Waiting 0');
  await expect(blue.getByRole('region', { name: 'Coverage' })).toContainText('1 not judged');
  await toReview.getByRole('link').click();
  await expect(blue).toHaveURL(new RegExp(`/missions/${oldest.id}/tests/`));
});

test('the heat-map over all adds up every mission', async ({ open, server }) => {
  const { client } = server.admin;
  const synced = await client.post('/api/v1/catalog/sync', { source: 'bundled' });
  expect(synced.status).toBe(200);
  const template = await newTestTemplate(client, {
    catalog_tags: [{ kind: 'technique', external_id: 'T1003' }],
  });
  const scenario = await newScenarioTemplate(client, { tests: [template.id] });
  const person = await server.newPerson('redteam');
  const mission = () => newMission(person.client, { tests: 0, scenario_template_ids: [scenario.id] });
  const oldest = await mission();
  for (let count = 0; count < 26; count += 1) await mission();
  await walk(person.client, `/api/v1/missions/${oldest.id}`, 'in_progress');
  await walk(person.client, placeOf(oldest).path, 'executed');
  const page = await open.as(person, '/catalogue');
  await expect(page.getByText('Best detection level over all 27 missions you may see.')).toBeVisible();
  await expect(page.getByRole('gridcell', { name: /T1003\b.*1 test run/ }).first()).toBeVisible();
});
