import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { assertMode } from '../support/servers/platform.ts';
import {
  administrator,
  dataFolder,
  expect,
  killServer,
  openTest,
  ownPage,
  ownWindow,
  PageClient,
  quit,
  serverAfter,
  setUp,
  signIn,
  test,
} from './support.ts';

/** The only profile in a folder of profiles. */
function profileIn(profiles: string): string {
  const [profile] = readdirSync(profiles).filter((name) => name.startsWith('of-'));
  return path.join(profiles, profile as string);
}

type Line = { level: string; time: string; event: string; [field: string]: unknown };

function linesOf(text: string): Line[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('the log of the application and its server is one file, without typed text', async ({
  launch,
  home,
}) => {
  const profiles = path.join(home, 'profiles');
  const app = await launch({ args: ['--user-data-dir', profiles] });
  const page = await ownPage(app);
  await setUp(page);
  const secret = 'hunter2';
  const { mission } = await openTest(page);
  const client = new PageClient(page);
  const record = page.getByRole('region', { name: 'Red team' });
  await record.getByLabel('Command as run').fill(`net user ada ${secret}`);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await evidence
    .getByLabel('Files to add')
    .setInputFiles({ name: `${secret}.txt`, mimeType: 'text/plain', buffer: Buffer.from(secret) });
  await expect(evidence.getByRole('list', { name: 'Files', exact: true })).toContainText(secret);
  expect((await client.post(`/api/v1/${secret}`, {})).status).toBe(404);
  await serverAfter(app, await killServer(app));
  await expect.poll(() => app.output()).toContain('"event":"server_restarted"');
  if (app.invokeAs !== undefined) {
    const { id } = await ownWindow(app);
    const elsewhere = { window: id, url: `http://${secret}.example/`, isMainFrame: true };
    for (let times = 1; times <= 5; times += 1)
      await app.invokeAs(elsewhere, 'desktop:installToken', { [secret]: secret });
  }

  await app.clickMenu('Help', 'Show log file');
  const file = path.join(profileIn(profiles), 'logs', 'damson.log');
  expect(await app.outside()).toEqual([{ kind: 'reveal', target: file }]);
  expect(await quit(app)).toBe(0);

  const text = readFileSync(file, 'utf8');
  const lines = linesOf(text);
  for (const line of lines) {
    expect(line).toMatchObject({ level: expect.any(String), event: expect.any(String) });
    expect(Number.isNaN(Date.parse(line.time))).toBe(false);
  }
  const events = lines.map(({ event }) => event);
  expect(events.filter((event) => event !== 'request' && event !== 'page_refused')).toEqual([
    'desktop_started',
    'listening',
    'set_up',
    'server_lost',
    'listening',
    'server_restarted',
    'stopped',
    'desktop_ended',
  ]);
  if (app.invokeAs !== undefined) {
    expect(lines.filter(({ event }) => event === 'page_refused')).toMatchObject(
      [1, 2, 4].map((times) => ({ ask: 'installToken', why: 'sender', times })),
    );
  }
  const requests = lines.filter(({ event }) => event === 'request');
  expect(requests.find(({ status }) => status === 404)).not.toHaveProperty('path');
  expect(requests.find(({ method, status }) => method === 'POST' && status === 201)).toHaveProperty('path');
  for (const foreign of [secret, mission.name, ...Object.values(administrator)])
    expect(text).not.toContain(foreign);
  assertMode(file, 0o600);
  expect(readdirSync(dataFolder(home))).not.toContain('logs');
});

test('a full log is set aside, at the start and while the server writes, in place of the one before', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  const args = ['--user-data-dir', path.join(home, 'profiles')];
  const first = await launch({ args });
  await setUp(await ownPage(first));
  await quit(first);
  const logs = path.join(profileIn(path.join(home, 'profiles')), 'logs');
  const file = path.join(logs, 'damson.log');
  const before = path.join(logs, 'damson.1.log');
  const most = 1024 * 1024;
  expect(existsSync(before)).toBe(false);
  const fill = (word: string): void =>
    writeFileSync(file, `${JSON.stringify({ event: word.padEnd(most, '.') })}\n`, { flag: 'a' });

  fill('once');
  const second = await launch({ args });
  const page = await ownPage(second);
  await signIn(page);
  expect(readFileSync(before, 'utf8')).toContain('once');
  expect(linesOf(readFileSync(file, 'utf8'))[0]).toMatchObject({ event: 'desktop_started' });

  fill('twice');
  // The shell writes nothing in the meantime, so the server is the first to meet the full file.
  const client = new PageClient(page);
  const isSetAside = async (): Promise<boolean> => {
    await client.post('/api/v1/missions', {});
    return existsSync(file) && statSync(file).size < most && readFileSync(before, 'utf8').includes('twice');
  };
  await expect.poll(isSetAside).toBe(true);
  expect(await quit(second)).toBe(0);
  const events = linesOf(readFileSync(file, 'utf8')).map(({ event }) => event);
  expect(events.at(-1)).toBe('desktop_ended');
  expect(readdirSync(logs).sort()).toEqual(['damson.1.log', 'damson.log']);
});
