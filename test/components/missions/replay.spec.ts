import { bodyOf, newMission } from '../../support/missions/factories.ts';
import { expect, test } from '../support.ts';

test('a replay is opened, stepped through by keys, answered, and decided on the spot', async ({
  stage,
  team,
  server,
}) => {
  const { red, blue } = team;
  const mission = await newMission(server.admin.client, { members: [red, blue], tests: 0 });
  const path = `/api/v1/missions/${mission.id}`;
  const rows = ['08', '09'].map((hour) => ({
    external_id: hour,
    name: `At ${hour}`,
    command: `whoami /${hour}`,
    executed_at: `2026-09-01T${hour}:00:00Z`,
    host: 'ws01',
  }));
  const { executions } = bodyOf(await red.client.post(`${path}/executions`, rows), 200);
  const seen = { title: 'Somebody asks who they are', at: '2026-09-01T08:05:00Z' };
  bodyOf(await blue.client.post(`${path}/sightings`, seen), 201);

  const lead = await stage.open(red, `/missions/${mission.id}/replay`);
  await expect(lead.getByRole('heading', { name: 'The replay is not open yet' })).toBeVisible();
  await lead.getByRole('button', { name: 'Open the replay' }).click();
  await expect(lead.getByRole('heading', { name: 'At 08' })).toBeVisible();

  const page = await stage.open(blue, `/missions/${mission.id}/replay?blue`);
  await expect(page.getByText('Step 1 of 2')).toBeVisible();
  await expect(page.getByText('whoami /08')).toBeVisible();
  const lanes = page.getByRole('region', { name: 'Red and blue around this step' });
  await expect(lanes).toContainText('Sighting: Somebody asks who they are');
  await expect(lanes.getByRole('button', { name: /At 09/ })).toBeVisible();
  await page.keyboard.press('j');
  await expect(page.getByRole('heading', { name: 'At 09' })).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.type('Only noise');
  await page.keyboard.press('Escape');
  await page.keyboard.press('4');
  await page.keyboard.type('Buy a sensor');
  await page.keyboard.press('Escape');
  // Another write to the step before this one would refuse its version, and the page would send it again.
  await expect
    .poll(async () => bodyOf(await blue.client.get(`${path}/replay`), 200).steps[1])
    .toMatchObject({ seen: 'Only noise', decision: 'Buy a sensor' });
  await page.keyboard.press('d');
  await expect(page.getByRole('button', { name: 'Discussed', exact: true })).toBeVisible();

  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Detection of this step' });
  await expect(dialog.getByLabel('Note')).toHaveValue('Only noise');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(dialog).toBeHidden();
  const facts = await blue.client.get(`${path}/tests/${executions[1].test_id}/facts`);
  expect(bodyOf(facts, 200)).toMatchObject([{ kind: 'detected', result: 'yes', note: 'Only noise' }]);

  await page.keyboard.press('r');
  const remediation = page.getByRole('dialog');
  await expect(remediation.getByLabel('Measure')).toHaveValue('Buy a sensor');
  await page.keyboard.press('Escape');

  await expect(page.getByLabel('Note of the presenter')).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByLabel('Note of the presenter')).toHaveCount(0);
  await page.keyboard.press('p');

  await page.getByRole('button', { name: 'When and with whom…' }).click();
  const about = page.getByRole('dialog', { name: 'When and with whom' });
  await about.getByLabel('Began').fill('2026-10-01T08:00:00Z');
  await about.getByLabel('People').fill('Ada\nCy');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about).toBeHidden();
  expect(bodyOf(await blue.client.get(`${path}/replay`), 200).attendees).toEqual(['Ada', 'Cy']);
});

test('two people write at once: both versions are compared, and nothing is lost', async ({
  stage,
  team,
  server,
}) => {
  const { red, blue } = team;
  const mission = await newMission(server.admin.client, { members: [red, blue], tests: 0 });
  const path = `/api/v1/missions/${mission.id}`;
  const row = {
    external_id: '1',
    name: 'Whoami',
    command: 'whoami',
    host: 'ws01',
    executed_at: '2026-09-01T08:00:00Z',
  };
  const { executions } = bodyOf(await red.client.post(`${path}/executions`, [row]), 200);
  bodyOf(await server.admin.client.patch(path, { replay_opened: true }), 200);
  const answer = { run: 1, seen: 'An alert of the sensor' };
  const step = `${path}/replay/tests/${executions[0].test_id}`;

  const page = await stage.open(blue, `/missions/${mission.id}/replay`);
  stage.expectError(/412/);
  await page.getByLabel('What did you see?').focus();
  bodyOf(await red.client.patch(step, answer), 200);
  await page.keyboard.type('Only noise');
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog', { name: 'What did you see?: conflict' });
  await expect(dialog).toContainText('An alert of the sensor');
  await dialog.getByRole('button', { name: 'Keep both' }).click();
  const seen = async () => bodyOf(await blue.client.get(`${path}/replay`), 200).steps[0].seen;
  await expect.poll(seen).toBe('An alert of the sensor\nOnly noise');

  await page.getByRole('button', { name: 'When and with whom…' }).click();
  const about = page.getByRole('dialog', { name: 'When and with whom' });
  await about.getByLabel('Summary').fill('Much was missed');
  bodyOf(await red.client.patch(`${path}/replay`, { attendees: ['Cy'], summary: 'All went well' }), 200);
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByText(/changed this to “All went well” in the meantime/)).toBeVisible();
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about).toBeHidden();
  expect(bodyOf(await blue.client.get(`${path}/replay`), 200)).toMatchObject({
    attendees: ['Cy'],
    summary: 'Much was missed',
  });
});
