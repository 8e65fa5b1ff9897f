import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import type { TestServer } from '../../support/servers/server.ts';
import { newTeam, runningMission, testPath } from '../../ui/support.ts';
import { expect, type Locator, type Page, test } from '../support.ts';

const plan = (page: Page) => page.getByRole('region', { name: 'Plan' });
const red = (page: Page) => page.getByRole('region', { name: 'Red team' });
const blue = (page: Page) => page.getByRole('region', { name: 'Blue team' });

async function boxOf(part: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  await expect(part).toBeVisible();
  return (await part.boundingBox()) as { x: number; y: number; width: number; height: number };
}

/** A running mission with one planned test. */
async function planned(server: TestServer, fields: { name?: string } = {}) {
  const team = await newTeam(server);
  const template = await newTestTemplate(server.admin.client, {
    objective: 'See who is there',
    command: 'whoami /all',
    ...fields,
  });
  const scenario = await newScenarioTemplate(server.admin.client, { tests: [template.id, template.id] });
  return { ...team, mission: await runningMission(team, { tests: 0, scenario_template_ids: [scenario.id] }) };
}

test('plan, red and blue use as many columns as fit', async ({ stage, server }) => {
  const { red: reds, mission } = await planned(server);
  await walk(reds.client, placeOf(mission).path, 'executed');
  const page = await stage.open(reds, testPath(mission), { viewport: { width: 1600, height: 900 } });
  // Beside the mission's table there is room for both sides.
  const beside = page.getByRole('region', { name: 'Test', exact: true });
  await expect(beside.getByRole('heading', { level: 2 }).first()).toBeVisible();
  expect((await boxOf(red(page))).y).toBe((await boxOf(blue(page))).y);
  await page.getByRole('button', { name: 'Use full width' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Show beside the table' })).toBeFocused();
  let [left, middle, right] = [await boxOf(plan(page)), await boxOf(red(page)), await boxOf(blue(page))];
  expect(left.x + left.width).toBeLessThanOrEqual(middle.x);
  expect(middle.x + middle.width).toBeLessThanOrEqual(right.x);
  expect([middle.y, right.y]).toEqual([left.y, left.y]);
  await expect(plan(page)).toContainText('whoami /all');
  await expect(page.getByRole('button', { name: 'Show the plan' })).toBeHidden();

  // Red has begun: the plan is a line, and opens next to the records.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByText('whoami /all', { exact: true })).toBeHidden();
  await expect(plan(page)).toContainText('See who is there');
  [left, middle, right] = [await boxOf(plan(page)), await boxOf(red(page)), await boxOf(blue(page))];
  expect(left.height).toBeLessThan(50);
  expect(middle.y).toBe(right.y);
  expect(middle.y).toBeGreaterThan(left.y);
  await page.getByRole('button', { name: 'Show the plan' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Hide the plan' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('whoami /all', { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  [left, middle, right] = [await boxOf(plan(page)), await boxOf(red(page)), await boxOf(blue(page))];
  expect([middle.x, right.x]).toEqual([left.x, left.x]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  // The choice lasts as long as the window is open.
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('button', { name: 'Show beside the table' }).click();
  await expect(page.getByRole('button', { name: 'Use full width' })).toBeVisible();
});

test('a test adapts to a window that becomes wider or narrower', async ({ stage, server }) => {
  const { red: reds, mission } = await planned(server);
  const page = await stage.open(reds, testPath(mission));
  const beside = page.getByRole('region', { name: 'Test', exact: true });
  for (let times = 0; times < 2; times += 1) {
    await expect(page.getByRole('link', { name: mission.name })).toBeVisible();
    await page.setViewportSize({ width: 1600, height: 900 });
    await expect(beside.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: mission.name })).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(beside).toHaveCount(0);
  }
});

test('before red begins, the plan is open beside red’s record', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { red: reds, mission } = await planned(server);
  const page = await stage.open(reds, testPath(mission), { viewport: { width: 1280, height: 720 } });
  const [left, right] = [await boxOf(plan(page)), await boxOf(red(page))];
  expect(left.y).toBe(right.y);
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
});

test('before red begins, blue has its record beside the plan, and red’s is below that', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  const { blue: blues, red: reds, mission } = await planned(server);
  const page = await stage.open(blues, testPath(mission), { viewport: { width: 1280, height: 720 } });
  let [left, below, right] = [await boxOf(plan(page)), await boxOf(red(page)), await boxOf(blue(page))];
  expect(right.y).toBe(left.y);
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  expect(below.x).toBe(left.x);
  expect(below.y - (left.y + left.height)).toBeLessThan(20);
  // The layout stays the same when red begins and the plan is opened again.
  await walk(reds.client, placeOf(mission).path, 'executed');
  await stage.visit(testPath(mission));
  await page.getByRole('button', { name: 'Show the plan' }).click();
  await expect(page.getByText('whoami /all', { exact: true })).toBeVisible();
  [left, below, right] = [await boxOf(plan(page)), await boxOf(red(page)), await boxOf(blue(page))];
  expect(right.y).toBe(left.y);
  expect(below.x).toBe(left.x);
});

test('when red begins, an open test folds its plan, and the text that blue types stays where it is', async ({
  stage,
  server,
}) => {
  // Red's move and blue's text meet, and the text is sent again.
  stage.expectError(/412/);
  const { blue: blues, red: reds, mission } = await planned(server);
  const page = await stage.open(blues, testPath(mission), { viewport: { width: 1280, height: 720 } });
  await expect(page.getByText('whoami /all', { exact: true })).toBeVisible();
  const [bar, right] = [await boxOf(page.locator('[data-bar]')), await boxOf(blue(page))];
  const comment = blue(page).getByLabel('Comment', { exact: true });
  await comment.pressSequentially('Seen by');
  const field = await boxOf(comment);
  await walk(reds.client, placeOf(mission).path, 'executed');
  await expect(page.getByRole('button', { name: 'Show the plan' })).toBeVisible();
  await expect(page.locator('[data-bar]').getByText('Executed', { exact: true })).toBeVisible();
  await page.keyboard.type(' the sensor');
  await expect(comment).toHaveValue('Seen by the sensor');
  await expect(comment).toBeFocused();
  expect((await boxOf(blue(page))).x).toBe(right.x);
  expect((await boxOf(red(page))).y).toBe((await boxOf(blue(page))).y);
  expect((await boxOf(page.locator('[data-bar]'))).height).toBe(bar.height);
  expect(Math.abs((await boxOf(comment)).y - field.y)).toBeLessThan(2);
});

test('before red begins, no space is empty while content is below the fold', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const { red: reds, mission } = await planned(server);
  const page = await stage.open(reds, testPath(mission), { viewport: { width: 1280, height: 720 } });
  const [left, right, below] = [await boxOf(plan(page)), await boxOf(red(page)), await boxOf(blue(page))];
  expect(right.y).toBe(left.y);
  expect(right.y + right.height).toBeGreaterThan(720);
  expect(below.x).toBe(left.x);
  expect(below.y - (left.y + left.height)).toBeLessThan(20);
});

test('an offer to undo and a saving mark move nothing in the bar of a test', { tag: '@nightly' }, async ({
  stage,
  server,
}) => {
  const name = 'Dump the credentials of LSASS with comsvcs.dll on the file server';
  const { red: reds, mission } = await planned(server, { name });
  await walk(reds.client, placeOf(mission).path, 'executed');
  const page = await stage.open(reds, testPath(mission), { viewport: { width: 1090, height: 720 } });
  await page.evaluate('document.fonts.ready.then(() => {})');
  const bar = page.locator('[data-bar]');
  const standing = async () => [
    (await boxOf(bar)).height,
    (await boxOf(bar.getByText('Executed', { exact: true }))).y,
  ];
  const before = await standing();
  await page.getByLabel('Command as run').fill('whoami');
  await expect(bar.getByText('All saved')).toBeVisible();
  expect(await standing()).toEqual(before);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Undo executed' }).click();
  await page.getByRole('button', { name: 'Executed e', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo executed' })).toBeVisible();
  await expect(bar.getByRole('button', { name: /^Undo(?! executed)/ })).toBeVisible();
  expect(await standing()).toEqual(before);
});

test('an offer to undo takes no line of its own beside a run and its time to detect', {
  tag: '@nightly',
}, async ({ stage, server }) => {
  const name = 'Dump the credentials of LSASS with comsvcs.dll on the file server';
  const { red: reds, blue: blues, mission } = await planned(server, { name });
  const { path } = placeOf(mission);
  await walk(reds.client, path, 'executed');
  bodyOf(await reds.client.post(`${path}/runs`, { reason: 'after_fix' }), 201);
  const times = { executed_at: '2026-11-20T09:00:00.000Z', detected_at: '2026-11-20T09:04:00.000Z' };
  await walk(reds.client, path, 'executed');
  bodyOf(await server.admin.client.put(path, times), 200);
  const page = await stage.open(blues, testPath(mission), { viewport: { width: 1090, height: 720 } });
  await page.evaluate('document.fonts.ready.then(() => {})');
  const bar = page.locator('[data-bar]');
  await expect(bar.getByText('4 min')).toBeVisible();
  const before = (await boxOf(bar)).height;
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Answer “No”' }).click();
  await expect(bar.getByRole('button', { name: /^Undo(?! review)/ })).toBeVisible();
  expect((await boxOf(bar)).height).toBe(before);
});

test('no answer is the quiet choice of its row', { tag: '@nightly' }, async ({ stage, server }) => {
  const { mission } = await planned(server);
  const page = await stage.open(server.admin, testPath(mission));
  for (const [group, none, other] of [
    ['Attack result', 'Not recorded', 'Succeeded'],
    ['Detection level', 'Not judged', 'Missed'],
  ] as const) {
    const choices = page.getByRole('radiogroup', { name: group });
    const choice = (name: string) => choices.locator('label').filter({ hasText: new RegExp(`^${name}$`) });
    await expect(choices.getByRole('radio', { name: none })).toBeChecked();
    await expect(choice(none)).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(choice(none)).toHaveCSS('font-weight', '400');
    await choice(other).click();
    await expect(choices.getByRole('radio', { name: other, exact: true })).toBeChecked();
    await expect(choice(other)).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(choice(other)).toHaveCSS('font-weight', '500');
  }
});

test('a keystroke redraws only its field', async ({ stage, server }) => {
  const { red: reds, mission } = await planned(server);
  const page = await stage.open(reds, testPath(mission));
  await red(page).getByLabel('Output', { exact: true }).focus();
  // React rewrites the attributes of every field that it renders again.
  const listTouched = () =>
    page.evaluate(`(async () => {
      const field = document.activeElement;
      const touched = new Set();
      const observer = new MutationObserver((records) => {
        for (const { target } of records) if (target !== field) touched.add(target.ariaLabel || target.value || target.type);
      });
      for (const input of document.querySelectorAll('main input, main textarea')) observer.observe(input, { attributes: true });
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value');
      for (const letter of 'abcdef') {
        set.call(field, field.value + letter);
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        await new Promise(requestAnimationFrame);
      }
      observer.disconnect();
      return [...touched];
    })()`);
  // Changes by others may arrive in between, and are rendered too.
  await expect(async () => expect(await listTouched()).toEqual([])).toPass();
  await expect(red(page).getByLabel('Output', { exact: true })).toHaveValue(/^(abcdef)+$/);
});
