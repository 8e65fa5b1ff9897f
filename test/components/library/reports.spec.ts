import { bodyOf, newReport } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { newReportTemplate } from '../../support/reports/report-templates.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

test('two people writing the same section lose nothing, and an issued report accepts no more text', async ({
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

test('the preview opens at its top and then follows the edited section', { tag: '@nightly' }, async ({
  stage,
  team,
}) => {
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

test('two people choosing different options see both choices by name', { tag: '@nightly' }, async ({
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
    // This choice is still being saved when the next one is made.
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

test('a drafted text is the lead’s own once it is kept', async ({ stage, server, team }) => {
  const mission = await runningMission(team);
  const { id } = await newReport(team.red.client, mission);
  const path = `/api/v1/missions/${mission.id}/reports/${id}`;
  const page = await stage.open(team.red, `/missions/${mission.id}/reports/${id}`);
  const section = page.locator('[data-section="summary"]');
  await expect(section.getByText('Drafted from the record')).toBeVisible();
  const { drafted } = (await server.admin.client.get(`${path}/outline`)).body;
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue this report?' });
  await expect(issuing).toContainText(/Drafted from the record, not edited: [^.]*“Summary”/);
  await expect(issuing).not.toContainText(/No text for [^.]*“Summary”/);
  await issuing.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Keep this text' }).click();
  await expect(section.getByText('Drafted from the record')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue(drafted.summary);
  await expect
    .poll(async () => (await server.admin.client.get(path)).body.texts)
    .toEqual({ summary: drafted.summary });
});

test('a report on a TLPT without required content is issued only once that is accepted', {
  tag: '@nightly',
}, async ({ stage, server, team }) => {
  const mission = await runningMission(team);
  const { id } = await newReport(team.red.client, mission, { kind: 'dora_red' });
  const page = await stage.open(team.red, `/missions/${mission.id}/reports/${id}`);
  await page.getByRole('button', { name: /of 11 required items filled/ }).click();
  const items = page.getByRole('region', { name: 'Content that the regulation asks for' });
  await expect(items.getByRole('row', { name: '(a)(iii) Flags the TLPT record' })).toContainText('Empty');
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue this report?' });
  await expect(issuing).toContainText('(a)(iii) Flags');
  await expect(issuing.getByText(/\bFlags\b/)).toHaveCount(1);
  await expect(issuing.getByRole('button', { name: 'Issue' })).toBeDisabled();
  await issuing.getByRole('checkbox', { name: 'Issue the report without it' }).check();
  await issuing.getByRole('button', { name: 'Issue' }).click();
  await expect
    .poll(
      async () => (await server.admin.client.get(`/api/v1/missions/${mission.id}/reports/${id}`)).body.status,
    )
    .toBe('issued');
});

test('a sanitised version of a report withholds what its lead decides on, and is issued once all is decided', async ({
  stage,
  server,
  team,
}) => {
  const { client } = team.red;
  const mission = await runningMission(team, { client: 'Harbour Bank', description: 'At Harbour Bank' });
  const full = await newReport(client, mission, { texts: { summary: 'The key was password: Winter2026!' } });
  bodyOf(await server.admin.client.post(`/api/v1/missions/${mission.id}/reports/${full.id}/issue`), 200);
  const page = await stage.open(team.red, `/missions/${mission.id}/reports/${full.id}`);
  await page.getByRole('button', { name: 'More about this report' }).click();
  await page.getByRole('menuitem', { name: 'Start a sanitised version' }).click();
  const withheld = page.getByRole('region', { name: 'What this version withholds' });
  const hits = withheld.getByRole('list', { name: 'Likely secrets and names' });
  await expect(hits.getByText('Harbour Bank').first()).toBeVisible();
  await withheld.getByRole('button', { name: 'Withhold Harbour Bank' }).click();
  await withheld.getByRole('button', { name: 'Withhold the field: Summary: Text' }).click();
  await expect(withheld.getByText('1 field is withheld whole')).toBeVisible();
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  const issuing = page.getByRole('dialog', { name: 'Issue this report?' });
  await expect(issuing.getByRole('button', { name: 'Issue' })).toBeDisabled();
  await issuing.getByRole('button', { name: 'Cancel' }).click();
  for (;;) {
    const next = hits.getByRole('button', { name: /^Leave / }).first();
    if ((await next.count()) === 0) break;
    await next.click();
  }
  await expect(withheld.getByText('all decided')).toBeVisible();
  await expect(withheld.getByRole('textbox', { name: 'Withheld words' })).toHaveValue('Harbour Bank');
  await page.getByRole('button', { name: 'Issue', exact: true }).click();
  await issuing.getByRole('button', { name: 'Issue' }).click();
  const read = async () => bodyOf(await client.get(`/api/v1/missions/${mission.id}/reports`), 200).items[0];
  await expect.poll(async () => (await read()).status).toBe('issued');
  const { id, options } = await read();
  expect(options.sanitised).toBe(true);
  const answer = await makeRendering(client, `/api/v1/missions/${mission.id}/reports/${id}`, 'json');
  const said = JSON.stringify(answer.body);
  expect(said).not.toMatch(/harbour bank|Winter2026/i);
  expect(said).toContain('‹withheld›');
});
