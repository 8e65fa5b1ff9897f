import { bodyOf, newReport } from '../../support/missions/factories.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('two who write the same section lose nothing, and what is issued meanwhile takes no more', async ({
  stage,
  server,
  team,
}) => {
  stage.expectError(/409|412/);
  const mission = await runningMission(team);
  const { id } = await newReport(team.red.client, mission);
  const path = `/api/v1/missions/${mission.id}/reports/${id}`;
  const read = async () => (await server.admin.client.get(path)).body;
  const page = await stage.open(team.red, `/missions/${mission.id}/reports/${id}`);
  const summary = page.getByRole('textbox', { name: 'Summary' });
  await summary.focus();
  bodyOf(await server.admin.client.patch(path, { texts: { summary: 'Theirs', gaps: 'None' } }), 200);
  await summary.fill('Mine');
  await expect(page.getByText(/Changed by .*Compare/)).toBeVisible();
  await expect(summary).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('dialog', { name: 'Summary: conflict' });
  await expect(comparison).toContainText('Theirs');
  await comparison.getByRole('button', { name: 'Keep both' }).click();
  await expect.poll(async () => (await read()).texts).toEqual({ summary: 'Theirs\nMine', gaps: 'None' });

  await page.getByRole('button', { name: 'Issue' }).click();
  bodyOf(await server.admin.client.patch(path, { title: 'Another title' }), 200);
  const issuing = page.getByRole('dialog', { name: 'Issue this report?' });
  await issuing.getByRole('button', { name: 'Issue' }).click();
  await expect(issuing.getByRole('alert', { name: 'The report was not issued' })).toBeVisible();
  await issuing.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'Another title', level: 1 })).toBeVisible();

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await held;
    await route.continue();
  });
  const saving = page.waitForRequest((request) => request.method() === 'PATCH');
  await summary.fill('Too late');
  await saving;
  bodyOf(await server.admin.client.post(`${path}/issue`), 200);
  letGo();
  await expect(page.getByRole('note')).toContainText('Issued by');
  await expect(page.getByText('Too late')).toBeVisible();
  expect((await read()).texts.summary).toBe('Theirs\nMine');
});

test('the preview opens at its top, wherever one writes, and follows from there', async ({ stage, team }) => {
  const mission = await runningMission(team, { tests: 3 });
  const { id } = await newReport(team.red.client, mission);
  const wide = { viewport: { width: 1600, height: 900 } };
  const page = await stage.open(team.red, `/missions/${mission.id}/reports/${id}`, wide);
  await page.getByRole('textbox', { name: 'Strengths' }).focus();
  await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
  const scrolled = () => page.evaluate<number>("document.querySelector('iframe').contentWindow.scrollY");
  expect(await scrolled()).toBe(0);
  await page.getByRole('textbox', { name: 'Summary' }).focus();
  await page.getByRole('textbox', { name: 'Strengths' }).focus();
  await expect.poll(scrolled).toBeGreaterThan(0);
});

test('two who choose an option differently see what both have chosen by name', async ({
  stage,
  server,
  team,
}) => {
  stage.expectError(/412/);
  const mission = await runningMission(team);
  const { id } = await newReport(team.red.client, mission);
  const ours = await newReportTemplate(server.admin.client, 'Letterhead <b>');
  const theirs = await newReportTemplate(server.admin.client, 'Their paper');
  const path = `/api/v1/missions/${mission.id}/reports/${id}`;
  const page = await stage.open(team.red, `/missions/${mission.id}/reports/${id}`);
  await page.getByRole('button', { name: 'Options' }).click();
  const template = page.getByRole('combobox', { name: 'Word template' });
  const sides = page.getByRole('combobox', { name: 'Sides' });
  await expect(template.getByRole('option')).toHaveCount(3);

  for (const [field, choose, other, shown] of [
    [
      'Word template',
      () => template.selectOption('Letterhead <b>'),
      { template_id: theirs.id },
      ['Their paper', 'Letterhead <b>'],
    ],
    ['Sides', () => sides.selectOption('Red only'), { side: 'blue' }, ['Blue only', 'Red only']],
  ] as const) {
    // This choice is still pending when the other one is written.
    const written = Promise.withResolvers<void>();
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'PATCH') await written.promise;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await choose();
    await sent;
    bodyOf(await server.admin.client.patch(path, { options: other }), 200);
    written.resolve();
    await page.getByRole('button', { name: 'Compare' }).click();
    await page.unroute(`**${path}`);
    const comparison = page.getByRole('dialog', { name: `${field}: conflict` });
    for (const name of shown) await expect(comparison.getByText(name, { exact: true })).toBeVisible();
    await expect(comparison).not.toContainText(ours.id);
    await comparison.getByRole('button', { name: 'Keep mine' }).click();
    await expect(page.getByText('All saved')).toBeVisible();
  }
  const { options } = (await server.admin.client.get(path)).body;
  expect([options.template_id, options.side]).toEqual([ours.id, 'red']);
});
