import { loadCatalogue, newSimulation } from '../../support/missions/engagements.ts';
import { newMission, placeOf } from '../../support/missions/factories.ts';
import {
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import {
  beLive,
  comeBack,
  expect,
  newTeam,
  type Page,
  runningMission,
  testOn,
  testPath,
} from '../support.ts';
import {
  chooseAfterTheEnd,
  endSessions,
  hasAskedAll,
  signInAgain,
  signInHere,
  stored,
  tokensOf,
} from './ended-session.ts';

/** A separate server. */
const test = testOn(() => startTestServer());

type Open = (person: Person, path?: string) => Promise<Page>;

/** The page of a running test, with no pending requests. */
async function atTheEvidence(open: { as: Open }, server: TestServer) {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await expect(evidence.getByRole('button', { name: 'Add files' })).toBeVisible();
  await hasAskedAll(page);
  await beLive(page);
  return { team, mission, page, evidence };
}

const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`${name}\n`) });

test.describe('a session that ends', () => {
  test('returns to the same line of the same list', { tag: '@nightly' }, async ({ open, server }) => {
    open.expectError(/401/);
    const team = await newTeam(server);
    const mission = await runningMission(team, { tests: 60 });
    const page = await open.as(team.red, `/missions/${mission.id}?status=pending`);
    await expect(page.getByRole('table', { name: 'Tests' }).getByRole('row').nth(3)).toBeVisible();
    await page.mouse.move(640, 400);
    await page.mouse.wheel(0, 1200);
    await expect.poll(() => page.evaluate('scrollY')).toBe(1200);
    await endSessions(server, team.red);
    await comeBack(page);
    await signInAgain(page, team.red);
    await expect(page).toHaveURL(`${server.url}/missions/${mission.id}?status=pending`);
    await expect.poll(() => page.evaluate('scrollY')).toBe(1200);
  });

  test('returns to a dialog opened a moment before', { tag: '@nightly' }, async ({ open, server }) => {
    open.expectError(/401/);
    const red = await server.newPerson('redteam');
    const mission = await newMission(red.client, { tests: 200 });
    const page = await open.as(red, `/missions/${mission.id}`);
    await page.getByRole('button', { name: 'More about this mission' }).click();
    await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).waitFor();
    await hasAskedAll(page);
    await endSessions(server, red);
    const inside = await page.context().newCDPSession(page);
    await inside.send('Emulation.setCPUThrottlingRate', { rate: 10 });
    // Clicks faster than a person, so that the session ends while the page still renders the dialog's address.
    await page.evaluate(`new Promise((done) => {
      const named = (role, text) => [...document.querySelectorAll(role)].find((each) => each.textContent.trim() === text);
      named('[role=menuitem]', 'Edit name, organisation, dates').click();
      const look = () => {
        const save = named('[role=dialog] button', 'Save');
        if (save === undefined || !location.search.includes('dialog=edit')) return requestAnimationFrame(look);
        save.click();
        done();
      };
      look();
    })`);
    await expect(page.getByText('Your session has ended')).toBeVisible();
    await inside.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await signInAgain(page, red);
    await expect(page).toHaveURL(`${server.url}/missions/${mission.id}?dialog=edit`);
    await expect(page.getByRole('dialog', { name: 'Edit mission' })).toBeVisible();
  });

  test('loses no text of a simulation', { tag: '@nightly' }, async ({ open, server }) => {
    open.expectError(/401|503/);
    const red = await server.newPerson('redteam');
    const simulation = await newSimulation(red.client);
    const page = await open.as(red, `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`);
    await expect(page.getByLabel('Objective')).toBeVisible();
    await hasAskedAll(page);
    await endSessions(server, red);
    await page.getByLabel('Objective').fill('typed too late');
    await signInAgain(page, red);
    await expect(page.getByLabel('Objective')).toHaveValue('typed too late');
    await expect
      .poll(async () => (await server.admin.client.get(`/api/simulations/${simulation.id}`)).body.objective)
      .toBe('typed too late');
  });

  test('sends pending files once their person is back', async ({ open, server }) => {
    open.expectError(/401|ERR_/);
    const { team, mission, page, evidence } = await atTheEvidence(open, server);
    await endSessions(server, team.red);
    await evidence
      .getByLabel('Files to add')
      .setInputFiles(['one.txt', 'two.txt', 'three.txt'].map(textFile));
    await expect(page.getByText('Unsaved work is kept here')).toBeVisible();
    await signInAgain(page, team.red);
    await expect(evidence.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(3);
    const kept = (await team.blue.client.get(placeOf(mission).path)).body.evidence;
    expect(kept.map((record: { file_name: string }) => record.file_name).sort()).toEqual([
      'one.txt',
      'three.txt',
      'two.txt',
    ]);
  });

  test('is reported by an answer that arrives after its person is back: nothing is lost', {
    tag: '@nightly',
  }, async ({ open, server }) => {
    open.expectError(/401|ERR_FAILED/);
    const { team, mission, page, evidence } = await atTheEvidence(open, server);
    let wasLetGo = false;
    const isBack = Promise.withResolvers<void>();
    const refused = new Set<string>();
    await page.route(/\/(evidence|tests\/[^/]+)$/, async (route) => {
      const method = route.request().method();
      if (method === 'GET') return route.continue();
      // Leaves this request pending until it is cancelled.
      if (wasLetGo && route.request().postData()?.includes('given-up.txt')) return;
      const answer = await route.fetch();
      if (answer.status() === 401) {
        refused.add(method);
        await isBack.promise;
      }
      await route.fulfill({ response: answer });
    });
    await endSessions(server, team.red);
    await page.getByLabel('Output').fill('answered late');
    await evidence.getByLabel('Files to add').setInputFiles(['late.txt', 'given-up.txt'].map(textFile));
    await expect.poll(() => [...refused].sort()).toEqual(['POST', 'PUT']);
    await comeBack(page);
    await signInAgain(page, team.red);
    await expect(page.getByLabel('Output')).toHaveValue('answered late');
    wasLetGo = true;
    isBack.resolve();
    await expect(evidence.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
    const givenUp = page.waitForEvent('requestfailed', (request) => request.method() === 'POST');
    await evidence.getByRole('button', { name: 'Cancel: given-up.txt' }).click();
    await givenUp;
    await expect
      .poll(async () => (await team.blue.client.get(placeOf(mission).path)).body)
      .toMatchObject({ output: 'answered late', evidence: [{ file_name: 'late.txt' }] });
    await expect(page.getByText(/Not saved/)).toHaveCount(0);
  });

  test('leaves nothing in the browser’s storage, whatever its pages stored', async ({ open, server }) => {
    open.expectError(/401/);
    await loadCatalogue(server.admin.client);
    const red = await server.newPerson('redteam');
    const page = await open.as(red, '/catalogue');
    await page.getByRole('button', { name: 'Show sub-techniques' }).click();
    await page.evaluate("localStorage.setItem('left', 'by a page')");
    await expect.poll(() => stored(page)).toContain('damson.matrix.open');
    await hasAskedAll(page);
    await endSessions(server, red);
    await comeBack(page);
    await expect(page.getByText('Your session has ended')).toBeVisible();
    expect(await stored(page)).toBe('{}');
    // The page's own memory of locations does not survive a load either.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await stored(page)).toBe('{}');
  });

  test('keeps typed text in the memory of the page, which is lost on reload', async ({ open, server }) => {
    open.expectError(/401/);
    const red = await server.newPerson('redteam');
    const mission = await newMission(red.client);
    const page = await open.as(red, `/missions/${mission.id}`);
    await page.getByRole('button', { name: 'More about this mission' }).click();
    await page.getByRole('menuitem', { name: 'Edit name, organisation, dates' }).click();
    const client = page.getByRole('dialog', { name: 'Edit mission' }).getByLabel('Organisation');
    await client.fill('Half a client');
    await hasAskedAll(page);
    await endSessions(server, red);
    await comeBack(page);
    await expect(page.getByText('Unsaved work is kept here')).toBeVisible();
    const asked = page.waitForEvent('dialog');
    await page.reload();
    expect((await asked).type()).toBe('beforeunload');
    await expect(page.getByText('Unsaved work is kept here')).toHaveCount(0);
    await signInHere(page, red);
    await expect(client).toHaveValue(mission.client ?? '');
  });

  test('can end during the import of a bundle as well', async ({ open, server }) => {
    open.expectError(/401|ERR_/);
    const page = await open.as(server.admin, '/favicon.svg');
    const token = tokensOf(page);
    await page.goto('/catalogue/status');
    const form = page.getByRole('form', { name: 'Import a bundle' });
    await expect(form).toBeVisible();
    const out = await new Client(server.url, token() as string).post('/api/v1/auth/logout');
    expect(out.status).toBe(204);
    await form.locator('input[type=file]').setInputFiles({
      name: 'bundle.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"type":"bundle","objects":[]}'),
    });
    await form.getByRole('checkbox', { name: 'Accept without verification' }).check();
    await form.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText('Your session has ended')).toBeVisible();
    await expect(page).toHaveURL('/catalogue/status');
  });

  test('leaves nothing for the next person to sign in', async ({ open, server }) => {
    open.expectError(/401|ERR_/);
    const team = await newTeam(server);
    const mission = await runningMission(team);
    const place = placeOf(mission);
    const page = await open.as(team.red, testPath(mission));
    const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
    await expect(page.getByLabel('Output')).toBeVisible();
    await hasAskedAll(page);
    await endSessions(server, team.red);
    await chooseAfterTheEnd(evidence.getByLabel('Files to add'), 'mine.txt');
    await expect(page.getByText('Your session has ended')).toBeVisible();
    expect(await stored(page)).toBe('{}');

    // The administrator may write everywhere, so requests sent under this name would be accepted.
    await page.getByLabel('Email').fill(server.admin.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
    await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();
    await page.goto(testPath(mission));
    await expect(page.getByLabel('Output')).toHaveValue('');
    expect(await stored(page)).not.toContain(team.red.id);
    expect((await team.blue.client.get(place.path)).body).toMatchObject({ output: null, evidence: [] });
  });
});

test('a person returning from a test is where they were in the list', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { tests: 60 });
  const page = await open.as(team.red, `/missions/${mission.id}`);
  const table = page.getByRole('table', { name: 'Tests' });
  await expect(table.getByRole('row').nth(3)).toBeVisible();
  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 1000);
  const scrolled = () => page.evaluate<number>('scrollY');
  await expect.poll(scrolled).toBeGreaterThanOrEqual(1000);
  const name = mission.scenarios[0]?.tests[30]?.name as string;
  const link = table.getByRole('link', { name, exact: true });
  await link.hover();
  const left = await scrolled();
  await link.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(scrolled).toBe(left);
  await expect(page.getByRole('button', { name: 'Columns' })).toBeAttached();
  expect(await scrolled()).toBe(left);
  await expect(table.getByRole('link', { name, exact: true })).toBeInViewport();
});

test('the unsaved text of one person is never saved by another', async ({ open, server }) => {
  open.expectError(/401|ERR_/);
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.red, testPath(mission));
  await expect(page.getByLabel('Output')).toBeVisible();
  // Only writes of fields fail, so that something remains to be retried.
  await page.route('**/tests/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Output').fill('of the first person');
  await expect(page.getByText(/^Not saved:/)).toBeVisible();
  await endSessions(server, team.red);
  await comeBack(page);
  await expect(page.getByText('Your session has ended')).toBeVisible();
  await page.getByLabel('Email').fill(server.admin.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  const written: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') written.push(request.postData() ?? '');
  });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Ada Admin' })).toBeVisible();
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Missions', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: mission.name }).click();
  await page.getByRole('link', { name: mission.scenarios[0]?.tests[0]?.name as string }).click();
  await page.unroute('**/tests/*');
  await page.getByLabel('Output').fill('of the second person');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(written.join()).not.toContain('of the first person');
});

test('a new password ends the other sessions and keeps this one', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  open.expectError(/401/);
  const person = await server.newPerson('soc');
  const other = await open.as(person, '/catalogue/status');
  const page = await open.as(person, '/account');
  await page.getByRole('textbox', { name: 'Current password' }).fill(password);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('another horse battery');
  await page.getByRole('textbox', { name: 'New password again' }).fill('another horse battery');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await page.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Missions', level: 1 })).toBeVisible();

  await other.getByRole('link', { name: 'Missions', exact: true }).click();
  await expect(other.getByText('Your session has ended')).toBeVisible();
  await other.getByLabel('Email').fill(person.email);
  await other.getByRole('textbox', { name: 'Password' }).fill('another horse battery');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(`${server.url}/missions`);
});
