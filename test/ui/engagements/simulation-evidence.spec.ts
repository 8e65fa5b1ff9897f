import { newSimulation } from '../../support/missions/engagements.ts';
import { testOfAllPages as test } from '../servers.ts';
import { comeBack, expect, newTeam } from '../support.ts';

const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

test('both sides add evidence to a simulation, view it and delete their own', { tag: '@nightly' }, async ({
  open,
  server,
}) => {
  const { red, blue } = await newTeam(server);
  // Nothing is connected, so the server answers 404.
  open.expectError(/404|415/);
  const simulation = await newSimulation(red.client, { name: 'With proof' });
  const path = `/engagements/${simulation.engagement_id}/simulations/${simulation.id}`;
  const reds = await open.as(red, path);
  const ofRed = reds.getByRole('region', { name: 'Evidence of the red side' });
  await ofRed.getByLabel('Caption for the next files').fill('The shell');
  await ofRed
    .locator('input[type=file]')
    .setInputFiles([file('shell.txt', 'whoami'), file('wrong.png', 'x')]);
  await expect(ofRed.getByRole('button', { name: 'shell.txt', exact: true })).toBeVisible();
  await expect(ofRed.getByText('The shell').first()).toBeVisible();
  await expect(ofRed.getByRole('alert')).toContainText('must be declared as image/png');
  await ofRed.getByRole('button', { name: 'Discard: wrong.png' }).click();
  const ofSocForRed = reds.getByRole('region', { name: 'Evidence of the blue side' });
  await expect(ofSocForRed.getByRole('button', { name: 'Add files' })).toHaveCount(0);

  const blues = await open.as(blue, path);
  const ofSoc = blues.getByRole('region', { name: 'Evidence of the blue side' });
  await ofSoc.locator('input[type=file]').setInputFiles([file('alert.txt', 'seen at 09:31')]);
  await expect(ofSoc.getByRole('button', { name: 'alert.txt', exact: true })).toBeVisible();
  await blues
    .getByRole('region', { name: 'Evidence of the red side' })
    .getByRole('button', { name: 'shell.txt', exact: true })
    .click();
  const preview = blues.getByRole('dialog');
  await expect(preview).toContainText('whoami');
  await blues.keyboard.press('ArrowRight');
  await expect(preview).toContainText('seen at 09:31');
  await blues.keyboard.press('Escape');
  await ofSoc.getByRole('button', { name: 'Add a caption to alert.txt' }).click();
  await ofSoc.getByRole('textbox', { name: 'Caption of alert.txt' }).fill('The alert');
  await blues.keyboard.press('Enter');
  await expect(ofSoc.getByText('The alert')).toBeVisible();

  await comeBack(reds);
  await expect(ofSocForRed.getByText('The alert')).toBeVisible();
  await expect(ofSocForRed.getByRole('button', { name: 'Delete alert.txt' })).toHaveCount(0);
  await ofRed.getByRole('button', { name: 'Delete shell.txt' }).click();
  await reds.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click();
  await expect(ofRed.getByRole('button', { name: 'shell.txt', exact: true })).toHaveCount(0);
});
