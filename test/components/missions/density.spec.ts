import { runningMission } from '../../ui/support.ts';
import { expect, type Page, test } from '../support.ts';

const small = { viewport: { width: 1280, height: 720 } };
const names = (page: Page) => page.getByRole('table', { name: 'Tests' }).locator('[data-test-id]');
const rowsOfTests = `[...document.querySelectorAll('[data-test-id]')].map((link) => link.closest('tr').getBoundingClientRect())`;

const heights = (page: Page): Promise<number[]> =>
  page.evaluate(`[...new Set(${rowsOfTests}.map(({ height }) => height))]`);

test('people can choose more space between lines', async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 3 });
  const page = await stage.open(team.red, '/account', small);
  await page.getByRole('radio', { name: 'Comfortable' }).check();
  await expect
    .poll(async () => (await team.red.client.get('/api/v1/auth/me')).body.preferences.density)
    .toBe('comfortable');
  await stage.visit(`/missions/${mission.id}`);
  await expect(names(page)).toHaveCount(3);
  expect(await heights(page)).toEqual([40]);
});

test('the rows of every list are further apart too', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 1 });
  const lists = [
    ['/missions', () => page.getByRole('row').filter({ hasText: mission.name })],
    ['/templates', () => page.getByRole('row').nth(1)],
    [
      `/missions/${mission.id}/history`,
      () => page.getByRole('list', { name: 'History' }).locator(':scope > *').first(),
    ],
  ] as const;
  const page = await stage.open(team.red, '/missions', small);
  const measure = async () => {
    const found: number[] = [];
    for (const [path, line] of lists) {
      await stage.visit(path);
      await expect(line()).toBeVisible();
      found.push((await line().boundingBox())?.height ?? 0);
    }
    return found;
  };
  const compact = await measure();
  await stage.visit('/account');
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('radio', { name: 'Comfortable' }).check();
  await kept;
  const comfortable = await measure();
  expect(comfortable.map((height, index) => height - (compact[index] ?? 0))).toEqual([8, 8, 8]);
});

test('filters keep their position and width when something is chosen', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team, { tests: 3 });
  const page = await stage.open(team.red, `/missions/${mission.id}`, small);
  const places = () =>
    page.evaluate(`[...document.querySelectorAll('[role=search] input:not([type=hidden]), search input:not([type=hidden])')].map((field) => {
      const { x, width } = field.getBoundingClientRect();
      return [x, width];
    })`);
  await expect(names(page)).toHaveCount(3);
  await expect.poll(places).toHaveLength(4);
  const before = await places();
  await page.getByRole('combobox', { name: 'Test status' }).click();
  await page.getByRole('option', { name: 'Pending' }).click();
  await expect(page).toHaveURL(/status=pending/);
  expect(await places()).toEqual(before);
  await page.getByRole('searchbox').fill('zzz');
  await expect(page).toHaveURL(/q=zzz/);
  expect(await places()).toEqual(before);
});

test('digits have one width, and hyphens stay as narrow as the typeface has them', {
  tag: '@nightly',
}, async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 1 });
  const page = await stage.open(team.red, `/missions/${mission.id}`, small);
  await expect(names(page)).toHaveCount(1);
  const measure = (text: string): Promise<number> =>
    page.evaluate(`(async () => {
      const line = document.querySelector('main').appendChild(document.createElement('span'));
      line.textContent = '${text}';
      await document.fonts.load('14px Inter', line.textContent);
      const { width } = line.getBoundingClientRect();
      line.remove();
      return width;
    })()`);
  expect(await measure('11111')).toBe(await measure('88888'));
  // Tabular figures of Inter have hyphens almost as wide as digits.
  expect((await measure('-----')) / (await measure('88888'))).toBeLessThan(0.8);
});
