import { bodyOf, newReport, placeOf } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { comeBack, expect, newTeam, runningMission, test } from '../support.ts';

test('a blind exercise, from what blue notices to the minutes of the replay', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const { red, blue } = await newTeam(server);
  const mission = await runningMission({ red, blue }, { visibility: 'blind', tests: 2 });
  const path = `/api/v1/missions/${mission.id}`;
  const [ran, late] = [placeOf(mission, 0), placeOf(mission, 1)];
  const nameOf = ({ test: id }: typeof ran) =>
    mission.scenarios.flatMap(({ tests }) => tests).find((one) => one.id === id)?.name as string;
  for (const [place, target_host] of [
    [ran, 'ws01'],
    [late, 'db07'],
  ] as const) {
    bodyOf(await red.client.put(place.path, { command: 'whoami /all', target_host }), 200);
  }

  const ofBlue = await open.as(blue, `/missions/${mission.id}`);
  const nothing = ofBlue.getByRole('heading', { name: 'Nothing has been shown yet' });
  await expect(nothing).toBeVisible();
  const ofRed = await open.as(red, `/missions/${mission.id}/tests/${ran.test}`);
  await ofRed.getByRole('region', { name: 'Red team' }).waitFor();
  await ofRed.keyboard.press('e');
  await expect(ofRed.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  bodyOf(await red.client.post(`${late.path}/transition`, { status: 'executed' }), 200);
  await comeBack(ofBlue);
  await expect(nothing).toBeVisible();

  await ofBlue.getByRole('link', { name: 'Sightings', exact: true }).click();
  const ofOther = await open.as(blue, `/missions/${mission.id}/sightings`);
  await ofBlue.getByLabel('What did you notice?').waitFor();
  await ofBlue.keyboard.press('a');
  await ofBlue.keyboard.type('Somebody asks who they are');
  await ofBlue.getByLabel('Host', { exact: true }).fill('ws01');
  await ofBlue.keyboard.press('Enter');
  // A colleague sees it at once, and red does not.
  const sightings = ofBlue.getByRole('list', { name: 'Sightings' });
  const others = ofOther.getByRole('list', { name: 'Sightings' });
  await expect(others).toContainText('Somebody asks who they are');
  await ofBlue
    .getByLabel('File for the sighting')
    .setInputFiles({ name: 'console.txt', mimeType: 'text/plain', buffer: Buffer.from('whoami /all') });
  await expect(others.getByRole('button', { name: 'Save console.txt' })).toBeVisible();
  // Nothing is offered while it is hidden.
  await expect(ofBlue.getByRole('button', { name: 'Match Somebody asks who they are' })).toHaveCount(0);
  await ofRed.goto(`/missions/${mission.id}/sightings`);
  await expect(ofRed.getByRole('heading', { name: 'Sightings are not shown to red' })).toBeVisible();

  await ofRed.goto(`/missions/${mission.id}?dialog=reveal`);
  const revealing = ofRed.getByRole('dialog', { name: 'Reveal hidden tests' });
  await revealing.getByRole('button', { name: 'Reveal', exact: true }).click();
  await expect(ofRed.getByText('2 tests are being revealed')).toBeVisible();
  // Ten seconds in which it can be undone; then blue's open page offers the test.
  const match = ofBlue.getByRole('button', { name: 'Match Somebody asks who they are', exact: true });
  await match.click({ timeout: 60_000 });
  await expect(sightings).toContainText(`Matched to ${nameOf(ran)}`);
  await expect(others).toContainText(`Matched to ${nameOf(ran)}`);
  await expect(ofBlue.getByText('Noticed before the reveal: 1 of 2 tests')).toBeVisible();

  bodyOf(await red.client.patch(path, { sightings_visible_to_red: true, replay_opened: true }), 200);
  await ofRed.goto(`/missions/${mission.id}/replay`);
  await expect(ofRed.getByRole('heading', { name: nameOf(ran) })).toBeVisible();
  await ofRed.keyboard.press('p');
  await expect(ofRed.getByRole('button', { name: 'Leave the presenter’s view' })).toBeVisible();
  await expect(ofRed.getByLabel('Note of the presenter')).toHaveCount(0);
  const lanes = ofRed.getByRole('region', { name: 'Red and blue around this step' });
  await expect(lanes).toContainText('Sighting: Somebody asks who they are');
  await ofBlue.getByRole('link', { name: 'Replay', exact: true }).click();
  await ofBlue.getByLabel('What was decided?').waitFor();
  await ofBlue.keyboard.press('4');
  await ofBlue.keyboard.type('Keep the rule');
  await ofBlue.keyboard.press('Escape');
  await expect(ofRed.getByLabel('What was decided?')).toHaveValue('Keep the rule');
  await ofRed.keyboard.press('j');
  await expect(ofRed.getByRole('heading', { name: nameOf(late) })).toBeVisible();

  const written = async (fields: Record<string, unknown>) => {
    const { id } = await newReport(red.client, mission, fields);
    return String((await makeRendering(red.client, `${path}/reports/${id}`, 'html')).body);
  };
  expect(await written({ kind: 'replay_minutes' })).toContain('Keep the rule');
  const technical = await written({ kind: 'technical' });
  expect(technical).toContain('What blue noticed');
  expect(technical).toContain('Somebody asks who they are');
  expect(technical).toContain('Noticed before the reveal: 1 of 2 tests');
});
