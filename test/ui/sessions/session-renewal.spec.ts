import { type Person, startTestServer } from '../../support/servers/server.ts';
import { expect, type Page, testOn } from '../support.ts';
import { hasAskedAll, signInAgain } from './ended-session.ts';

/** A separate server, whose clock the tests can change. */
let now = Date.now();
const test = testOn(() => startTestServer({ seams: { now: () => now } }));

test.beforeEach(() => {
  now = Date.now();
});

type Open = (person: Person, path?: string) => Promise<Page>;

/** A page whose clock moves together with the server's. */
async function withClock(as: Open, person: Person, path: string) {
  const page = await as(person, '/favicon.svg');
  await page.clock.install({ time: now });
  await page.goto(path);
  const renewals: string[] = [];
  const byCookie: string[] = [];
  // Answered, because a clock that moves on meanwhile refuses them.
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/auth/renew')) renewals.push(request.url());
    if (request.url().endsWith('/auth/renewal')) byCookie.push(request.url());
  });
  const pass = async (minutes: number) => {
    now += minutes * 60_000;
    await page.clock.fastForward(minutes * 60_000);
  };
  return { page, pass, renewals, byCookie };
}

test.describe('a token', () => {
  test('is renewed while someone is working', async ({ open, server }) => {
    open.expectError(/favicon/);
    const red = await server.newPerson('redteam');
    const { page, pass, renewals } = await withClock(open.as, red, '/templates');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Requests pending when the server's clock moves would be refused for their old token.
    await hasAskedAll(page);
    for (let hours = 0; hours < 3; hours += 1) {
      for (const minutes of [14, 14, 14]) {
        await pass(minutes);
        await page.keyboard.press('Shift');
      }
      await pass(6);
      await expect.poll(() => renewals.length).toBe(hours + 1);
      await hasAskedAll(page);
    }
    // Three hours later, the sign-in page has never appeared.
    await page.getByRole('link', { name: 'Missions', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Missions', level: 1 })).toBeVisible();
  });

  test('is renewed by the cookie after it expired unattended', { tag: '@nightly' }, async ({
    open,
    server,
  }) => {
    open.expectError(/401|favicon/);
    const red = await server.newPerson('redteam');
    const { page, pass, renewals, byCookie } = await withClock(open.as, red, '/templates/new?x=1');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Written before lunch');
    await hasAskedAll(page);
    await pass(30);
    await page.keyboard.press('Shift');
    await pass(16);
    expect(renewals.length).toBe(0);
    const atFirst = byCookie.length;
    await pass(16);
    await expect.poll(() => byCookie.length).toBe(atFirst + 1);
    await hasAskedAll(page);
    await expect(name).toHaveValue('Written before lunch');
    await page.getByRole('button', { name: 'Create template' }).click();
    await expect(page.getByRole('heading', { name: 'Written before lunch', level: 1 })).toBeVisible();
  });

  test('is announced as the last one before the session ends', { tag: '@nightly' }, async ({
    open,
    server,
  }) => {
    open.expectError(/401|403|409|favicon/);
    const red = await server.newPerson('redteam');
    const { page, pass } = await withClock(open.as, red, '/templates/new');
    const banner = page.getByRole('status', { name: 'Your session ends soon' });
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Written on a long day');
    const asked = () => page.waitForResponse((response) => response.url().endsWith('/auth/renew'));
    const workOn = async () => {
      await pass(46);
      const answer = asked();
      await page.keyboard.press('Shift');
      await pass(1);
      return (await answer).ok();
    };
    // Just under eleven of the session's twelve hours.
    for (let times = 0; times < 14; times += 1) expect(await workOn()).toBe(true);
    await expect(banner).toHaveCount(0);
    expect(await workOn()).toBe(false);
    await expect(banner).toContainText(/Your session ends .+; you will then need to sign in again/);
    await expect(name).toHaveValue('Written on a long day');
    await pass(14);
    await signInAgain(page, red);
    await expect(name).toHaveValue('Written on a long day');
    await expect(banner).toHaveCount(0);
  });
});
