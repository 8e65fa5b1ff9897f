import { bodyOf, newTestTemplate, placeOf } from '../../support/missions/factories.ts';
import { Client, startTestServer } from '../../support/servers/server.ts';
import { stored } from '../sessions/ended-session.ts';
import {
  comeBack,
  expect,
  expectAccessible,
  newTeam,
  type Page,
  runningMission,
  testOn,
  testPath,
} from '../support.ts';

/** A separate server, because it is stopped and restarted under the pages. */
const test = testOn(() => startTestServer());
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

/** Console messages of unanswered requests. */
const noAnswer = /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_FAILED|ERR_ABORTED/;

const banner = (page: Page) => page.getByRole('status', { name: "The server can't be reached" });

test('a server that stops and returns loses no text, files or pages', { tag: '@story' }, async ({
  open,
  server,
}) => {
  open.expectError(noAnswer);
  // The text and the file are sent at once after the restart, and both write to the test.
  open.expectError(/412/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  const record = page.getByRole('region', { name: 'Red team' });
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await expect(record.getByLabel('Output')).toBeVisible();

  // An upload is running, and a field is being edited, when the server stops.
  const sent = new Promise<void>((resolve) => {
    void page.route('**/evidence', async (route) => {
      resolve();
      await server.stop();
      await route.continue().catch(() => {});
      await page.unroute('**/evidence');
    });
  });
  await evidence
    .getByLabel('Files to add')
    .setInputFiles([{ name: 'run.log', mimeType: 'text/plain', buffer: Buffer.alloc(200_000, 'line\n') }]);
  await record.getByLabel('Output').fill('written while the server was gone');
  await sent;
  await expect(banner(page)).toBeVisible();
  await expect(banner(page)).toContainText('What you typed stays here');
  await expectAccessible(page);
  await expect(record.getByText("Not saved: The server can't be reached")).toBeVisible();
  await expect(evidence.getByText("The server can't be reached")).toBeVisible();
  // Work continues: loaded content stays on screen, and the banner does not block writing.
  await record.getByLabel('Command as run').fill('and this too');
  await banner(page).getByRole('button', { name: 'Try now' }).click();
  await expect(banner(page)).toBeVisible();

  await server.restart();
  await expect(banner(page)).toHaveCount(0);
  await expect(evidence.getByRole('button', { name: 'run.log', exact: true })).toBeVisible();
  await expect
    .poll(async () => (await team.red.client.get(placeOf(mission).path)).body)
    .toMatchObject({
      output: 'written while the server was gone',
      command: 'and this too',
      evidence: [{ file_name: 'run.log', size: 200_000 }],
    });
});

test('a page first opened without the server opens once it is back', async ({ open, server }) => {
  open.expectError(noAnswer);
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/about');
  await expect(page.getByText('Everything works')).toBeVisible();
  await server.stop();
  await page.getByRole('link', { name: 'Engagements' }).click();
  await expect(page).toHaveURL(/\/engagements$/);
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Areas' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await page.getByRole('link', { name: 'Templates' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await server.restart();
  await expect(page.getByRole('heading', { name: 'Templates', level: 1 })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Engagements' }).click();
  await expect(page.getByRole('heading', { name: 'Engagements', level: 1 })).toBeVisible();
});

test('a page that could not be loaded loads automatically once the server is back', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(noAnswer);
  const red = await server.newPerson('redteam');
  const page = await open.as(red, '/missions');
  await expect(page.getByRole('heading', { name: 'No missions yet' })).toBeVisible();
  await server.stop();
  await page.getByRole('searchbox').fill('nothing of that name');
  await expect(banner(page)).toBeVisible();
  await server.restart();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'No missions match these filters' })).toBeVisible();
});

test('signing out needs no server, and leaves nothing to be sent later', async ({ open, server }) => {
  open.expectError(noAnswer);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  await expect(page.getByLabel('Output')).toBeVisible();
  await server.stop();
  await page.getByLabel('Output').fill('never to be sent');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  await page.getByRole('button', { name: 'redteam' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(server.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(server.admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText("The server can't be reached");
  await server.restart();
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') written.push(request.url());
  });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();
  await page.goto(testPath(mission));
  await expect(page.getByLabel('Output')).toHaveValue('');
  expect(written).toEqual([]);
});

test('a reload while the server is gone asks first, as text would be lost', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(noAnswer);
  // The browser's error page has no storage for the sign-in of these tests.
  open.expectError(/Access is denied for this document/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  await expect(page.getByLabel('Output')).toBeVisible();
  await server.stop();
  await page.getByLabel('Output').fill('lost with the page');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  expect(await stored(page)).not.toContain('lost with the page');
  const asked = page.waitForEvent('dialog');
  // The browser reports the missing server in its own words.
  await expect(page.reload()).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  expect((await asked).type()).toBe('beforeunload');
  // Waits for the browser's error page, which would otherwise replace the next one.
  await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/');
  await server.restart();
  await page.goto(testPath(mission));
  await expect(page.getByLabel('Output')).toHaveValue('');
  expect((await team.red.client.get(placeOf(mission).path)).body.output).toBeNull();
});

test('a session that ended while the server was gone is noticed once it is back', {
  tag: '@nightly',
}, async ({ open, server }) => {
  open.expectError(noAnswer);
  open.expectError(/401/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  await expect(page.getByLabel('Output')).toBeVisible();
  await server.stop();
  await page.getByLabel('Output').fill('typed in between');
  await expect(banner(page)).toBeVisible();
  await server.restart({ now: () => Date.now() + 13 * 60 * 60_000 });
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.getByLabel('Email').fill(team.red.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(team.red.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(server.url + testPath(mission));
  await expect(page.getByLabel('Output')).toHaveValue('typed in between');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await server.restart();
  // The administrator's session has ended, too.
  const { email, password } = server.admin;
  const again = bodyOf(await server.anonymous.post('/api/v1/auth/login', { email, password }), 200);
  server.admin.client = new Client(server.url, again.access_token);
});

test('a form being edited stays if its object cannot be reloaded', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(noAnswer);
  const red = await server.newPerson('redteam');
  const template = await newTestTemplate(red.client, { name: 'To be changed' });
  const page = await open.as(red, `/templates/${template.id}/edit`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Changed without a server');
  await server.stop();
  // Reading again fails even on its last attempt, and the form is unchanged.
  await page.clock.install();
  await page.clock.fastForward(20_000);
  await comeBack(page);
  await expect(banner(page)).toBeVisible();
  for (let attempt = 0; attempt < 4; attempt += 1) await page.clock.fastForward(10_000);
  await expect(name).toHaveValue('Changed without a server');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: "The server can't be reached" })).toBeVisible();
  await server.restart();
  await page.clock.fastForward(5_000);
  await expect(banner(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Changed without a server', level: 1 })).toBeVisible();
});

test('a file is stored once if only its answer was lost', async ({ open, server }) => {
  open.expectError(noAnswer);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await expect(evidence.getByRole('button', { name: 'Add files' })).toBeVisible();
  let sent = 0;
  await page.route('**/evidence', async (route) => {
    sent += 1;
    const form = new FormData();
    form.set('side', 'red');
    form.set('file', new Blob(['kept\n'], { type: 'text/plain' }), 'kept.txt');
    const path = new URL(route.request().url()).pathname;
    const answer = await team.red.client.request('POST', path, { raw: form });
    expect(answer.status).toBe(201);
    await route.abort('connectionreset');
  });
  await evidence
    .getByLabel('Files to add')
    .setInputFiles([{ name: 'kept.txt', mimeType: 'text/plain', buffer: Buffer.from('kept\n') }]);
  await expect(evidence.getByRole('button', { name: 'kept.txt', exact: true })).toBeVisible();
  await expect(evidence.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
  expect(sent).toBe(1);
  expect((await team.red.client.get(placeOf(mission).path)).body.evidence).toHaveLength(1);
});
