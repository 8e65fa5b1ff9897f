import { coveredMission } from '../scenes/covered-mission.ts';
import { testWithCatalogue as test } from '../servers.ts';
import { expect } from '../support.ts';

test('the matrix is shown as a heat-map and navigated with keys', async ({ open, server }) => {
  const mission = await coveredMission(server);
  const page = await open.as(server.admin, `/catalogue?of=mission:${mission.id}&only=all`);
  const grid = page.getByRole('grid', { name: 'ATT&CK matrix' });
  await expect(grid.getByRole('columnheader')).toHaveCount(15);
  await expect(page.getByRole('list', { name: 'Legend: 697 entries' })).toContainText('Prevented 2');
  const powershell = grid.getByRole('link', { name: 'T1059.001 PowerShell, Prevented, 1 test executed' });
  const parent = grid.getByRole('link', { name: /^T1059 .*, Prevented, 1 test executed$/ });
  await expect(
    grid.getByRole('link', { name: 'T1110 Brute Force, not judged yet, 1 test executed' }),
  ).toBeVisible();
  await expect(powershell).toHaveCount(0);

  const stops = grid.locator('a[tabindex="0"]');
  await expect(stops).toHaveCount(1);
  await stops.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(stops).toHaveCount(1);
  const second = grid.getByRole('row').nth(2).getByRole('link');
  await expect(second.nth(1)).toBeFocused();
  await page.keyboard.press('Control+End');
  await expect(stops).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(grid.getByRole('row').nth(1).getByRole('link').first()).toBeFocused();

  await parent.focus();
  await page.keyboard.press('Space');
  await expect(powershell).toBeVisible();
  await expect(parent).toBeFocused();
  await powershell.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('PowerShell');
  await expect(page.getByRole('region', { name: /^Results/ })).toContainText('Covered');
  await expect(page.getByRole('region', { name: /^Templates/ })).toContainText('Run a script');
  await page.goBack();
  await expect(powershell).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search the matrix by ID or name' }).fill('Wordlist');
  await expect(page.getByText('1 found')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('link', { name: /^T1595\.003 / })).toBeFocused();
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await expect(page).toHaveURL(/zoom=60/);
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled();
});

test('keys reach cells that are not drawn yet', { tag: '@nightly' }, async ({ open, server }) => {
  const page = await open.as(server.admin, '/catalogue?only=all');
  const grid = page.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const closed = Number(await grid.getAttribute('aria-rowcount'));
  // In one task, so that nothing is rendered before the focus is in the matrix.
  await page.evaluate(`{
    const find = (selector) => [...document.querySelectorAll(selector)];
    find('button').find((each) => each.textContent === 'Show sub-techniques').click();
    find('[role=grid] a[tabindex="0"]')[0].focus();
  }`);
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  const focused = grid.locator('a:focus');
  await expect(focused).toBeInViewport();
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  expect(Number(await grid.getAttribute('aria-rowcount'))).toBeGreaterThan(closed + 50);
  // The focus is in the last tactic, two rows above its end.
  const last = grid.locator('[aria-colindex="15"] > a');
  const id = await last.nth(-3).textContent();
  await expect(focused).toHaveText(id as string);
});

test('opening the matrix keeps the page usable on a slow computer', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  await coveredMission(server);
  const page = await open.as(server.admin, '/catalogue/status');
  await expect(page.getByRole('table')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(`
    globalThis.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((entry) => entry.duration)))
      .observe({ type: 'longtask' });
  `);
  await page.getByRole('link', { name: 'Matrix' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  // The switch is in the address, which changes a moment after the click.
  const planned = page.getByRole('switch', { name: 'Only planned or tested' });
  await expect(planned).toBeChecked();
  await planned.click();
  await expect(planned).not.toBeChecked();
  // The matrix is drawn in steps: the first screen, then the rest.
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(30);
  const note = async (type: string) => {
    const longTasks = (await page.evaluate('longTasks.splice(0)')) as number[];
    test.info().annotations.push({ type, description: longTasks.map(Math.round).join(', ') });
  };
  await note('long tasks of opening, in ms');
  await page.getByRole('searchbox').fill('account');
  await expect(page.getByText(/\d+ found/)).toBeVisible();
  await note('long tasks of a search, in ms');
});
