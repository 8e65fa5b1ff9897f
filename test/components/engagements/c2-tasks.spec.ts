import {
  breakOff,
  calderaAgent,
  calderaLink,
  calderaOperation,
  mythicCallback,
  mythicTask,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import { startC2Server } from '../../support/c2/c2-server.ts';
import { selfSignedCertificate } from '../../support/http/self-signed.ts';
import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, newMission } from '../../support/missions/factories.ts';
import { expectAccessible } from '../../ui/support.ts';
import { expect, testOn } from '../support.ts';

/** The clock that paces requests to frameworks stands still, so nothing is retried by itself after a failure. */
const test = testOn(startC2Server).extend<{
  mythic: Awaited<ReturnType<typeof startMythic>>;
  caldera: Awaited<ReturnType<typeof startCaldera>>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  mythic: async ({}, use) => {
    const mythic = await startMythic();
    await use(mythic);
    await mythic.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  caldera: async ({}, use) => {
    const caldera = await startCaldera();
    await use(caldera);
    await caldera.close();
  },
});
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

const mythicConfig = ({ url, data }: { url: string; data: { token: string } }) => ({
  framework: 'mythic',
  base_url: url,
  token: data.token,
});
const calderaConfig = ({ url, data }: { url: string; data: { key: string } }) => ({
  framework: 'caldera',
  base_url: url,
  token: data.key,
});
const running = (changes: object = {}) => mythicTask({ completed: false, status: 'processing', ...changes });

test('the history of an engagement names the framework and its certificate check as the connection does', async ({
  mythic,
  server,
  stage,
}) => {
  const { engagement } = await server.linked({ ...mythicConfig(mythic), tls: 'insecure' }, '900');
  const page = await stage.open(server.red, `/engagements/${engagement}/history`);
  const entry = page.getByRole('listitem').filter({ hasText: 'connected a C2 framework' });
  await expect(entry).toContainText('Mythic');
  await expect(entry).toContainText('Certificate not verified');
});

test('an unreachable framework is retried on request, and then delivers the output', async ({
  mythic,
  server,
  stage,
}) => {
  mythic.data.tasks = [running()];
  const { engagement, simulation } = await server.linked(mythicConfig(mythic), '900');
  mythic.intercept = breakOff;
  const page = await stage.open(server.red, `/engagements/${engagement}/simulations/${simulation}`);
  const tasks = page.getByRole('region', { name: 'C2 tasks' });
  await expect(tasks.getByRole('row', { name: /900/ })).toContainText('broke off the connection');
  await expect(tasks.getByRole('status')).toHaveText(/^Next attempt in (\d+ s|a moment)$/);
  await expectAccessible(page);
  const asked = mythic.requests.length;
  await tasks.getByRole('button', { name: 'Try now' }).click();
  await expect.poll(() => mythic.requests.length).toBeGreaterThan(asked);
  await expect(tasks.getByRole('row', { name: /900/ })).toContainText('waiting');

  mythic.intercept = null;
  mythic.data.tasks = [mythicTask()];
  await tasks.getByRole('button', { name: 'Try now' }).click();
  await expect(tasks.getByRole('row', { name: /900/ })).toContainText('received');
  await expect(tasks.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: /^Output of task/ })).toContainText('harbour\\v.castellan');
});

test('a task that the framework lost says so, and is unlinked', async ({ caldera, server, stage }) => {
  const link = calderaLink({ status: -3, collect: null, finish: null });
  caldera.data.operations = [{ id: calderaOperation, name: 'Harbour', links: [link] }];
  const { engagement, simulation } = await server.linked(
    calderaConfig(caldera),
    `${calderaOperation}/${link.id}`,
  );
  const page = await stage.open(server.red, `/engagements/${engagement}/simulations/${simulation}`);
  const tasks = page.getByRole('region', { name: 'C2 tasks' });
  const row = tasks.getByRole('row', { name: new RegExp(String(link.id)) });
  await expect(row).toContainText('waiting');
  caldera.data.operations = [];
  await expect(row).toContainText('The framework no longer has this task.');
  await expect(row).toContainText('will not be received');
  await expect(row).toContainText('Submitted');
  await expect(tasks.getByRole('button', { name: 'Try now' })).toHaveCount(0);
  await row.getByRole('button', { name: /^Unlink task/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Unlink this task?' });
  await dialog.getByRole('button', { name: 'Unlink task' }).click();
  await expect(tasks).toContainText('No C2 task is linked.');
});

test('odd rows of a framework are shown with their readable fields', async ({
  caldera,
  mythic,
  server,
  stage,
}) => {
  mythic.data.callbacks = [
    mythicCallback({ id: 1, pid: 2 ** 53, host: 7, display_id: 'x' }),
    mythicCallback({ id: 0.5 }),
    mythicCallback(),
  ];
  mythic.data.tasks = [
    mythicTask({ id: 1, callback: null, status: 5, display_params: 'ipconfig' }),
    mythicTask({ id: 2 ** 60 }),
    mythicTask({ id: 'x' }),
    mythicTask(),
  ];
  const { engagement, simulation } = await server.linked(mythicConfig(mythic), '1', '900');
  const page = await stage.open(server.red, `/engagements/${engagement}/c2`);
  const callbacks = page.getByRole('region', { name: 'Callbacks' });
  await expect(callbacks.getByRole('row', { name: /HARBOUR-WS-07/ })).toContainText('notepad.exe (7312)');
  await expect(callbacks).toContainText('Could not be loaded: display_id, host, pid');
  await expect(callbacks).toContainText('One more row of the framework could not be loaded.');
  const tasks = page.getByRole('region', { name: 'Tasks' });
  await expect(tasks.getByRole('row', { name: /ipconfig/ })).toContainText(
    'Could not be loaded: status, callback',
  );
  await expect(tasks).toContainText('2 more rows of the framework could not be loaded.');
  await expectAccessible(page);

  await stage.visit(`/engagements/${engagement}/simulations/${simulation}`);
  await page.getByRole('button', { name: 'Link tasks' }).click();
  const picking = page.getByRole('dialog', { name: 'Link tasks of the C2 framework' });
  await expect(picking.getByRole('row', { name: /ipconfig/ })).toContainText('Could not be loaded: status');
  await expect(picking).toContainText('2 more rows of the framework could not be loaded.');

  // Any reachable host may claim to be a Caldera agent.
  const odd = calderaLink({ id: 'odd', status: 1e20, host: 5, finish: null, collect: null });
  caldera.data.operations = [{ id: calderaOperation, name: 'Harbour', links: [odd, calderaLink()] }];
  caldera.data.agents = [calderaAgent({ host_ip_addrs: ['10.0.0.7', null], pid: 2 ** 53 }), calderaAgent()];
  const ids = [`${calderaOperation}/odd`, `${calderaOperation}/${calderaLink().id}`];
  const other = await server.linked(calderaConfig(caldera), ...ids);
  await stage.visit(`/engagements/${other.engagement}/simulations/${other.simulation}`);
  const linked = page.getByRole('region', { name: 'C2 tasks' });
  await expect(linked.getByRole('row', { name: /\/odd/ })).toContainText('Unknown');
  await expect(linked.getByRole('row', { name: new RegExp(String(calderaLink().id)) })).toContainText(
    'received',
  );
  await stage.visit(`/engagements/${other.engagement}/c2`);
  await expect(callbacks).toContainText('Could not be loaded: ');
  await expect(callbacks).toContainText('10.0.0.7');
});

test('changing the connection tells how many tasks it disconnects', async ({ mythic, server, stage }) => {
  mythic.data.tasks = [running({ id: 1 }), running({ id: 2 }), mythicTask()];
  const { engagement, simulation } = await server.linked(mythicConfig(mythic), '1', '900');
  bodyOf(await server.tasks(simulation), 200);
  const page = await stage.open(server.red, `/engagements/${engagement}/c2`);
  const warning = page.getByRole('dialog').getByText(/not ended/);
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await expect(warning).toHaveText(/^One linked task has not ended\. Damson will no longer follow it/);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  const other = await newSimulation(server.red.client, {}, engagement);
  for (const id of ['1', '2']) bodyOf(await server.link(other.id, id), 201);
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the connection' });
  await expect(dialog.getByLabel('Address')).toHaveValue(mythic.url);
  await expect(warning).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'Do not verify it' }).check();
  await expect(warning).toHaveCount(0);
  await dialog.getByLabel('Operation').fill('Lighthouse');
  await expect(warning).toHaveText(/^3 linked tasks have not ended\. Damson will no longer follow them/);
  await expectAccessible(page);
  await dialog.getByLabel('Operation').fill(' ');
  await expect(warning).toHaveCount(0);
  await dialog.getByLabel('Address').fill(`${mythic.url}/`);
  await expect(warning).toHaveCount(0);
  await dialog.getByLabel('Address').fill(`${mythic.url}/behind`);
  await expect(warning).toBeVisible();
});

test('tests of a mission are created from tasks of a framework, and removed by Undo', async ({
  mythic,
  server,
  stage,
}) => {
  const other = {
    id: 901,
    display_id: 13,
    display_params: 'ipconfig /all',
    original_params: 'ipconfig /all',
  };
  mythic.data.tasks = [mythicTask(), mythicTask(other)];
  const { engagement } = await server.linked(mythicConfig(mythic));
  const name = 'Castle';
  bodyOf(await server.red.client.patch(`/api/engagements/${engagement}`, { name }), 200);
  const mission = await newMission(server.red.client, { tests: 1 });
  const page = await stage.open(server.red, `/missions/${mission.id}`);
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add tests…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add tests' });
  await dialog.getByText('C2 tasks', { exact: true }).click();
  await dialog.getByRole('combobox', { name: 'Engagement' }).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Select at least one task')).toBeVisible();
  for (const command of ['shell whoami /all', 'shell ipconfig /all']) {
    await dialog.getByRole('checkbox', { name: command }).check();
  }
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('2 tests added')).toBeVisible();
  const table = page.getByRole('table', { name: 'Tests' });
  await expect(table.getByRole('row', { name: /shell whoami/ })).toContainText('Pending');
  const read = async () => bodyOf(await server.red.client.get(`/api/v1/missions/${mission.id}`), 200);
  const [, made] = (await read()).scenarios[0].tests;
  const test = bodyOf(await server.red.client.get(`/api/v1/missions/${mission.id}/tests/${made.id}`), 200);
  expect([test.suggested_command, test.command]).toEqual(['shell whoami /all', null]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('row', { name: /shell/ })).toHaveCount(0);
  expect((await read()).counts.tests).toBe(1);
});

test('a certificate is pinned with the token entered again', async ({ stage, server }) => {
  const certificate = selfSignedCertificate({ commonName: 'Mythic' });
  const mythic = await startMythic({ certificate });
  try {
    const red = await server.newPerson('redteam');
    const engagement = await newEngagement(red.client);
    const config = `/api/engagements/${engagement.id}/c2-config`;
    const { token } = mythic.data;
    bodyOf(await red.client.put(config, { framework: 'mythic', base_url: mythic.url, token }), 200);
    // Until the certificate is pinned, the framework's lists can't be read.
    stage.expectError(/50\d/);
    const page = await stage.open(red, `/engagements/${engagement.id}/c2`);
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByRole('button', { name: 'Pin this certificate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the connection' });
    await expect(dialog.getByRole('radio', { name: 'Accept only one certificate' })).toBeChecked();
    await expect(dialog.getByLabel('SHA-256 of the certificate')).toHaveValue(certificate.fingerprint);
    await expect(dialog.getByText(/^Enter it again/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await expect(dialog.getByText(/^Enter a token: the stored one was given for another/)).toBeVisible();
    expect(mythic.requests).toHaveLength(0);
    await dialog.getByRole('textbox', { name: 'API token' }).fill(token);
    await dialog.getByRole('button', { name: 'Save and test' }).click();
    await expect(page.getByText('The connection works')).toBeVisible();
    expect(bodyOf(await red.client.get(config), 200).tls).toBe('pin');
  } finally {
    await mythic.close();
  }
});
