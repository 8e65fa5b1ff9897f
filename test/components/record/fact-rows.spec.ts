import { applyImport, importFile } from '../../support/interchange/imports.ts';
import {
  bodyOf,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import type { Person, TestServer } from '../../support/servers/server.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const alert = { kind: 'alerted', result: 'yes', severity: 'high', within_seconds: 300 };
const rule = `title: Credentials read from LSASS
id: 5ef9853e-4d0e-4a70-846f-a9ca37d876da
level: high
tags: [attack.t1003.001]
detection:
  condition: all
`;

/** A client's mission with two tools; its first test was executed at 09:30 and has these expectations. */
async function executed(
  server: TestServer,
  team: { red: Person; blue: Person },
  expectations: readonly object[] = [alert],
) {
  const { client } = server.admin;
  const template = await newTestTemplate(client, {
    catalog_tags: [{ kind: 'subtechnique', external_id: 'T1003.001' }],
    expectations,
  });
  const scenario = await newScenarioTemplate(client, { tests: [template.id] });
  const fields = { tests: 0, scenario_template_ids: [scenario.id], client: `Harbour of ${team.red.id}` };
  const mission = await runningMission(team, fields);
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  for (const name of ['Zeek', 'Falcon']) bodyOf(await client.post(tools, { name, kind: 'edr' }), 201);
  const place = placeOf(mission);
  await team.red.client.put(place.path, { executed_at: '2026-11-20T09:30:00.000Z' });
  await walk(team.red.client, place.path, 'executed');
  return { mission, place };
}

/** A keyboard that counts its key presses. */
function countKeys(page: Page) {
  let keys = 0;
  return {
    press: async (...names: string[]) => {
      for (const name of names) await page.keyboard.press(name);
      keys += names.length;
    },
    pressed: () => keys,
  };
}

const kindOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

test('an alert with time, tool, rule and severity takes eight keys', async ({ stage, server, team }) => {
  const { client } = server.admin;
  const { id } = await importFile(client, { name: 'lsass.yml', content: rule });
  await applyImport(client, id);
  const { mission, place } = await executed(server, team);
  const page = await stage.open(team.blue, testPath(mission));
  const alerted = kindOf(page, 'Alerted');
  await expect(alerted.getByRole('button', { name: 'Yes' })).toBeVisible();
  const keys = countKeys(page);
  await keys.press('2');
  await expect(alerted.getByRole('textbox', { name: 'When' })).toBeFocused();
  await keys.press('+', '2', 'Tab', 'f');
  await expect(page.getByRole('option', { name: 'Falcon' })).toBeVisible();
  await keys.press('Tab');
  await expect(alerted.getByRole('combobox', { name: 'Alerted: tool' })).toHaveValue('Falcon');
  await expect(page.getByRole('option', { name: 'Credentials read from LSASS' })).toBeVisible();
  await keys.press('ArrowDown', 'Enter');
  expect(keys.pressed()).toBeLessThanOrEqual(8);
  await expect(alerted.getByRole('combobox', { name: 'Alerted: severity' })).toHaveValue('high');
  await expect(page.getByRole('region', { name: 'Expected outcomes' })).toContainText('Met');
  expect(bodyOf(await team.blue.client.get(place.path), 200)).toMatchObject({
    facts: [
      {
        kind: 'alerted',
        result: 'yes',
        at: '2026-11-20T09:32:00.000Z',
        tool: { name: 'Falcon' },
        rule_name: 'Credentials read from LSASS',
        severity: 'high',
      },
    ],
    expectation_met: 'met',
  });
});

test('an alert with its severity is reviewed by keys alone', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { mission, place } = await executed(server, team);
  const page = await stage.open(team.blue, testPath(mission));
  const alerted = kindOf(page, 'Alerted');
  await expect(alerted.getByRole('button', { name: 'Yes' })).toBeVisible();
  await page.keyboard.press('2');
  await expect(alerted.getByRole('textbox', { name: 'When' })).toBeFocused();
  const severity = alerted.getByRole('combobox', { name: 'Alerted: severity' });
  for (const key of ['+', '2', 'Tab', 'Tab', 'Tab']) await page.keyboard.press(key);
  await expect(severity).toBeFocused();
  await page.keyboard.press('h');
  await expect(severity).toHaveValue('high');
  for (const key of ['Escape', 'r']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  expect(bodyOf(await team.blue.client.get(place.path), 200).facts).toMatchObject([
    { kind: 'alerted', severity: 'high', at: '2026-11-20T09:32:00.000Z' },
  ]);
});

test('an alert with its time and severity takes eight keys at most up to its review', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const { mission, place } = await executed(server, team);
  const page = await stage.open(team.blue, testPath(mission));
  const alerted = kindOf(page, 'Alerted');
  await expect(alerted.getByRole('button', { name: 'Yes' })).toBeVisible();
  const keys = countKeys(page);
  await keys.press('2');
  await expect(alerted.getByRole('textbox', { name: 'When' })).toBeFocused();
  await keys.press('+', '2', 'Enter');
  await expect(alerted.getByRole('combobox', { name: 'Alerted: severity' })).toBeFocused();
  await keys.press('h', 'Escape', 'r');
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  expect(keys.pressed()).toBeLessThanOrEqual(8);
  expect(bodyOf(await team.blue.client.get(place.path), 200).facts).toMatchObject([
    { kind: 'alerted', severity: 'high', at: '2026-11-20T09:32:00.000Z' },
  ]);
});

test('the paper clip of an alert stands in the line of its severity', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { mission } = await executed(server, team);
  for (const width of [1090, 1280]) {
    const page = await stage.open(team.blue, testPath(mission), { viewport: { width, height: 720 } });
    const alerted = kindOf(page, 'Alerted');
    if (width === 1090) await alerted.getByRole('button', { name: 'Yes' }).click();
    const severity = await alerted.getByRole('combobox', { name: 'Alerted: severity' }).boundingBox();
    const clip = await alerted.getByRole('button', { name: 'Alerted: select evidence' }).boundingBox();
    expect(Math.abs((severity?.y ?? 0) - (clip?.y ?? 100))).toBeLessThan(10);
    expect(clip?.x).toBeGreaterThan(severity?.x ?? 0);
  }
});

test('a detection of today without a time takes two lines, and its paper clip begins none', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const { mission, place } = await executed(server, team, []);
  bodyOf(await team.red.client.put(place.path, { executed_at: new Date().toISOString() }), 200);
  const page = await stage.open(team.blue, testPath(mission));
  const logged = kindOf(page, 'Logged');
  await logged.getByRole('button', { name: 'Yes' }).click();
  const rule = await logged.getByRole('combobox', { name: 'Rule' }).boundingBox();
  const clip = await logged.getByRole('button', { name: 'Logged: select evidence' }).boundingBox();
  expect(Math.abs((rule?.y ?? 0) - (clip?.y ?? 100))).toBeLessThan(10);
  const row = await logged.locator('[data-fact]').boundingBox();
  expect(row?.height).toBeLessThanOrEqual(70);
});

test('a miss takes one key, regardless of what was expected, and the next key reviews it', async ({
  stage,
  server,
  team,
}) => {
  const { mission, place } = await executed(server, team);
  const page = await stage.open(team.blue, testPath(mission));
  await expect(page.getByRole('button', { name: 'No to Alerted and Logged' })).toBeVisible();
  await page.keyboard.press('0');
  await page.keyboard.press('r');
  await expect(page.getByRole('button', { name: 'Undo review' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Missed' })).toBeChecked();
  await expect(page.getByRole('button', { name: /^No to / })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(bodyOf(await team.blue.client.get(place.path), 200)).toMatchObject({
    facts: [
      { kind: 'alerted', result: 'no' },
      { kind: 'logged', result: 'no' },
    ],
    detection_level: { key: 'not_detected' },
  });
});

test('a No asks for neither a tool nor a rule, and keeps given ones', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { mission } = await executed(server, team);
  const page = await stage.open(team.blue, testPath(mission));
  const alerted = kindOf(page, 'Alerted');
  await alerted.getByRole('button', { name: 'No', exact: true }).click();
  await expect(alerted.getByRole('button', { name: 'Alerted: select evidence' })).toBeVisible();
  await expect(alerted.getByRole('combobox')).toHaveCount(0);
  await alerted.getByRole('button', { name: 'Yes' }).click();
  await alerted.getByRole('combobox', { name: 'Alerted: tool' }).click();
  await page.getByRole('option', { name: 'Zeek' }).click();
  await expect(alerted.getByRole('combobox', { name: 'Alerted: tool' })).toHaveValue('Zeek');
  await alerted.getByRole('button', { name: 'No', exact: true }).click();
  await expect(alerted.getByRole('textbox', { name: 'When' })).toHaveCount(0);
  await expect(alerted.getByRole('combobox')).toHaveCount(1);
  await expect(alerted.getByRole('combobox', { name: 'Alerted: tool' })).toHaveValue('Zeek');
});

test('an open expectation names the missing part, and its row asks for it', async ({
  stage,
  server,
  team,
}) => {
  const { mission, place } = await executed(server, team);
  const page = await stage.open(team.blue, testPath(mission));
  const expected = page.getByRole('region', { name: 'Expected outcomes' });
  await expect(expected).toContainText('Missing: an answer');
  await page.keyboard.press('2');
  await expect(expected).toContainText('Missing: severity and time');
  const logged = kindOf(page, 'Logged');
  await logged.getByRole('button', { name: 'Yes' }).click();
  await expect(logged.getByRole('combobox', { name: 'Logged: tool' })).toBeVisible();
  await expect(logged.getByRole('combobox', { name: 'Logged: severity' })).toHaveCount(0);
  const alerted = kindOf(page, 'Alerted');
  await alerted.getByRole('combobox', { name: 'Alerted: severity' }).press('h');
  await expect(expected).toContainText('Missing: time');
  await alerted.getByRole('textbox', { name: 'When' }).fill('+2');
  await alerted.getByRole('textbox', { name: 'When' }).press('Enter');
  await expect(expected).toContainText('Met');
  await expect(expected).not.toContainText('Missing');
  await alerted.getByRole('combobox', { name: 'Alerted: severity' }).selectOption('low');
  await expect(expected).toContainText('Not met');
  await alerted.getByRole('combobox', { name: 'Alerted: severity' }).selectOption('');
  await expect(expected).toContainText('Missing: severity');
  expect(bodyOf(await team.blue.client.get(place.path), 200).facts[0].severity).toBe(null);
});

test('a severity is spelt alike where it is chosen and where it is read', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const { mission, place } = await executed(server, team);
  bodyOf(
    await team.blue.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes', severity: 'high' }),
    201,
  );
  const written = await stage.open(team.blue, testPath(mission));
  const field = kindOf(written, 'Alerted').getByRole('combobox', { name: 'Alerted: severity' });
  await expect(field.locator('option:checked')).toHaveText('High');
  const read = await stage.open(team.red, testPath(mission));
  await expect(kindOf(read, 'Alerted').getByText('High', { exact: true })).toBeVisible();
});
