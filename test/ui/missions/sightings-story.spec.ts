import { bodyOf, newReport } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { expect, newTeam, runningMission, test } from '../support.ts';

test('blue writes down what it notices, matches it, and both sides go through it in the replay', {
  tag: '@story',
}, async ({ open, server }) => {
  const { red, blue } = await newTeam(server);
  const mission = await runningMission({ red, blue }, { tests: 0 });
  const path = `/api/v1/missions/${mission.id}`;
  const ran = {
    external_id: 'e-1',
    name: 'Who am I',
    command: 'whoami /all',
    executed_at: new Date(Date.now() - 60_000).toISOString(),
    host: 'ws01',
  };
  bodyOf(await red.client.post(`${path}/executions`, ran), 200);

  const ofBlue = await open.as(blue, `/missions/${mission.id}/sightings`);
  const ofOther = await open.as(blue, `/missions/${mission.id}/sightings`);
  await ofBlue.keyboard.press('a');
  await ofBlue.keyboard.type('Somebody asks who they are');
  await ofBlue.getByLabel('Host', { exact: true }).fill('ws01');
  await ofBlue.keyboard.press('Enter');
  // A colleague sees it at once, and red does not.
  const others = ofOther.getByRole('list', { name: 'Sightings' });
  await expect(others).toContainText('Somebody asks who they are');
  const ofRed = await open.as(red, `/missions/${mission.id}/sightings`);
  await expect(ofRed.getByRole('heading', { name: 'Sightings are not shown to red' })).toBeVisible();

  await ofOther.getByRole('button', { name: 'Match Somebody asks who they are' }).click();
  await expect(ofBlue.getByRole('list', { name: 'Sightings' })).toContainText('Matched to Who am I');
  bodyOf(await red.client.patch(path, { sightings_visible_to_red: true, replay_opened: true }), 200);

  await ofRed.goto(`/missions/${mission.id}/replay`);
  await expect(ofRed.getByRole('heading', { name: 'Who am I' })).toBeVisible();
  const lanes = ofRed.getByRole('region', { name: 'Red and blue around this step' });
  await expect(lanes).toContainText('Sighting: Somebody asks who they are');
  await ofBlue.getByRole('link', { name: 'Replay', exact: true }).click();
  await expect(ofBlue.getByLabel('What was decided?')).toBeVisible();
  await ofBlue.keyboard.press('4');
  await ofBlue.keyboard.type('Keep the rule');
  await ofBlue.keyboard.press('Escape');
  await expect(ofRed.getByLabel('What was decided?')).toHaveValue('Keep the rule');

  const minutes = await newReport(red.client, mission, { kind: 'replay_minutes' });
  const answer = await makeRendering(red.client, `${path}/reports/${minutes.id}`, 'html');
  expect(String(answer.body)).toContain('Keep the rule');
});
