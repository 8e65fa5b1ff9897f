import type { Mission } from '../../../server/missions/contract.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import type { Client, Person } from '../../support/servers/server.ts';
import { expect, type Page, test } from '../support.ts';

type Team = { red: Person; blue: Person; admin: { client: Client } };

async function executedMission({ red, blue, admin }: Team): Promise<{ mission: Mission; tests: string[] }> {
  const mission = await newMission(admin.client, { members: [red, blue], tests: 0 });
  const rows = ['whoami /all', 'ipconfig /displaydns'].map((command, index) => ({
    external_id: `e-${index}`,
    command,
    name: command,
    executed_at: `2026-09-01T08:0${index * 5}:02Z`,
    ended_at: `2026-09-01T08:0${index * 5}:09Z`,
    host: 'ws01',
    process_id: 4000 + index * 4,
  }));
  const path = `/api/v1/missions/${mission.id}/executions`;
  const { executions } = bodyOf(await red.client.post(path, rows), 200);
  return { mission, tests: executions.map(({ test_id }: { test_id: string }) => test_id) };
}

const alertOf = (index: number, fields: object = {}) => ({
  source: 'elastic',
  external_id: `a-${index}`,
  title: `Alert ${index}`,
  occurred_at: `2026-09-01T08:0${(index % 2) * 5}:04Z`,
  rule_id: 'noise',
  hosts: ['WS01.corp.example'],
  ...fields,
});

const list = (page: Page) => page.getByRole('list', { name: 'Alerts' });

test('alerts are accepted, given to another test and put aside by keys', async ({ stage, team, server }) => {
  const { mission, tests } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}`;
  const sure = {
    rule_id: 'whoami',
    process: { id: 9000, command_line: 'whoami /all', parent: { id: 4000 } },
  };
  const alerts = [alertOf(0, sure), alertOf(1), alertOf(2), alertOf(3), alertOf(4, { rule_id: 'other' })];
  bodyOf(await team.blue.client.post(`${path}/alerts`, alerts), 200);
  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  const first = list(page).getByRole('listitem').first();
  await expect(first).toContainText('Sure');
  await expect(first).toContainText('same host name');
  // The keys stand at the alert that they decide on.
  await expect(first.locator('kbd')).toHaveText(['y', 't', 'n', 'N']);
  await expect(list(page).getByRole('listitem').nth(1).locator('kbd')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(list(page).getByRole('listitem').nth(1).locator('kbd')).not.toHaveCount(0);
  await page.keyboard.press('k');

  await page.keyboard.press('y');
  await expect(list(page).getByRole('listitem')).toHaveCount(4);
  const facts = bodyOf(await team.blue.client.get(`${path}/tests/${tests[0]}/facts`), 200);
  expect(facts.map(({ rule_id }: { rule_id: string }) => rule_id)).toEqual(['whoami']);

  await page.keyboard.press('z');
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  expect(bodyOf(await team.blue.client.get(`${path}/tests/${tests[0]}/facts`), 200)).toEqual([]);

  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog', { name: 'Accept for another test' });
  await dialog.getByRole('combobox', { name: 'Test' }).click();
  await page.getByRole('option', { name: 'ipconfig /displaydns' }).click();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(4);

  await list(page).getByRole('button', { name: 'The whole rule is not ours: Alert 1' }).click();
  await expect(list(page).getByRole('listitem')).toHaveText([/Alert 4/]);
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'No alerts waiting' })).toBeVisible();
});

test('a decision of somebody else shows in place, and new alerts wait until they are asked for', async ({
  stage,
  team,
  server,
}) => {
  const { mission, tests } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}/alerts`;
  const alerts = [0, 2, 4].map((index) => alertOf(index));
  const { alerts: received } = bodyOf(await team.blue.client.post(path, alerts), 200);
  const idOf = (title: string) => {
    const index = alerts.findIndex((alert) => alert.title === title);
    return received[index].id as string;
  };
  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  const cards = list(page).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  const titles = await cards.getByRole('heading').allTextContents();
  const places = () => cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().height));
  const before = await places();
  const [first, second] = [cards.first(), cards.nth(1)];
  await first.getByRole('button', { name: /^Accept / }).focus();

  const other = server.admin.client;
  bodyOf(await other.post(`${path}/${idOf(titles[0]!)}/accept`, { test_id: tests[0] }), 200);
  await expect(first).toContainText('Accepted by Ada Admin for whoami /all');
  bodyOf(await other.post(`${path}/${idOf(titles[1]!)}/not-ours`, {}), 200);
  await expect(second).toContainText('Not ours, says Ada Admin');
  bodyOf(await other.post(path, [alertOf(6)]), 200);
  await expect(page.getByRole('status').getByText('2 alerts decided by others, 1 new one')).toBeVisible();
  await expect(page.getByText('2 alerts wait', { exact: true })).toBeVisible();
  expect(await cards.getByRole('heading').allTextContents()).toEqual(titles);
  expect(await places()).toEqual(before);
  // The decision of somebody else stands.
  await expect(first.getByRole('button', { name: /^Accept / })).toBeFocused();
  await page.keyboard.press('y');
  await page.keyboard.press('n');

  bodyOf(await other.post(`${path}/${idOf(titles[1]!)}/undo`), 200);
  await expect(second).not.toContainText('Not ours, says');
  await page.getByRole('button', { name: 'Update the list' }).click();
  await expect(cards.getByRole('heading')).toHaveText([titles[1]!, titles[2]!, 'Alert 6'], {
    ignoreCase: true,
  });
  await expect(page.getByRole('button', { name: 'Update the list' })).toBeHidden();
});

test('accepting an alert that leaves recorded values can be undone', { tag: '@nightly' }, async ({
  stage,
  team,
  server,
}) => {
  const { mission, tests } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}`;
  const blue = team.blue.client;
  bodyOf(await blue.post(`${path}/tests/${tests[0]}/facts`, { kind: 'alerted', result: 'no' }), 201);
  const process = { id: 9000, command_line: 'whoami /all', parent: { id: 4000 } };
  bodyOf(await blue.post(`${path}/alerts`, [alertOf(0, { process })]), 200);
  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('y');
  await expect(page.getByText(/Alert accepted\. .* stays? as recorded/)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
});

test('a file of alerts is dropped or chosen, and a wrong one is refused', async ({ stage, team, server }) => {
  const { mission } = await executedMission({ ...team, admin: server.admin });
  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  const choose = (name: string, content: string) =>
    page
      .getByLabel('File with alerts')
      .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await expect(page.getByRole('heading', { name: 'No alerts waiting' })).toBeVisible();
  stage.expectError(/422/);
  await choose('wrong.json', '[{"a":1},');
  await expect(page.getByText('The file was not taken')).toBeVisible();
  const line = {
    timestamp: '2026-09-01T10:00:03.118+0200',
    rule: { level: 8, description: 'Whoami', id: '92031' },
    agent: { id: '004', name: 'ws01' },
    id: '1',
  };
  await choose('alerts.json', JSON.stringify(line));
  await expect(list(page).getByRole('listitem')).toHaveText([/Whoami/]);
  await expect(page.getByText('1 alert received', { exact: true })).toBeVisible();
});

test('a table of one’s own is received by the fields of its columns, as its preview shows', {
  tag: '@nightly',
}, async ({ stage, team, server }) => {
  const { mission } = await executedMission({ ...team, admin: server.admin });
  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  const table = [
    'When;Alarm;Severity;Computer',
    '2026-09-01 10:00:04;<b>Whoami</b>;High;ws01',
    'soon;Discovery;7;ws01',
    ';;Low;ws02',
  ];
  const choose = (rows: string[]) =>
    page
      .getByLabel('File with alerts')
      .setInputFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await choose(table);
  const dialog = page.getByRole('dialog', { name: 'Alerts in own.csv' });
  const leftOut = dialog.getByRole('region', { name: 'Left out' });
  await expect(leftOut).toContainText('No column is for the title, the rule or the message');
  await expect(dialog.getByRole('button', { name: 'Receive 0 alerts' })).toBeDisabled();

  await dialog.getByRole('combobox', { name: 'Field of Alarm' }).selectOption('Title');
  await dialog.getByRole('button', { name: 'Apply columns' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 alerts are read, 1 left out');
  await expect(leftOut).toContainText('It has no title, rule or message: 1 row (row 4)');
  const wrong = dialog.getByRole('region', { name: '2 values can’t be read' });
  await expect(wrong).toContainText('row 3, Severity: “7”. It is no severity');
  await expect(wrong).toContainText('row 3, When: “soon”');

  const zone = dialog.getByRole('combobox', { name: 'Zone of times without one' });
  await zone.fill('Europe/Berlin');
  await page.getByRole('option', { name: 'Europe/Berlin' }).click();
  const first = dialog.getByRole('row', { name: /<b>Whoami<\/b>/ });
  await expect(first.locator('time')).toHaveAttribute('datetime', '2026-09-01T08:00:04.000Z');
  await dialog.getByRole('button', { name: 'Receive 2 alerts' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 alerts received, 1 left out')).toBeVisible();
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  const { items } = bodyOf(await team.blue.client.get(`/api/v1/missions/${mission.id}/alerts`), 200);
  expect(items.map(({ title, occurred_at }: Record<string, string>) => [title, occurred_at]).sort()).toEqual([
    ['<b>Whoami</b>', '2026-09-01T08:00:04.000Z'],
    ['Discovery', null],
  ]);

  // The next export of the same tool has its columns and its zone.
  await choose([table[0] ?? '', '2026-09-01 10:05:00;Later;Low;ws01']);
  await expect(dialog.getByRole('combobox', { name: 'Field of Alarm' })).toHaveValue('title');
  await expect(zone).toHaveValue('Europe/Berlin');
  await expect(dialog.getByRole('row', { name: /Later/ }).locator('time')).toHaveAttribute(
    'datetime',
    '2026-09-01T08:05:00.000Z',
  );
});

test('the clock of a host is measured, confirmed, changed and taken back', async ({
  stage,
  team,
  server,
}) => {
  const { mission, tests } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}`;
  // Seven minutes ahead.
  const late = ['07:04', '12:04', '12:05'].map((time, index) =>
    alertOf(index, {
      occurred_at: `2026-09-01T08:${time}Z`,
      rule_id: `rule ${index}`,
      process: { command_line: index === 0 ? 'whoami /all' : 'ipconfig /displaydns' },
    }),
  );
  const { alerts } = bodyOf(await team.blue.client.post(`${path}/alerts`, late), 200);
  for (const index of [0, 1]) {
    const accepted = { test_id: tests[index] };
    bodyOf(await team.blue.client.post(`${path}/alerts/${alerts[index].id}/accept`, accepted), 200);
  }
  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  const waiting = list(page).getByRole('listitem');
  await expect(waiting).toHaveCount(1);
  await expect(waiting).not.toContainText('Sure');
  await page.getByRole('button', { name: 'Clocks…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Clocks of hosts' });
  const clock = dialog.getByRole('listitem');
  await expect(clock).toContainText('Measured: 7 min 2 s ahead, 2 runs, spread 0 s');
  await clock.getByRole('button', { name: /^Use the measured clock/ }).click();
  await expect(clock).toContainText('Confirmed: 7 min 2 s ahead');

  await clock.getByRole('button', { name: /^Change the clock/ }).click();
  await dialog.getByLabel('Seconds ahead').fill('-90');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(clock).toContainText('Confirmed: 1 min 30 s behind');
  await clock.getByRole('button', { name: /^Use the measured clock/ }).click();
  await expect(clock).toContainText('Confirmed: 7 min 2 s ahead');
  await page.keyboard.press('Escape');
  await expect(waiting).toContainText('Sure');
  await expect(waiting).toContainText('(clock 7 min 2 s ahead)');

  await page.getByRole('button', { name: 'Clocks…' }).click();
  await clock.getByRole('button', { name: /^Remove the clock/ }).click();
  await expect(clock).not.toContainText('Confirmed');
  await dialog.getByRole('textbox', { name: 'Host' }).fill('two hosts');
  await dialog.getByLabel('Seconds ahead').fill('5');
  stage.expectError(/422/);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('must be the name or the address of one host')).toBeVisible();

  // The list follows one's own change.
  await page.keyboard.press('Escape');
  await expect(waiting).not.toContainText('Sure');
  await page.getByRole('button', { name: 'Clocks…' }).click();

  // Another person's change shows at once in the dialog, and in the suggestions when asked for.
  const confirmed = { host: 'ws01.corp.example', seconds: 422 };
  bodyOf(await server.admin.client.post(`${path}/clocks`, confirmed), 200);
  await expect(clock).toContainText('Confirmed: 7 min 2 s ahead');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('status').getByText('clocks of hosts changed')).toBeVisible();
  await page.getByRole('button', { name: 'Update the list' }).click();
  await expect(waiting).toContainText('(clock 7 min 2 s ahead)');

  // One's own change is no news.
  await page.getByRole('button', { name: 'Clocks…' }).click();
  await clock.getByRole('button', { name: /^Remove the clock/ }).click();
  await expect(clock).not.toContainText('Confirmed');
  await page.keyboard.press('Escape');
  await expect(waiting).not.toContainText('Sure');
  bodyOf(await server.admin.client.post(`${path}/alerts`, [alertOf(6)]), 200);
  await expect(page.getByRole('status').getByText('1 new one', { exact: true })).toBeVisible();
});

test('a delivery of alerts is removed as a whole, except for what was changed since', {
  tag: '@nightly',
}, async ({ stage, team, server }) => {
  const { mission, tests } = await executedMission({ ...team, admin: server.admin });
  const path = `/api/v1/missions/${mission.id}`;
  const rows = [0, 1, 2].map((index) => alertOf(index, { rule_id: `rule ${index}` }));
  const { alerts } = bodyOf(await team.blue.client.post(`${path}/alerts`, rows), 200);
  const made = [];
  for (const [index, test_id] of tests.entries()) {
    const accept = `${path}/alerts/${alerts[index].id}/accept`;
    made.push(bodyOf(await team.blue.client.post(accept, { test_id }), 200).fact.id);
  }
  const change = { note: 'Checked' };
  bodyOf(await team.blue.client.patch(`${path}/tests/${tests[0]}/facts/${made[0]}`, change), 200);

  const page = await stage.open(team.blue, `/missions/${mission.id}/alerts`);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Deliveries…' }).click();
  const deliveries = page.getByRole('list', { name: 'Deliveries of alerts' }).getByRole('listitem');
  await expect(deliveries).toContainText('elastic');
  await expect(deliveries).toContainText('3 alerts, 2 accepted');
  await deliveries.getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the delivery' });
  await expect(dialog).toContainText('3 alerts go, 2 accepted. What accepting wrote goes, too');
  await dialog.getByRole('button', { name: 'Remove the delivery' }).click();
  await expect(
    page.getByText('2 alerts removed, 1 stays: The detection was changed since: change it there'),
  ).toBeVisible();
  await expect(deliveries).toContainText('1 alert, 1 accepted');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'No alerts waiting' })).toBeVisible();
  const facts = bodyOf(await team.blue.client.get(`${path}/tests/${tests[1]}/facts`), 200);
  expect(facts).toEqual([]);
});
