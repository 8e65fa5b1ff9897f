import { writePicture } from '../../../domain/written-pictures.ts';
import { picture } from '../../support/missions/evidence-samples.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newReport,
  placeOf,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { runningMission } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

const png = (name = 'open-share.png') =>
  evidenceForm(new Uint8Array(picture), { name, type: 'image/png', side: 'red' });

test('marks are set and taken back by buttons, keys and the undo of the browser', async ({ stage, team }) => {
  const mission = await runningMission(team);
  const finding = { title: 'Found', description: 'seen' };
  const { id } = bodyOf(await team.red.client.post(`/api/v1/missions/${mission.id}/findings`, finding), 201);
  const page = await stage.open(team.red, `/missions/${mission.id}/findings/${id}`, {
    viewport: { width: 320, height: 720 },
  });
  const field = page.getByRole('textbox', { name: 'Description' });
  const tools = page.getByRole('toolbar', { name: 'Formatting' }).first();
  await field.selectText();
  await tools.getByRole('button', { name: 'Bold' }).click();
  await expect(field).toHaveValue('**seen**');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+i');
  await expect(field).toHaveValue('***seen***');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(field).toHaveValue('seen');
  await field.selectText();
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('[seen](https://)');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.type('https://damson.test');
  await expect(field).toHaveValue('[seen](https://damson.test)');
  await field.fill('one\ntwo');
  await field.selectText();
  await tools.getByRole('button', { name: 'List', exact: true }).click();
  await expect(field).toHaveValue('- one\n- two');
  await field.fill('### One');
  await tools.getByRole('button', { name: 'Subheading' }).click();
  await expect(field).toHaveValue('#### One');
  // A table has the selected words in its first cell, still selected.
  await field.fill('Hosts');
  await field.selectText();
  await tools.getByRole('button', { name: 'Table' }).click();
  await expect(field).toHaveValue('| Hosts |  |\n| --- | --- |\n|  |  |\n|  |  |');
  await expect(field).toBeFocused();
  await page.keyboard.type('Host');
  await page.getByRole('button', { name: 'Preview: Description' }).click();
  const table = page.getByRole('region', { name: 'Preview: Description' }).getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Host' })).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(3);
  // One stop for the keyboard, behind the field.
  await field.press('Tab');
  await expect(tools.getByRole('button', { name: 'Table' })).toBeFocused();
  await page.keyboard.press('End');
  await expect(tools.getByRole('button', { name: 'Insert a picture' })).toBeFocused();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  for (const button of await tools.getByRole('button').all()) {
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  }
});

test('a picture of the evidence is chosen, shown to readers, and its words remain once it is deleted', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const file = bodyOf(await attach(team.red.client, place, png('<b>open</b> share.png')), 201);
  const made = await team.red.client.post(`${place.missionPath}/findings`, { title: 'Found' });
  const address = `/missions/${mission.id}/findings/${bodyOf(made, 201).id}`;
  const page = await stage.open(team.red, address);
  const field = page.getByRole('textbox', { name: 'Impact' });
  await field.fill('See ');
  const tools = page.getByRole('toolbar', { name: 'Formatting' }).nth(1);
  await tools.getByRole('button', { name: 'Insert a picture' }).click();
  const choice = page.getByRole('dialog', { name: 'Insert a picture' });
  await expect(choice.getByRole('button', { name: 'share.png' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toHaveCount(0);
  await expect(tools.getByRole('button', { name: 'Insert a picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  await choice.getByRole('button', { name: 'share.png' }).click();
  await expect(field).toHaveValue(
    `See ${writePicture({ sha256: file.sha256, alt: file.file_name.slice(0, -4) })}`,
  );
  await expect(field).toBeFocused();
  await page.getByRole('button', { name: 'Preview: Impact' }).click();
  const preview = page.getByRole('region', { name: 'Preview: Impact' });
  const shown = preview.getByRole('img', { name: 'share' });
  await expect(shown).toBeVisible();
  await expect.poll(() => shown.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(0);
  await expect(page.getByText('Saved').first()).toBeVisible();

  const draft = await newReport(team.red.client, mission, { kind: 'executive', title: 'To the board' });
  const report = await stage.open(team.red, `/missions/${mission.id}/reports/${draft.id}`);
  await report.getByRole('button', { name: 'Insert a picture' }).first().click();
  await expect(report.getByRole('dialog').getByRole('button', { name: 'share.png' })).toBeVisible();

  bodyOf(await team.red.client.delete(`/api/v1/evidence/${file.id}`), 204);
  const reader = await stage.open(team.blue, address);
  const read = reader.getByRole('region', { name: 'Preview: Impact' });
  await reader.getByRole('button', { name: 'Preview: Impact' }).click();
  await expect(read.getByRole('img', { name: 'Picture not shown' })).toBeVisible();
  await expect(read).toContainText('share');
});

test('a picture that is pasted into a comment becomes evidence, once, and is shown there', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  await walk(team.red.client, place.path, 'executed');
  const page = await stage.open(team.red, `/missions/${mission.id}/tests/${place.test}`);
  const field = page.getByRole('textbox', { name: 'Comment' }).first();
  await field.fill('Look: ');
  await expect(
    page.getByRole('toolbar', { name: 'Formatting' }).first().getByRole('button').first(),
  ).toBeVisible();
  await field.focus();
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (one) => one.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(paste);
  })()`);
  await expect(field).toHaveValue(/^Look: !\[pasted-[\d-]+\]\(evidence:[\da-f]{64}\)$/);
  await expect
    .poll(async () => (await readTest(team.red.client, place)).red_comment)
    .toBe(await field.inputValue());
  const { evidence, red_comment } = await readTest(team.red.client, place);
  expect(evidence).toHaveLength(1);
  expect(red_comment).toContain(evidence[0]?.sha256);
});
