import { strToU8, zipSync } from 'fflate';
import { bodyOf, placeOf } from '../../support/missions/factories.ts';
import { atomic } from '../../ui/scenes/atomic-file.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('unticked rows are skipped, not refused', { tag: '@nightly' }, async ({ stage, team }) => {
  const { red } = team;
  const page = await stage.open(red, '/imports');
  const wanted = atomic.replaceAll('7c1d3c3e', '8d2e4d4f').replace('Ask who', 'Ask them who');
  const other = wanted.replaceAll('8d2e4d4f', '9e3f5e5a').replaceAll('T1033', 'T1082');
  await page.getByLabel('File to import').setInputFiles({
    name: 'two.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(
      zipSync({
        'atomics/T1033/T1033.yaml': strToU8(wanted),
        'atomics/T1082/T1082.yaml': strToU8(other.replace('Ask them who', 'Unwanted, who')),
      }),
    ),
  });
  const rows = page.getByRole('region', { name: 'Rows' });
  const totals = page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Refused' }) });
  const row = rows.getByRole('row', { name: /Unwanted/ });
  await expect(row).toContainText('New');
  await expect(totals.getByRole('columnheader', { name: 'Skipped' })).toHaveCount(0);
  await row.getByRole('checkbox').uncheck();
  await expect(row).toContainText('Skipped');
  await expect(row).not.toContainText('New');
  await expect(page.getByText('1 row skipped')).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('region', { name: 'Created by this import' })).toContainText('Ask them who');
  await expect(row).toContainText('Skipped');
  await expect(row).not.toContainText('Refused');
  await expect(totals.getByRole('row', { name: 'All rows' })).toHaveText('All rows10021');
  await rows.getByRole('combobox', { name: 'Result' }).selectOption('Skipped (1)');
  await expect(rows.getByRole('row')).toHaveCount(2);
});

test('an import is previewed, applied and undone with the keyboard alone', async ({ stage, team }) => {
  const { red } = team;
  const page = await stage.open(red, '/imports');
  const stateOf = (state: string) => page.getByRole('region', { name: state, exact: true });
  await page.getByLabel('File to import').setInputFiles({
    name: 'T1033.yaml',
    mimeType: 'application/yaml',
    buffer: Buffer.from(atomic),
  });
  await expect(stateOf('Ready to import')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Read as' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stateOf('Imported')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ask who is signed in at the pier' }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(stateOf('Undone')).toBeFocused();
});

test('a layer of the Navigator leads to a plan, and rules name their location', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const { red } = team;
  const page = await stage.open(red, '/imports');
  const bring = async (name: string, text: string) => {
    await stage.visit('/imports');
    await page
      .getByLabel('File to import')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    return page.getByRole('region', { name: 'Created by this import' });
  };
  const layer = {
    name: 'What <b>they</b> use',
    versions: { attack: '16', layer: '4.5' },
    domain: 'enterprise-attack',
    techniques: [
      { techniqueID: 'T1059.001', score: 2 },
      { techniqueID: 'T1033', score: 1 },
    ],
  };
  const rule = 'title: A service stops\nid: r-stop\ntags:\n  - attack.t1489\ndetection:\n  condition: all\n';
  await expect(await bring('stop.yml', rule)).toContainText('on their techniques’ pages');
  const made = await bring('layer.json', JSON.stringify(layer));
  await made.getByRole('link', { name: 'What <b>they</b> use' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan from threats');
  await expect(page).toHaveURL(/techniques=T1059\.001%2CT1033$/);
});

test('blue imports results of its own tools into a mission, and sees the result of each row', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const { test: id, path } = placeOf(mission);
  const table = [
    'ID,Mission ID,Mission,Name,Run command,Alerted,Rule,Severity',
    `${id},${mission.id},Ours,Another name,rm -rf /,yes,Credentials read,high`,
    `unknown,${mission.id},Ours,Not there,id,yes,Credentials read,high`,
  ];
  const page = await stage.open(team.blue, '/imports');
  await expect(
    page.getByText('You can import detection rules and the blue side of existing tests'),
  ).toBeVisible();
  await page.getByLabel('File to import').setInputFiles({
    name: 'alerts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table.join('\n')),
  });
  const rows = page.getByRole('region', { name: 'Rows' });
  await expect(rows.getByRole('row', { name: /Another name/ })).toContainText(
    'Only its blue side is written, and only if you overwrite it',
  );
  await expect(rows.getByRole('row', { name: /Not there/ })).toContainText('mission.update');
  await page.getByRole('checkbox', { name: 'Overwrite 1 row that was changed here' }).check();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toBeVisible();
  const test = bodyOf(await team.blue.client.get(path), 200);
  expect(test).toMatchObject({
    command: null,
    facts: [{ kind: 'alerted', result: 'yes', rule_name: 'Credentials read', severity: 'high' }],
  });
  expect(test.name).not.toBe('Another name');
});

test('columns of a custom table are chosen, and the table is read again', async ({ stage, team }) => {
  const { red } = team;
  const page = await stage.open(red, '/imports');
  await page.getByLabel('File to import').setInputFiles({
    name: 'own.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Attack,What for,Mitre\nLook at the quay,<b>to know</b>,T1033\n'),
  });
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByRole('row', { name: /What for/ })).toContainText('<b>to know</b>');
  await columns.getByRole('combobox', { name: 'Field of Attack' }).selectOption('Name (required)');
  await columns.getByRole('combobox', { name: 'Field of What for' }).selectOption('Objective');
  await columns.getByRole('button', { name: 'Apply columns' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('region', { name: 'Created by this import' })).toContainText(
    'Look at the quay',
  );
  const { items } = bodyOf(await red.client.get('/api/v1/test-templates?q=quay'), 200);
  expect(items).toMatchObject([{ name: 'Look at the quay', objective: '<b>to know</b>' }]);
});

test('a log without a year has times once its first day is chosen', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const log = [
    '09/01 10:00:05 UTC [input] <neo> shell whoami',
    '09/01 10:00:05 UTC [task] <T1033> Tasked beacon to run: whoami',
    '09/01 10:00:30 UTC [checkin] host called home, sent: 37 bytes',
  ];
  const page = await stage.open(team.red, '/imports');
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'beacon_77.log', mimeType: 'text/plain', buffer: Buffer.from(log.join('\n')) });
  const form = page.getByRole('form', { name: 'First day of the log' });
  await form.getByRole('button', { name: 'Apply day' }).click();
  await expect(form.getByText('Type a day, such as 2026-09-01')).toBeVisible();
  await form.getByRole('textbox', { name: 'First day of the log' }).fill('2025-09-01');
  await form.getByRole('button', { name: 'Apply day' }).click();
  await expect(page.getByText('The log has no year')).toHaveCount(0);
  await expect(form.getByRole('textbox')).toHaveValue('2025-09-01');
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('region', { name: 'Imported', exact: true })).toBeVisible();
  const { client } = team.red;
  const [{ id }] = bodyOf(await client.get('/api/v1/imports?limit=1'), 200).items;
  const [{ object }] = bodyOf(await client.get(`/api/v1/imports/${id}/rows?what=execution`), 200).items;
  const made = bodyOf(await client.get(`/api/v1/missions/${object.mission_id}/tests/${object.id}`), 200);
  expect(made.executed_at).toBe('2025-09-01T10:00:30.000Z');
});
