import { attach, bodyOf, evidenceForm, placeOf } from '../../../support/missions/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from '../../support.ts';

test('an upload shows its progress and can be cancelled; one that lost its server is retried', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/ERR_/);
  const page = await open.as(team.red, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  let release: (() => void) | null = null;
  await page.route('**/evidence', async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue().catch(() => {});
  });
  const log = { name: 'run.log', mimeType: 'text/plain', buffer: Buffer.from('line\n') };
  await evidence.getByLabel('Files to add').setInputFiles([log]);
  await expect(evidence.getByRole('progressbar', { name: 'Uploading run.log' })).toBeAttached();
  await expect(evidence.getByText(/^\d+ %$/)).toBeVisible();
  await evidence.getByRole('button', { name: 'Cancel: run.log' }).click();
  await expect(evidence.getByRole('list')).toHaveCount(0);
  await page.unroute('**/evidence');
  (release as (() => void) | null)?.();

  await page.context().setOffline(true);
  await evidence.getByLabel('Files to add').setInputFiles([log]);
  await expect(evidence.getByText("The server can't be reached")).toBeVisible();
  await page.context().setOffline(false);
  await expect(evidence.getByRole('button', { name: 'run.log', exact: true })).toBeVisible();
  expect((await team.red.client.get(placeOf(mission).path)).body.evidence).toHaveLength(1);
});

test('a caption is edited in place by people who write its side', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const place = placeOf(mission);
  bodyOf(await attach(team.red.client, place, evidenceForm('seen', { caption: 'The firts look' })), 201);
  const page = await open.as(team.red, testPath(mission));
  const line = page.getByRole('region', { name: 'Evidence of the red side' }).getByRole('listitem');
  const field = line.getByRole('textbox', { name: 'Caption of note.txt' });
  await line.getByRole('button', { name: 'Change the caption of note.txt' }).click();
  await expect(field).toBeFocused();
  await field.fill('not this');
  await page.keyboard.press('Escape');
  await expect(line).toContainText('The firts look');
  await line.getByRole('button', { name: 'Change the caption of note.txt' }).press('Enter');
  await field.fill('The first look');
  await page.keyboard.press('Enter');
  await expect(line).toContainText('The first look');
  await expect(line.getByRole('button', { name: 'Change the caption of note.txt' })).toBeFocused();
  const captionOf = async () => bodyOf(await team.red.client.get(place.path), 200).evidence[0].caption;
  expect(await captionOf()).toBe('The first look');

  await line.getByRole('button', { name: 'note.txt', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Change the caption of note.txt' }).click();
  await dialog.getByRole('textbox').fill('x'.repeat(2001));
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('At most 2,000 characters');
  // The first Escape closes the field.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Change the caption of note.txt' }).click();
  await dialog.getByRole('textbox').fill('');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Add a caption to note.txt' })).toBeVisible();
  expect(await captionOf()).toBe(null);

  const blues = await open.as(team.blue, testPath(mission));
  await expect(blues.getByRole('region', { name: 'Evidence of the red side' })).toContainText('note.txt');
  await expect(blues.getByRole('button', { name: 'Add a caption to note.txt' })).toHaveCount(0);
});
