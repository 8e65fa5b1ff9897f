import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { picture, samples } from '../support/evidence-samples.ts';
import { attach, bodyOf, evidenceForm, placeOf } from '../support/factories.ts';
import { expect, newTeam, runningMission, test, testPath } from './support.ts';

async function pasteImage(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

test('a pasted picture becomes evidence with caption, thumbnail, preview and digest', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const page = await open.as(team.blue, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the blue side' });
  await evidence.getByLabel('Caption for the next files').fill('The alert in the console');
  await page.keyboard.press('Escape');
  await pasteImage(page);
  const line = evidence.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await expect(line).toContainText('The alert in the console');
  await expect(line).toContainText(/pasted-\d{8}-\d{6}\.png/);
  await expect(line.locator('img')).toHaveAttribute('src', /^blob:/);
  const [record] = bodyOf(await team.red.client.get(placeOf(mission).path), 200).evidence;
  expect(record).toMatchObject({ side: 'blue', mime_type: 'image/png', caption: 'The alert in the console' });
  await expect(evidence.getByRole('button', { name: /^Copy SHA-256 digest/ })).toHaveText(
    record.sha256.slice(0, 12),
  );
  await line.getByRole('button', { name: record.file_name, exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: 'The alert in the console' })).toBeVisible();
});

test('several files at once: progress, what was refused tried again or dropped, deletion named', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  open.expectError(/415/);
  const page = await open.as(team.red, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  await evidence.getByLabel('Files to add').setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('first line\nsecond line') },
    { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'capture.pcap', mimeType: '', buffer: samples.pcap },
    { name: 'huge.zip', mimeType: 'application/zip', buffer: Buffer.alloc(26 * 1024 * 1024) },
  ]);
  const files = evidence.getByRole('list', { name: 'Files', exact: true });
  const uploads = evidence.getByRole('list', { name: 'Uploads' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(uploads).toContainText("The file's extension must be one of");
  await expect(uploads).toContainText('Larger than 25 MB');
  await uploads.getByRole('button', { name: 'Upload again: tool.exe' }).click();
  await expect(uploads).toContainText("The file's extension must be one of");
  await uploads.getByRole('button', { name: 'Drop: tool.exe' }).click();
  await uploads.getByRole('button', { name: 'Drop: huge.zip' }).click();
  await expect(uploads).toHaveCount(0);

  await evidence.getByRole('button', { name: 'Delete notes.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
  await expect(dialog).toContainText('notes.txt (22 B) will be gone for everybody.');
  await dialog.getByRole('button', { name: 'Delete file' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(1);
});

test('an upload shows how far it is and can be cancelled; one that failed for want of a server is tried again', async ({
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

test('previews show and run nothing: text, table, PDF, bytes; a download brings the bytes', async ({
  open,
  server,
}) => {
  const team = await newTeam(server);
  const mission = await runningMission(team);
  const put = async (bytes: string | Buffer, name: string, type: string) =>
    bodyOf(
      await attach(
        team.red.client,
        placeOf(mission),
        evidenceForm(new Uint8Array(Buffer.from(bytes)), { name, type }),
      ),
      201,
    );
  await put('<script>alert(1)</script>', 'page.xml', 'application/xml');
  await put('name;note\nanna;"a ""quoted""\nnote"\n', 'people.csv', 'text/csv');
  await put(samples.pdf, 'report.pdf', 'application/pdf');
  await put(samples.zip, 'loot.zip', 'application/zip');
  const page = await open.as(team.blue, testPath(mission));
  const preview = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click();
    return page.getByRole('dialog', { name });
  };
  const close = () => page.keyboard.press('Escape');

  const xml = await preview('page.xml');
  await expect(xml.getByRole('region', { name: 'page.xml' })).toHaveText('<script>alert(1)</script>');
  await close();
  const csv = await preview('people.csv');
  await expect(csv.getByRole('cell', { name: 'a "quoted" note' })).toBeVisible();
  await csv.getByRole('button', { name: 'Show as text' }).click();
  await expect(csv.getByRole('region', { name: 'people.csv' })).toContainText('anna;"a ""quoted""');
  await close();
  const pdf = await preview('report.pdf');
  await expect(pdf).toContainText('Damson does not open it here');
  await expect(pdf.getByRole('region', { name: 'First bytes of report.pdf' })).toContainText('25 50 44 46');
  await close();
  const zip = await preview('loot.zip');
  await expect(zip.getByRole('region', { name: 'First bytes of loot.zip' })).toContainText(
    '00000000  50 4b 03 04 14 00 00 00  00 00',
  );
  const downloading = page.waitForEvent('download');
  await zip.getByRole('button', { name: 'Download' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('loot.zip');
  expect(readFileSync(await download.path())).toEqual(samples.zip);
});
