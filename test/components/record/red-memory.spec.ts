import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { runningMission, type Team, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const red = (page: Page) => page.getByRole('region', { name: 'Red team' });
const field = (page: Page, name: string) => red(page).getByLabel(name, { exact: true });

/** A running mission of two tests with suggested commands, the first executed by red. */
async function missionWithOne(team: Team) {
  const { id } = await newTestTemplate(team.red.client, {
    command: 'net view #{host}',
    procedure: 'Look around on #{host}',
  });
  const scenario = await newScenarioTemplate(team.red.client, { tests: [id, id, id] });
  const mission = await runningMission(team, { tests: 0, scenario_template_ids: [scenario.id] });
  bodyOf(
    await team.red.client.patch(`/api/v1/missions/${mission.id}`, { variables: { host: 'srv-9' } }),
    200,
  );
  const first = {
    source_host: 'kali-1',
    target_host: 'srv-1',
    target_user: 'rhea',
    command: 'net view srv-1',
  };
  bodyOf(await team.red.client.put(placeOf(mission).path, first), 200);
  await walk(team.red.client, placeOf(mission).path, 'executed');
  return mission;
}

test('hosts and user of one’s last test are suggested: Tab accepts one, Shift Tab none', async ({
  stage,
  team,
}) => {
  const mission = await missionWithOne(team);
  const next = placeOf(mission, 1);
  const page = await stage.open(team.red, testPath(mission, 1));
  for (const [name, text] of [
    ['Source host', 'kali-1'],
    ['Target host', 'srv-1'],
    ['Target user', 'rhea'],
  ] as const) {
    await expect(field(page, name)).toHaveAttribute('placeholder', text);
    await expect(field(page, name)).toHaveValue('');
    await expect(field(page, name)).toHaveAccessibleDescription(`Tab takes “${text}”`);
  }
  await field(page, 'Target host').focus();
  await page.keyboard.press('Shift+Tab');
  await expect(field(page, 'Target host')).toHaveValue('');
  await field(page, 'Source host').focus();
  await page.keyboard.press('Tab');
  await expect(field(page, 'Source host')).toHaveValue('kali-1');
  await expect(field(page, 'Target host')).toBeFocused();
  await page.keyboard.type('other');
  await page.keyboard.press('Tab');
  await expect(field(page, 'Target host')).toHaveValue('other');
  await expect
    .poll(() => readTest(team.red.client, next))
    .toMatchObject({ source_host: 'kali-1', target_host: 'other', target_user: null });
});

test('h accepts all of them, and keeps typed values', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await missionWithOne(team);
  const next = placeOf(mission, 1);
  const page = await stage.open(team.red, testPath(mission, 1));
  const take = red(page).getByRole('button', { name: 'Same as last time' });
  await expect(take).toHaveAccessibleDescription(
    'Source host: kali-1, Target host: srv-1, Target user: rhea',
  );
  await field(page, 'Target host').fill('srv-2');
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expect(take).toBeHidden();
  await expect
    .poll(() => readTest(team.red.client, next))
    .toMatchObject({ source_host: 'kali-1', target_host: 'srv-2', target_user: 'rhea', command: null });
  // The next test gets this one's values as suggestions.
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  await expect(field(page, 'Operator')).toHaveValue((await readTest(team.red.client, next)).operator ?? '');
  await stage.visit(testPath(mission, 2));
  await expect(field(page, 'Target host')).toHaveAttribute('placeholder', 'srv-2');
});

test('the mission’s hosts are suggested below their fields, filled in with one press', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await missionWithOne(team);
  bodyOf(await team.red.client.put(placeOf(mission, 2).path, { target_host: 'srv-3' }), 200);
  const page = await stage.open(team.red, testPath(mission, 1));
  const seen = red(page).getByRole('group', { name: 'Seen in this mission' }).filter({ hasText: 'srv-3' });
  await expect(seen.getByRole('button')).toHaveText(['srv-3', 'srv-1']);
  await seen.getByRole('button', { name: 'srv-1' }).click();
  await expect(field(page, 'Target host')).toHaveValue('srv-1');
  await expect(seen.getByRole('button', { name: 'srv-1' })).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await readTest(team.red.client, placeOf(mission, 1))).target_host)
    .toBe('srv-1');
  // Readers get no suggestions.
  await stage.open(team.blue, testPath(mission, 1));
  await expect(red(page)).toContainText('srv-1');
  await expect(seen).toBeHidden();
  await expect(red(page).getByRole('button', { name: 'Same as last time' })).toBeHidden();
});

test('c uses the suggested command with its values, and C copies it', async ({ stage, team }) => {
  const mission = await missionWithOne(team);
  const page = await stage.open(team.red, testPath(mission, 1));
  await expect(page.getByRole('button', { name: 'Use suggested command' })).toBeVisible();
  await page.keyboard.press('c');
  await expect(field(page, 'Command as run')).toHaveValue('net view srv-9');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.keyboard.press('Shift+C');
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('net view srv-9');
  await page.getByRole('button', { name: 'Shortcuts on this page' }).click();
  const keys = page.getByRole('dialog', { name: 'Shortcuts on this page' });
  for (const action of [
    'Use the suggested command',
    'Copy the suggested command',
    'Fill in hosts and user',
  ]) {
    await expect(keys).toContainText(action);
  }
});

test('red’s typical record takes at most four clicks', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await missionWithOne(team);
  const page = await stage.open(team.red, testPath(mission, 1));
  let clicks = 0;
  const click = async (target: ReturnType<Page['locator']>) => {
    clicks += 1;
    await target.click();
  };
  await click(page.getByRole('button', { name: 'Use suggested command' }));
  await click(red(page).getByRole('button', { name: 'Same as last time' }));
  await click(red(page).getByText('Succeeded', { exact: true }));
  await click(page.getByRole('button', { name: /^Executed/ }).first());
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  const record = await readTest(team.red.client, placeOf(mission, 1));
  expect(record).toMatchObject({
    status: 'executed',
    command: 'net view srv-9',
    source_host: 'kali-1',
    target_host: 'srv-1',
    target_user: 'rhea',
    operator: record.last_actor?.display_name,
    attack_result: 'succeeded',
    executed_at: expect.stringMatching(/Z$/),
  });
  expect(clicks).toBeLessThanOrEqual(4);
});

test('a retest opens with its plan, and offers command and hosts of the run before', async ({
  stage,
  team,
}) => {
  const mission = await missionWithOne(team);
  const page = await stage.open(team.red, testPath(mission));
  await expect(page.getByRole('button', { name: 'Show the plan' })).toBeVisible();
  await page.getByRole('button', { name: 'Retest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retest' }).click();
  await expect(page.getByRole('button', { name: 'Hide the plan' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Suggested command', exact: true })).toBeVisible();
  await expect(field(page, 'Command as run')).toHaveAttribute('placeholder', 'net view srv-1');
  await expect(field(page, 'Target host')).toHaveAttribute('placeholder', 'srv-1');
  await red(page).getByRole('button', { name: 'Same as run 1' }).click();
  await expect
    .poll(() => readTest(team.red.client, placeOf(mission)))
    .toMatchObject({
      run: { number: 2 },
      command: 'net view srv-1',
      source_host: 'kali-1',
      target_host: 'srv-1',
      target_user: 'rhea',
    });
  await expect(red(page).getByRole('button', { name: 'Same as run 1' })).toBeHidden();
});

test('a procedure shows its variables filled in, as the command does', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await missionWithOne(team);
  const page = await stage.open(team.red, testPath(mission, 1));
  const plan = page.getByRole('region', { name: 'Plan' });
  await expect(plan).toContainText('Look around on srv-9');
  await expect(plan.getByTitle('#{host}').first()).toHaveText('srv-9');
});
