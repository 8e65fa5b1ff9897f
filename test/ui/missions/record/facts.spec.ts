import { applyImport, importFile } from '../../../support/interchange/imports.ts';
import { picture } from '../../../support/missions/evidence-samples.ts';
import { attach, bodyOf, evidenceForm, placeOf } from '../../../support/missions/factories.ts';
import { sample } from '../../../support/sample.ts';
import { expect, newTeam, runningMission, test, testPath } from '../../support.ts';

const typedTwice = [
  { label: 'Rule', key: 'rule_name', texts: ['The first', 'The second'], saved: ['The first', 'The second'] },
  {
    label: 'When',
    key: 'at',
    texts: ['+2', '+3'],
    saved: ['2026-11-20T09:32:00.000Z', '2026-11-20T09:33:00.000Z'],
  },
] as const;

test('supporting evidence is selected with the keyboard, opened and removed', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  for (const name of ['alert.png', 'console.png']) {
    const form = evidenceForm(picture, { name, type: 'image/png' });
    bodyOf(await attach(team.blue.client, place, form), 201);
  }
  bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  const evidence = async (): Promise<string[]> =>
    bodyOf(await team.blue.client.get(place.path), 200).facts[0].evidence_ids;
  const page = await open.as(team.blue, testPath(mission));
  const alerted = page.getByRole('group', { name: 'Alerted' });
  const pick = alerted.getByRole('button', { name: 'Alerted: select evidence' });
  await expect(pick).toHaveAttribute('aria-haspopup', 'dialog');
  await pick.hover();
  await expect(page.getByRole('tooltip', { name: 'Supporting evidence' })).toBeVisible();
  await pick.press('Enter');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  const choice = page.getByRole('dialog', { name: 'Alerted: supporting evidence' });
  await expect(choice.getByRole('checkbox').first()).toBeFocused();
  await page.keyboard.press('Tab');
  const second = choice.getByRole('checkbox').last();
  await expect(second).toBeFocused();
  await page.keyboard.press('Space');
  await expect(second).toBeChecked();
  await expect.poll(async () => (await evidence()).length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(pick).toBeFocused();

  const shown = alerted.getByRole('list', { name: 'Alerted: evidence' });
  const name = await shown.getByRole('listitem').innerText();
  await shown.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  const asRed = await open.as(team.red, testPath(mission));
  await expect(asRed.getByRole('list', { name: 'Alerted: evidence' })).toContainText(name);
  await alerted.getByRole('button', { name: `Alerted: remove ${name}` }).press('Enter');
  await expect(shown).toBeHidden();
  expect(await evidence()).toEqual([]);
});

test('an imported rule is selected by its title and linked by its ID, until another name is typed', {
  tag: '@nightly',
}, async ({ open, server }) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const content = 'title: A service <b>stops\nid: r-stop\nlevel: high\ndetection:\n  condition: all\n';
  const file = await importFile(server.admin.client, { name: 'stop.yml', content });
  expect((await applyImport(server.admin.client, file.id)).status).toBe('applied');
  bodyOf(await team.blue.client.post(`${place.path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
  const rule = async () => {
    const { facts } = bodyOf(await team.blue.client.get(place.path), 200);
    return [facts[0].rule_name, facts[0].rule_id];
  };
  const page = await open.as(team.blue, testPath(mission));
  // `fill` does not scroll like typing, and a field out of view shows no suggestions.
  await page.setViewportSize({ width: 1280, height: 1600 });
  const field = page.getByRole('group', { name: 'Alerted' }).getByLabel('Rule');
  await field.fill('serv');
  await expect(page.getByRole('option', { name: /A service <b>stops high/ })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect.poll(rule).toEqual(['A service <b>stops', 'r-stop']);
  await expect(field).toHaveValue('A service <b>stops');
  await field.fill('A serv');
  await expect(page.getByRole('option')).toHaveCount(1);
  await field.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await expect.poll(rule).toEqual(['A serv', null]);
  await expect(field).toHaveValue('A serv');
  await field.fill('Another one');
  await field.press('Enter');
  await expect.poll(rule).toEqual(['Another one', null]);
});

for (const { label, key, texts, saved } of sample(typedTwice, 2)) {
  test(`text typed into ${label} while the previous text is being saved stays`, async ({ open, server }) => {
    const team = await newTeam(server);
    const mission = await runningMission(team);
    const { path } = placeOf(mission);
    await team.red.client.put(path, { executed_at: '2026-11-20T09:30:00.000Z' });
    bodyOf(await team.blue.client.post(`${path}/facts`, { kind: 'alerted', result: 'yes' }), 201);
    const fact = async () => bodyOf(await team.blue.client.get(path), 200).facts[0][key];
    const page = await open.as(team.blue, testPath(mission));
    const field = page.getByRole('group', { name: 'Alerted' }).getByLabel(label);
    const typed = Promise.withResolvers<void>();
    await page.route('**/facts/*', async (route) => {
      const response = await route.fetch();
      await typed.promise;
      await route.fulfill({ response });
    });
    await field.fill(texts[0]);
    await field.press('Enter');
    await expect.poll(fact).toBe(saved[0]);
    await field.fill(texts[1]);
    const answered = page.waitForResponse('**/facts/*');
    typed.resolve();
    await answered;
    await page.unroute('**/facts/*');
    await expect(page.getByText('Saving')).toHaveCount(0);
    await expect(field).toHaveValue(texts[1]);
    await field.press('Enter');
    await expect.poll(fact).toBe(saved[1]);
  });
}
