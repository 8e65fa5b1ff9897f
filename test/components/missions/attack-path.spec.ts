import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  readMission,
} from '../../support/missions/factories.ts';
import { arranged } from '../../ui/scenes/arranged-outline.ts';
import { expectAccessible, type Team } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const drawing = (page: Page) => page.getByRole('region', { name: 'Attack path' });
const node = (page: Page, name: string) =>
  drawing(page).getByRole('link', { name: new RegExp(`^${name}: `) });
const part = (page: Page, name: string) => page.getByRole('region', { name });

async function choose(page: Page, of: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${of}`, exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Alpha, then Beta under a condition, then Gamma; Delta beside them. */
async function linked(team: Team): Promise<Mission> {
  const mission = await arranged(team);
  const [alpha, beta, gamma] = mission.scenarios.flatMap(({ tests }) => tests);
  for (const [of, follows] of [
    [beta, { test_id: alpha?.id, condition: 'if the ticket cracks' }],
    [gamma, { test_id: beta?.id }],
  ] as const) {
    const path = `/api/v1/missions/${mission.id}/tests/${of?.id}/follows`;
    bodyOf(await team.red.client.put(path, { follows: [follows] }), 200);
  }
  return mission;
}

test('the path is said test by test, and drawn with its conditions', async ({ stage, team }) => {
  const mission = await arranged(team);
  const page = await stage.open(team.red, `/missions/${mission.id}/path`);
  await expect(page.getByRole('heading', { name: 'No attack path yet' })).toBeVisible();
  await choose(page, 'Beta', 'Follows…');
  const dialog = page.getByRole('dialog', { name: 'Tests that it follows' });
  await pick(page, 'Add a test', 'Alpha');
  await dialog.getByRole('textbox', { name: 'Condition for Alpha' }).fill('if the ticket cracks');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(node(page, 'Beta')).toHaveAccessibleName(
    'Beta: Pending. Follows: Alpha (if the ticket cracks)',
  );
  await choose(page, 'Beta', 'Insert after…');
  await pick(page, 'Test', 'Gamma');
  await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click();
  await expect(page.getByText('Gamma follows Beta')).toBeVisible();
  await expect(node(page, 'Gamma')).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(node(page, 'Gamma')).toHaveCount(0);
  await expectAccessible(page);
});

test('a circle is refused with its tests, and what was chosen stays', async ({ stage, team }) => {
  const mission = await linked(team);
  const page = await stage.open(team.red, `/missions/${mission.id}/path`);
  await choose(page, 'Alpha', 'Follows…');
  await pick(page, 'Add a test', 'Gamma');
  stage.expectError(/409/);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The test would follow itself: Alpha → Beta → Gamma → Alpha')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Gamma' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('keys follow the links, and dragging makes one', async ({ stage, team }) => {
  const mission = await linked(team);
  const page = await stage.open(team.red, `/missions/${mission.id}/path`);
  await node(page, 'Alpha').focus();
  await page.keyboard.press('ArrowDown');
  await expect(node(page, 'Beta')).toBeFocused();
  await page.keyboard.press('End');
  await expect(node(page, 'Gamma')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(node(page, 'Beta')).toBeFocused();
  for (const name of ['Zoom in', 'Zoom out', 'Fit to the width']) {
    await page.getByRole('button', { name, exact: true }).click();
  }
  await part(page, 'Tests outside the path')
    .getByRole('listitem')
    .filter({ hasText: 'Delta' })
    .dragTo(node(page, 'Gamma'));
  await expect(node(page, 'Delta')).toHaveAccessibleName('Delta: Pending. Follows: Gamma');
  await node(page, 'Beta').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit the plan' })).toBeVisible();
  await expect(page.getByText('(if the ticket cracks)')).toBeVisible();
});

test('says where the attack would have been stopped, and what came after', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await linked(team);
  for (const [index, { id }] of mission.scenarios.flatMap(({ tests }) => tests).entries()) {
    const path = `/api/v1/missions/${mission.id}/tests/${id}`;
    bodyOf(await team.red.client.post(`${path}/transition`, { status: 'executed' }), 200);
    if (index === 1)
      bodyOf(await team.blue.client.post(`${path}/facts`, { kind: 'prevented', result: 'yes' }), 201);
  }
  const page = await stage.open(team.blue, `/missions/${mission.id}/path`);
  await expect(part(page, 'Where the attack would have been stopped').getByRole('listitem')).toHaveText([
    'Beta: Prevented. After it, 1 test was still executed: Gamma.',
  ]);
  await expect(part(page, 'Tests in the path').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(0);
  expect((await readMission(team.blue.client, mission.id)).counts.executed).toBe(4);
});

test('of a long path, the tests in view are drawn, and keys reach the others', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { client } = team.red;
  const { id: template } = await newTestTemplate(client, { name: 'Step' });
  const steps = 60;
  const { id: scenario } = await newScenarioTemplate(client, {
    tests: Array.from({ length: steps }, () => template),
    follows: Array.from({ length: steps - 1 }, (_, index) => ({ position: index + 1, follows: index })),
  });
  const fields = { scenario_template_ids: [scenario], tests: 0, members: [team.red, team.blue] };
  const mission = await newMission(client, fields);
  const page = await stage.open(team.red, `/missions/${mission.id}/path`);
  const nodes = drawing(page).getByRole('link');
  await expect(nodes.first()).toBeVisible();
  expect(await nodes.count()).toBeLessThan(steps / 2);
  await nodes.first().focus();
  await page.keyboard.press('End');
  const last = drawing(page).locator(`[data-test="${mission.scenarios[0]?.tests.at(-1)?.id}"]`);
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(last).not.toBeFocused();
  await expect(drawing(page).getByRole('link').and(page.locator(':focus'))).toBeInViewport();
  await expectAccessible(page);
});
