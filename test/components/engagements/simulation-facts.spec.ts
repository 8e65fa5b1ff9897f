import { move, newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import type { Client } from '../../support/servers/server.ts';
import { unique } from '../../ui/pages/form.ts';
import { expect, test } from '../support.ts';

/** Red's page asks for C2, which a server without a key answers with 404. */
const withoutC2 = /404.*c2-config/;

async function newScene(red: Client, client: string | null = unique('Harbour')) {
  const engagement = await newEngagement(red, { client });
  const simulation = await newSimulation(red, {}, engagement.id);
  const executed = { executed_at: '2026-11-20T09:30:00.000Z' };
  bodyOf(await red.patch(`/api/simulations/${simulation.id}`, executed), 200);
  return {
    engagement,
    simulation,
    path: `/engagements/${engagement.id}/simulations/${simulation.id}`,
    api: `/api/simulations/${simulation.id}`,
    tools: `/api/v1/organisations/${engagement.organisation?.id}/tools`,
  };
}

test('a detection of a simulation, with tool and delay, is recorded by the keyboard', async ({
  stage,
  team,
}) => {
  const { red, blue } = team;
  const scene = await newScene(red.client);
  bodyOf(await red.client.post(scene.tools, { name: 'Falcon', kind: 'edr' }), 201);
  const page = await stage.open(blue, scene.path);
  const alerted = page.getByRole('group', { name: 'Detections' }).getByRole('group', { name: 'Alerted' });
  await expect(alerted.getByRole('button', { name: 'Yes' })).toBeVisible();
  const { keyboard } = page;
  await keyboard.press('2');
  await expect(alerted.getByRole('textbox', { name: 'When' })).toBeFocused();
  for (const key of ['+', '2', 'Tab', 'f']) await keyboard.press(key);
  await expect(page.getByRole('option', { name: 'Falcon' })).toBeVisible();
  await keyboard.press('Enter');
  await expect(alerted.getByRole('combobox', { name: 'Alerted: tool' })).toHaveValue('Falcon');
  for (const key of ['Tab', 'R', '1', 'Enter']) await keyboard.press(key);
  await expect
    .poll(async () => bodyOf(await blue.client.get(scene.api), 200))
    .toMatchObject({
      facts: [{ kind: 'alerted', result: 'yes', tool: { name: 'Falcon' }, rule_name: 'R1' }],
      detection_level: { key: 'alerted' },
      detection_level_source: 'derived',
      detected_at: '2026-11-20T09:32:00.000Z',
    });
  await expect(alerted).toContainText('2 min after');
  await expect(page.getByRole('radio', { name: 'Detected' })).toBeChecked();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click();
  const card = page.getByRole('link', { name: scene.simulation.name });
  await expect(card.getByRole('img', { name: 'Alerted: yes', exact: true })).toBeVisible();
});

test('a level that a person set stays, and the screen shows the level of the detections', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const { red, blue } = team;
  const scene = await newScene(red.client);
  const page = await stage.open(blue, scene.path);
  await page.getByRole('radio', { name: 'Logged only' }).check();
  await expect
    .poll(async () => bodyOf(await blue.client.get(scene.api), 200).detection_level_source)
    .toBe('set');
  await page.getByRole('group', { name: 'Prevented' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('According to the detections: Prevented.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Logged only' })).toBeChecked();
  await page.getByRole('button', { name: 'Use this level' }).click();
  await expect(page.getByRole('radio', { name: 'Prevented' })).toBeChecked();
  await expect(page.getByText('According to the detections')).toBeHidden();
});

test('red reads the detections, and in a finished simulation so does everybody', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  stage.expectError(withoutC2);
  const { red, blue } = team;
  const scene = await newScene(red.client);
  const fact = { kind: 'alerted', result: 'no', rule_name: 'R<b>7' };
  bodyOf(await blue.client.post(`${scene.api}/facts`, fact), 201);
  const seenBy = async (person: typeof red) => {
    const page = await stage.open(person, scene.path);
    const seen = page.getByRole('group', { name: 'Detections' });
    await expect(seen.getByRole('group', { name: 'Alerted' })).toContainText('R<b>7');
    await expect(seen.getByRole('group')).toHaveCount(1);
    await expect(seen.getByRole('button')).toHaveCount(0);
  };
  await seenBy(red);
  for (const status of ['in_progress', 'review_required', 'done']) {
    bodyOf(await move(server.admin.client, scene.simulation.id, status), 200);
  }
  await seenBy(blue);
});

test('a simulation without tools says how to add them', { tag: '@nightly' }, async ({ stage, server }) => {
  stage.expectError(withoutC2);
  const { admin } = server;
  const [bare, clientless] = [await newScene(admin.client), await newScene(admin.client, null)];
  const page = await stage.open(admin, clientless.path);
  await page.getByRole('group', { name: 'Logged' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Tools can be added once the engagement has an organisation.')).toBeVisible();
  await stage.visit(bare.path);
  await page.getByRole('group', { name: 'Logged' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('has no tools yet. Type the name of one, or')).toBeVisible();
  await page.getByRole('link', { name: 'add several at once' }).click();
  await expect(page.getByRole('form', { name: 'Add a tool' })).toBeVisible();
});
