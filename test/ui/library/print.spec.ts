import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { attach, bodyOf, evidenceForm, placeOf } from '../../support/missions/factories.ts';
import { testWithCatalogue as test } from '../servers.ts';
import { expect, newTeam, type Page, runningMission, testPath } from '../support.ts';

const run = promisify(execFile);
const hasReader = spawnSync('pdftotext', ['-v']).error === undefined;

test.skip(!hasReader, 'what is printed is read with pdftotext of Poppler, which is not there');

/** The text of each printed page. */
async function print(page: Page, file: string): Promise<string[]> {
  await page.pdf({ path: file, format: 'A4' });
  const { stdout } = await run('pdftotext', ['-layout', file, '-'], { maxBuffer: 32 * 1024 * 1024 });
  return stdout.split('\f').filter((text) => text.trim() !== '');
}

type Word = { text: string; left: number; right: number; bottom: number };

/** Takes a printed file, returns pairs of words that overlap on a line. */
async function readCollisions(file: string): Promise<string[]> {
  const { stdout } = await run('pdftotext', ['-bbox', file, '-'], { maxBuffer: 32 * 1024 * 1024 });
  const word = /<word xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g;
  return stdout.split('<page ').flatMap((page) => {
    const words = [...page.matchAll(word)].map(([, left, right, bottom, text = '']): Word => {
      return { text, left: Number(left), right: Number(right), bottom: Number(bottom) };
    });
    return words.flatMap((one, index) =>
      words
        .slice(index + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.abs(one.bottom - other.bottom) < 2,
        )
        .map((other) => `${one.text} ${other.text}`),
    );
  });
}

const navigation = /Skip to the content|Search…|Administration|Engagements/;

test('a mission prints all its tests, even filtered ones, with its name on the first page', async ({
  open,
  server,
}, info) => {
  const team = await newTeam(server);
  const mission = await runningMission(team, { name: 'On paper', client: 'Orchard Ltd', tests: 120 });
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests);
  const page = await open.as(team.red, `/missions/${mission.id}?status=executed`, { colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: 'On paper' })).toBeVisible();
  const pages = await print(page, info.outputPath('mission.pdf'));
  const all = pages.join('\n');
  expect(pages.length).toBeGreaterThan(1);
  expect(pages[0]).toContain('On paper');
  expect(pages[0]).toContain('Orchard Ltd');
  for (const { name } of tests) expect(all).toMatch(new RegExp(`^\\s*${name}\\s`, 'm'));
  // Each page has the head of the table and the page number.
  for (const [index, text] of pages.entries()) {
    expect(text).toMatch(/Test\s+Technique\s+Status/);
    expect(text).toMatch(new RegExp(`\\b${index + 1} ?/ ?${pages.length}\\b`));
  }
  expect(all).not.toMatch(navigation);
  // Nothing has changed on the screen.
  await expect(page.locator('[data-print-sheet]')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a test prints both records in full', { tag: '@nightly' }, async ({ open, server }, info) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const { path } = placeOf(mission);
  const output = Array.from({ length: 300 }, (_, line) => `line-${line}`).join('\n');
  bodyOf(await team.red.client.put(path, { command: 'whoami /all', output, red_comment: 'quiet' }), 200);
  bodyOf(await team.red.client.post(`${path}/transition`, { status: 'executed' }), 200);
  bodyOf(await team.blue.client.put(path, { blue_comment: 'seen-by-blue' }), 200);
  for (const person of [team.red, team.blue]) {
    const page = await open.as(person, testPath(mission));
    await expect(page.getByText('seen-by-blue').or(page.getByRole('textbox').last()).first()).toBeVisible();
    const all = (await print(page, info.outputPath('test.pdf'))).join('\n');
    for (const text of ['whoami /all', 'quiet', 'seen-by-blue', 'line-0', 'line-150', 'line-299']) {
      expect(all).toMatch(new RegExp(`${text}$`, 'm'));
    }
    expect(all).not.toMatch(navigation);
    expect(all).not.toMatch(/Add files|Undo executed|Now$/m);
  }
});

test(
  'earlier runs and pictures print with their test, and with its mission on request',
  { tag: '@nightly' },
  async ({ open, server }, info) => {
    const team = await newTeam(server);
    const mission = await runningMission(team);
    const place = placeOf(mission);
    const drawn = await open.anonymous('/favicon.svg');
    const picture = new Uint8Array(await drawn.screenshot());
    const sha256 = createHash('sha256').update(picture).digest('hex');
    const shot = { name: 'console.png', type: 'image/png', caption: 'What was <b>seen</b>' };
    const command = `first-${'long'.repeat(60)}-end`;
    bodyOf(await team.red.client.put(place.path, { command }), 200);
    bodyOf(await team.red.client.post(`${place.path}/transition`, { status: 'executed' }), 200);
    bodyOf(await attach(team.red.client, place, evidenceForm(picture, shot)), 201);
    bodyOf(await team.red.client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
    bodyOf(await team.red.client.put(place.path, { command: 'second-command' }), 200);
    bodyOf(await attach(team.red.client, place, evidenceForm('log')), 201);

    const page = await open.as(team.blue, testPath(mission));
    await expect(
      page.getByRole('button', { name: 'Preview console.png of run 1' }).locator('img'),
    ).toBeVisible();
    const file = info.outputPath('runs.pdf');
    const told = async () => (await print(page, file)).join('\n').replace(/\s+/g, ' ');
    const pictures = async () =>
      (await run('pdfimages', ['-list', file])).stdout.match(/ image /g)?.length ?? 0;
    // The picture is ready once its bytes have arrived.
    await expect.poll(() => told().then(pictures)).toBeGreaterThan(0);
    const test = await told();
    for (const text of ['second-command', 'Run 1: red team', 'After a fix', 'What was <b>seen</b>', sha256]) {
      expect(test).toContain(text);
    }
    expect(test.replaceAll(' ', '')).toContain(command);

    await page.goto(`/missions/${mission.id}/results`);
    await page.getByRole('button', { name: 'More about this mission' }).click();
    await page.getByRole('menuitem', { name: 'Print with evidence…' }).click();
    await expect(page).toHaveURL(/\/missions\/[^/?]+$/);
    await expect.poll(told).toContain('note.txt');
    const whole = await told();
    for (const text of ['note.txt', 'After a fix', 'What was <b>seen</b>', sha256])
      expect(whole).toContain(text);
    expect(await pictures()).toBeGreaterThan(0);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Tests' })).toBeVisible();
    expect(await told()).toContain('Printed without evidence and earlier runs');
  },
);

test(
  'an engagement, a simulation and the board of remediations are printed whole',
  { tag: '@nightly' },
  async ({ open, server }, info) => {
    open.expectError(/503/);
    const team = await newTeam(server);
    const engagement = await newEngagement(team.red.client, { name: 'Lighthouse' });
    const names = Array.from({ length: 40 }, (_, index) => `Sim-${index}.`);
    for (const name of names) await newSimulation(team.red.client, { name, command: 'id' }, engagement.id);
    const page = await open.as(team.red, `/engagements/${engagement.id}`);
    await expect(page.getByRole('link', { name: /Sim-39\./ })).toBeVisible();
    const printed = (await print(page, info.outputPath('engagement.pdf'))).join('\n');
    expect(printed).toContain('Lighthouse');
    for (const name of names) expect(printed).toContain(name);
    expect(printed).not.toMatch(/New simulation|C2 framework/);

    await page.getByRole('link', { name: /Sim-39\./ }).click();
    await expect(page.getByRole('heading', { name: 'Sim-39.', level: 1 })).toBeVisible();
    const simulation = (await print(page, info.outputPath('simulation.pdf'))).join('\n');
    expect(simulation).toMatch(/Lighthouse[\s\S]*Sim-39\.[\s\S]*Command[\s\S]*id$/m);
    expect(simulation).not.toMatch(/Link tasks|Start$/m);

    const mission = await runningMission(team);
    const titles = Array.from({ length: 30 }, (_, index) => `Mend-${index}.`);
    for (const title of titles) {
      const body = { title, measure: `What ${title} takes`, test_ids: [placeOf(mission).test] };
      bodyOf(await team.blue.client.post(`/api/v1/missions/${mission.id}/remediations`, body), 201);
    }
    await page.goto(`/missions/${mission.id}/remediation`);
    await expect(page.getByText('Mend-29.')).toBeVisible();
    const board = (await print(page, info.outputPath('board.pdf'))).join('\n');
    for (const title of titles) expect(board).toContain(title);
    expect(board).toContain('What Mend-7. takes');
    expect(board).not.toMatch(/New remediation/);
  },
);

test(
  'the record of a TLPT is printed whole, without what is for writing it',
  { tag: '@nightly' },
  async ({ open, server }, info) => {
    const { red, blue } = await newTeam(server);
    const mission = await runningMission({ red, blue });
    const flags = [{ number: 1, objective: 'Read the payment queue' }];
    const record = { code_name: 'Heron', control_team: 'Cy\nDee', testing_start: '2026-09-01', flags };
    bodyOf(await server.admin.client.patch(`/api/v1/missions/${mission.id}/tlpt`, record), 200);
    const page = await open.as(server.admin, `/missions/${mission.id}/tlpt`);
    await expect(page.getByRole('region', { name: 'Parties' })).toContainText('Heron');
    const printed = (await print(page, info.outputPath('tlpt.pdf'))).join('\n');
    for (const part of [mission.name, 'Heron', 'Dee', 'Read the payment queue', '12(2)', '1 Sep']) {
      expect(printed).toContain(part);
    }
    expect(printed).not.toMatch(/Edit|New |Search|Timeline/);
  },
);

test(
  'the matrix is printed with all of its tactics and techniques, across the page',
  { tag: '@nightly' },
  async ({ open, server }, info) => {
    const page = await open.as(await server.newPerson('redteam'), '/catalogue');
    await expect(page.getByRole('grid', { name: 'ATT&CK matrix' }).getByRole('link').first()).toBeVisible();
    const all = (await print(page, info.outputPath('matrix.pdf'))).join('\n');
    for (const text of ['Reconnaissance', 'Impact', 'T1595', 'T1059', 'T1486', 'Never tested']) {
      expect(all).toContain(text);
    }
  },
);

test(
  'a page without its own sheet prints without navigation and buttons',
  { tag: '@nightly' },
  async ({ open, server }, info) => {
    const page = await open.as(server.admin, '/administration/users', { colorScheme: 'dark' });
    await expect(page.getByRole('table')).toContainText(server.admin.email);
    const all = (await print(page, info.outputPath('users.pdf'))).join('\n');
    expect(all).toMatch(/Administrator[\s\S]*Active/);
    expect(all).not.toMatch(/Search…|Skip to the content|New user|Catalogue/);
  },
);

test(
  'texts of a mission, its tests, timeline and findings do not overlap on paper',
  { tag: '@nightly' },
  async ({ open, server }, info) => {
    const team = await newTeam(server);
    const mission = await runningMission(team, { tests: 2 });
    const place = placeOf(mission);
    const [{ name } = { name: '' }] = mission.scenarios.flatMap(({ tests }) => tests);
    const executed = { status: 'executed', executed_at: '2026-11-28T10:47:32.000Z' };
    bodyOf(await team.red.client.post(`${place.path}/transition`, executed), 200);
    const seen = {
      kind: 'alerted',
      result: 'yes',
      at: '2026-11-28T10:49:07.000Z',
      rule_name: 'Office starts a shell',
    };
    bodyOf(await team.blue.client.post(`${place.path}/facts`, seen), 201);
    bodyOf(await team.blue.client.put(place.path, { detected_at: seen.at }), 200);
    const finding = {
      title: 'Command lines are not recorded',
      description: 'Nothing was to be seen of it',
      severity: 'high',
      tests: [{ test_id: place.test, run: 1 }],
      techniques: ['T1059.001'],
    };
    const { id } = bodyOf(
      await team.blue.client.post(`${place.missionPath}/findings`, { ...finding, side: 'both' }),
      201,
    );
    const other = { title: 'Nobody is on call at night', side: 'both' };
    bodyOf(await team.blue.client.post(`${place.missionPath}/findings`, other), 201);
    const at = `/missions/${mission.id}`;
    const page = await open.as(team.blue, at);
    const texts: Record<string, string> = {};
    for (const tab of ['', `/tests/${place.test}`, '/timeline', '/findings', `/findings/${id}`]) {
      await page.goto(at + tab);
      await expect(
        page
          .getByRole('main')
          .getByText(tab.startsWith('/findings') ? finding.title : name)
          .first(),
      ).toBeVisible();
      const file = info.outputPath('page.pdf');
      texts[tab] = (await print(page, file)).join('\n');
      expect.soft(await readCollisions(file), tab).toEqual([]);
    }
    expect(texts['/findings']).toMatch(
      /Findings[\s\S]*Command lines are not recorded[\s\S]*Nothing was to be seen of it/,
    );
    expect(texts['/findings']).toContain(other.title);
    expect(texts['/findings']).not.toMatch(navigation);
    expect(texts[`/findings/${id}`]).not.toContain(other.title);
  },
);
