import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, type Locator, test } from '../support.ts';

test('an alert two minutes later, by a tool and a rule, takes nine keys if the rule is typed', async ({
  stage,
  server,
  team,
}) => {
  const mission = await runningMission(team, { client: 'Harbour Ltd' });
  const place = placeOf(mission);
  const tools = `/api/v1/organisations/${mission.organisation?.id}/tools`;
  for (const name of ['Zeek', 'Falcon']) await server.admin.client.post(tools, { name, kind: 'edr' });
  await team.red.client.put(place.path, { executed_at: '2026-11-20T09:30:00.000Z' });
  const page = await stage.open(team.blue, testPath(mission));
  const seen = page.getByRole('group', { name: 'Detections' });
  const alerted = seen.getByRole('group', { name: 'Alerted' });
  await expect(alerted.getByRole('button', { name: 'Yes' })).toBeVisible();
  const { keyboard } = page;
  let keys = 0;
  const press = async (...names: string[]) => {
    for (const name of names) await keyboard.press(name);
    keys += names.length;
  };
  await press('2');
  await expect(alerted.getByRole('textbox', { name: 'When' })).toBeFocused();
  await press('+', '2', 'Tab', 'f');
  await expect(page.getByRole('option', { name: 'Falcon' })).toBeVisible();
  await press('Tab');
  await expect(alerted.getByRole('combobox', { name: 'Alerted: tool' })).toHaveValue('Falcon');
  await press('R', '1', 'Enter');
  expect(keys).toBeLessThanOrEqual(9);
  await expect
    .poll(async () => bodyOf(await team.blue.client.get(place.path), 200))
    .toMatchObject({
      facts: [{ kind: 'alerted', result: 'yes', tool: { name: 'Falcon' }, rule_name: 'R1' }],
      outcome: { alerted: { at: '2026-11-20T09:32:00.000Z' } },
      detection_level: { key: 'alerted' },
      detection_level_source: 'derived',
      detected_at: '2026-11-20T09:32:00.000Z',
    });
  await expect(alerted).toContainText('2 min after');
  await expect(page.getByRole('radio', { name: 'Detected' })).toBeChecked();
});

test('a second tool of a kind has its own line, and a result pressed again is cleared', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const mission = await runningMission(team, { client: 'Harbour Two' });
  const place = placeOf(mission);
  const page = await stage.open(server.admin, testPath(mission));
  const logged = page.getByRole('group', { name: 'Logged' });
  await logged.getByRole('button', { name: 'Partial' }).click();
  const tool = logged.getByRole('combobox', { name: 'Logged: tool' });
  await tool.fill('Sysmon');
  await page.getByRole('option', { name: 'Add “Sysmon”' }).click();
  await expect(tool).toHaveValue('Sysmon');
  await logged.getByRole('button', { name: 'Logged: add a detection by another tool' }).click();
  await expect(tool).toHaveCount(2);
  await expect(tool.last()).toBeFocused();
  await logged.getByRole('button', { name: 'Yes' }).last().click();
  await expect(tool).toHaveCount(1);
  await expect
    .poll(async () => bodyOf(await server.admin.client.get(place.path), 200).facts)
    .toMatchObject([{ kind: 'logged', result: 'partial', tool: { name: 'Sysmon' } }]);
});

test('a level that a person set stays, and the screen shows the level of the facts', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const page = await stage.open(team.blue, testPath(mission));
  await page.getByRole('radio', { name: 'Logged only' }).check();
  await expect
    .poll(async () => bodyOf(await team.blue.client.get(place.path), 200).detection_level?.key)
    .toBe('logged');
  await page.getByRole('group', { name: 'Prevented' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('According to the detections: Prevented.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Logged only' })).toBeChecked();
  await page.getByRole('button', { name: 'Use this level' }).click();
  await expect(page.getByRole('radio', { name: 'Prevented' })).toBeChecked();
  await expect(page.getByText('According to the detections')).toBeHidden();
});

test('both sides read that their records contradict each other, and so do the gaps', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  bodyOf(await team.red.client.put(place.path, { attack_result: 'succeeded' }), 200);
  bodyOf(await team.red.client.post(`${place.path}/transition`, { status: 'executed' }), 200);
  const contradiction = 'Red recorded that the attack succeeded, blue that it was prevented.';
  const page = await stage.open(team.blue, testPath(mission));
  const note = page.getByRole('note').filter({ hasText: contradiction });
  const prevented = page.getByRole('group', { name: 'Prevented' });
  await prevented.getByRole('button', { name: 'Partial' }).click();
  await expect(page.getByRole('radio', { name: 'Logged only' })).toBeChecked();
  await expect(note).toBeHidden();
  await prevented.getByRole('button', { name: 'Yes' }).click();
  await expect(note).toContainText('Only one of them can be true');
  await stage.open(team.red, testPath(mission));
  await expect(note).toBeVisible();
  await stage.visit(`/missions/${mission.id}/results`);
  await expect(page.getByRole('region', { name: 'Gaps' })).toContainText(contradiction);
  await stage.visit(testPath(mission));
  await page.getByRole('radio', { name: 'Failed' }).check();
  await expect(note).toBeHidden();
});

test('no to all open questions is one key, and a time is not known until it is typed', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  await team.red.client.put(place.path, { executed_at: '2026-11-20T09:30:00.000Z' });
  const page = await stage.open(team.blue, testPath(mission));
  const logged = page.getByRole('group', { name: 'Logged' });
  await logged.getByRole('button', { name: 'Yes' }).click();
  const when = logged.getByRole('textbox', { name: 'When' });
  await expect(when).toBeFocused();
  await expect(when).toHaveValue('');
  await expect(logged).toContainText('recorded ');
  await page.keyboard.type('+2m30');
  await expect(logged).toContainText('saved as ');
  await page.keyboard.press('Enter');
  await expect(logged).toContainText('2 min 30 s after');
  await when.blur();
  await page.keyboard.press('0');
  await expect(
    page.getByRole('group', { name: 'Alerted' }).getByRole('button', { name: 'No', exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => bodyOf(await team.blue.client.get(place.path), 200))
    .toMatchObject({
      facts: [
        { kind: 'logged', result: 'yes', at: '2026-11-20T09:32:30.000Z' },
        { kind: 'alerted', result: 'no', at: null },
      ],
      detection_level: { key: 'logged' },
    });
});

test('an odd time counts once it is confirmed', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  await team.red.client.put(place.path, { executed_at: '2026-11-20T09:30:00.000Z' });
  const early = { kind: 'alerted', result: 'yes', at: '2026-11-20T09:29:00.000Z' };
  bodyOf(await team.blue.client.post(`${place.path}/facts`, early), 201);
  const page = await stage.open(team.blue, testPath(mission));
  const confirm = page.getByRole('button', { name: 'Confirm time' });
  await confirm.click();
  await expect(confirm).toHaveCount(0);
  await expect
    .poll(async () => bodyOf(await team.blue.client.get(place.path), 200).facts[0].time_confirmed)
    .toBe(true);
});

test('an invalid time is refused at its field, and the typed text stays', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.blue, testPath(mission));
  const detected = page.getByRole('group', { name: 'Detected' });
  await detected.getByRole('button', { name: 'Yes' }).click();
  const when = detected.getByRole('textbox', { name: 'When' });
  await when.fill('tomorrow');
  await when.press('Enter');
  await expect(detected).toContainText('Enter a time such as +2, 10:32 or now');
  await expect(when).toHaveValue('tomorrow');
});

test('a refused time leaves its row in line', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.blue, testPath(mission));
  const prevented = page.getByRole('group', { name: 'Prevented' });
  await prevented.getByRole('button', { name: 'Yes' }).click();
  const when = prevented.getByRole('textbox', { name: 'When' });
  await expect(when).toBeFocused();
  const topOf = async (of: Locator) => Math.round((await of.boundingBox())?.y ?? -1);
  const yes = prevented.getByRole('button', { name: 'Yes' });
  const distance = async () => (await topOf(yes)) - (await topOf(when));
  const before = await distance();
  await page.keyboard.type('soon');
  await when.blur();
  await expect(prevented.getByText('Enter a time such as')).toBeVisible();
  expect(Math.abs((await distance()) - before)).toBeLessThan(4);
});

test('red reads detections and cannot change them', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const fact = { kind: 'alerted', result: 'no', rule_name: 'R<b>7' };
  bodyOf(await team.blue.client.post(`${place.path}/facts`, fact), 201);
  const page = await stage.open(team.red, testPath(mission));
  const seen = page.getByRole('group', { name: 'Detections' });
  await expect(seen.getByRole('group', { name: 'Alerted' })).toContainText('R<b>7');
  await expect(seen.getByRole('group')).toHaveCount(1);
  await expect(seen.getByRole('button')).toHaveCount(0);
  await page.getByRole('link', { name: mission.name }).click();
  await expect(page.getByRole('row').getByRole('img', { name: 'Alerted: no', exact: true })).toBeVisible();
});
