import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { picture, samples } from '../../support/missions/evidence-samples.ts';
import { attach, bodyOf, evidenceForm, placeOf } from '../../support/missions/factories.ts';
import { runningMission, testPath } from '../../ui/support.ts';
import { expect, test } from '../support.ts';

async function pasteImage(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);
}

/** A white picture of this size, made by the browser. */
async function whitePicture(page: Page, width: number, height: number): Promise<Buffer> {
  const url = (await page.evaluate(`(() => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: ${width}, height: ${height} });
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, ${width}, ${height});
    return canvas.toDataURL('image/png');
  })()`)) as string;
  return Buffer.from(url.split(',')[1] as string, 'base64');
}

/** Takes points of a picture, returns the inked ones. */
async function inkedAt(
  page: Page,
  bytes: Buffer,
  points: readonly (readonly [number, number])[],
): Promise<boolean[]> {
  return (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    return ${JSON.stringify(points)}.map(([x, y]) => {
      const [red, green] = context.getImageData(x, y, 1, 1).data;
      return red > 150 && green < 100;
    });
  })()`)) as boolean[];
}

test('a pasted picture becomes evidence with caption, thumbnail, preview and digest', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  const page = await stage.open(team.blue, testPath(mission));
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

test('several files upload at once: with progress, discarding of refused ones, and named deletions', async ({
  stage,
  team,
}) => {
  const mission = await runningMission(team);
  stage.expectError(/415/);
  const page = await stage.open(team.red, testPath(mission));
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
  await expect(uploads).toContainText('Larger than the limit of 25.6 MB per file');
  // A retry could never succeed for either file.
  await expect(uploads.getByRole('button', { name: /^Upload again/ })).toHaveCount(0);
  await uploads.getByRole('button', { name: 'Discard: tool.exe' }).click();
  await uploads.getByRole('button', { name: 'Discard: huge.zip' }).click();
  await expect(uploads).toHaveCount(0);

  await evidence.getByRole('button', { name: 'Delete notes.txt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
  await expect(dialog).toContainText('notes.txt (22 B) will be deleted for everyone.');
  await dialog.getByRole('button', { name: 'Delete file' }).click();
  await expect(files.getByRole('listitem')).toHaveCount(1);
});

test('previews show text, tables, PDFs and bytes without running them; a download returns the bytes', async ({
  stage,
  team,
}) => {
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
  const page = await stage.open(team.blue, testPath(mission));
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

test('the arrow keys lead through the files of a test', { tag: '@nightly' }, async ({ stage, team }) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const form = (name: string) => evidenceForm(`text of ${name}`, { name });
  bodyOf(await attach(team.blue.client, place, form('third.txt')), 201);
  for (const name of ['first.txt', 'second.txt'])
    bodyOf(await attach(team.red.client, place, form(name)), 201);
  const page = await stage.open(team.blue, testPath(mission));
  await page.getByRole('button', { name: 'first.txt', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('text of first.txt');
  await expect(dialog).toContainText('1 of 3');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('text of second.txt');
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('text of third.txt');
  await expect(dialog.getByRole('button', { name: 'Next file' })).toBeDisabled();
  // In a field, arrow keys move the cursor.
  await dialog.getByRole('button', { name: 'Add a caption to third.txt' }).click();
  await page.keyboard.type('seen');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('seen');
  await expect(dialog).toContainText('3 of 3');
  await dialog.getByRole('button', { name: 'Previous file' }).click();
  await expect(dialog).toContainText('2 of 3');
});

test('a text and a blur are burned into the new file, with nothing left below them', async ({
  stage,
  server,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const page = await stage.open(team.red, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  const screen = await whitePicture(page, 800, 400);
  await evidence
    .getByLabel('Files to add')
    .setInputFiles([{ name: 'secret.png', mimeType: 'image/png', buffer: screen }]);
  await evidence.getByRole('button', { name: 'secret.png', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Annotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Annotate secret.png' });
  const canvas = dialog.locator('canvas');
  await dialog.getByText('Blur', { exact: true }).click();
  await expect(dialog.getByText('permanently hides what is below it')).toBeVisible();
  const box = (await canvas.boundingBox()) as { x: number; y: number; width: number; height: number };
  const at = (x: number, y: number) =>
    [box.x + (x / 800) * box.width, box.y + (y / 400) * box.height] as const;
  await page.mouse.move(...at(300, 300));
  await page.mouse.down();
  await page.mouse.move(...at(100, 100));
  await page.mouse.up();
  await expect(dialog.getByRole('status')).toHaveText('1 mark');

  await dialog.getByText('Text', { exact: true }).click();
  await page.mouse.click(...at(400, 50));
  await expect(dialog.getByRole('status')).toHaveText('1 mark');
  await dialog.getByRole('textbox', { name: 'Text to add' }).fill('HHHHHH');
  const placed = (await canvas.boundingBox()) as typeof box;
  await page.mouse.click(placed.x + placed.width / 2, placed.y + placed.height / 8);
  await expect(dialog.getByRole('status')).toHaveText('2 marks');
  await dialog.getByRole('button', { name: 'Save as a new file' }).click();
  const second = evidence.getByRole('listitem').filter({ hasText: 'secret-marked.png' });
  await expect(second.locator('img')).toHaveAttribute('src', /^blob:/);

  const { evidence: records } = bodyOf(await team.red.client.get(place.path), 200);
  const headers = { authorization: `Bearer ${team.red.client.token}` };
  const stored = await fetch(`${server.url}/api/v1/evidence/${records[1].id}`, { headers });
  const bytes = Buffer.from(await stored.arrayBuffer());
  const { whites, greys, inked, outside } = (await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d');
    context.drawImage(picture, 0, 0);
    const pixels = (...area) => {
      const { data } = context.getImageData(...area);
      return Array.from({ length: data.length / 4 }, (_, index) => [...data.slice(index * 4, index * 4 + 3)]);
    };
    const below = pixels(102, 102, 196, 196);
    return {
      whites: below.filter(([red]) => red === 255).length,
      greys: new Set(below.map(String)).size,
      inked: pixels(400, 50, 100, 40).filter(([red, green]) => red > 150 && green < 100).length,
      outside: pixels(0, 310, 800, 90).filter(([red]) => red !== 255).length,
    };
  })()`)) as Record<string, number>;
  expect({ whites, outside }).toEqual({ whites: 0, outside: 0 });
  expect(greys).toBeGreaterThan(10);
  expect(inked).toBeGreaterThan(50);
});

test('arrows and boxes are drawn on a picture, and saved as a new file', { tag: '@nightly' }, async ({
  stage,
  server,
  team,
}) => {
  const mission = await runningMission(team);
  const place = placeOf(mission);
  const page = await stage.open(team.red, testPath(mission));
  const evidence = page.getByRole('region', { name: 'Evidence of the red side' });
  const screen = await whitePicture(page, 800, 400);
  await evidence.getByLabel('Caption for the next files').fill('The console');
  await evidence
    .getByLabel('Files to add')
    .setInputFiles([{ name: 'screen.png', mimeType: 'image/png', buffer: screen }]);
  await evidence.getByRole('button', { name: 'screen.png', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Annotate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Annotate screen.png' });
  const sheet = dialog.getByRole('application', { name: 'Picture to annotate' });
  const save = dialog.getByRole('button', { name: 'Save as a new file' });
  await expect(save).toBeDisabled();

  // Draws an arrow with the pointer, along the middle.
  const box = (await sheet.locator('canvas').boundingBox()) as {
    x: number;
    y: number;
    width: number;
    height: number;
  };
  const at = (x: number, y: number) =>
    [box.x + (x / 800) * box.width, box.y + (y / 400) * box.height] as const;
  await page.mouse.move(...at(100, 200));
  await page.mouse.down();
  await page.mouse.move(...at(300, 200));
  await page.mouse.move(...at(500, 200));
  await page.mouse.up();
  await expect(dialog.getByRole('status')).toHaveText('1 mark');

  // Draws a box with the keys: from the middle ten steps to the right and five down.
  await dialog.getByText('Box', { exact: true }).click();
  await expect(dialog.getByRole('radio', { name: 'Box' })).toBeChecked();
  await sheet.focus();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowRight');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('2 marks');
  // One mark is cancelled, one undone.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('3 marks');
  await page.keyboard.press('Backspace');
  await expect(dialog.getByRole('status')).toHaveText('2 marks');
  await save.click();

  const second = evidence.getByRole('listitem').filter({ hasText: 'screen-marked.png' });
  await expect(second).toContainText('The console');
  await expect(second.locator('img')).toHaveAttribute('src', /^blob:/);
  const { evidence: records } = bodyOf(await team.red.client.get(place.path), 200);
  expect(records).toMatchObject([
    { file_name: 'screen.png', side: 'red' },
    { file_name: 'screen-marked.png', side: 'red', mime_type: 'image/png', caption: 'The console' },
  ]);
  const bytesOf = async (id: string) =>
    Buffer.from(
      await (
        await fetch(`${server.url}/api/v1/evidence/${id}`, {
          headers: { authorization: `Bearer ${team.red.client.token}` },
        })
      ).arrayBuffer(),
    );
  expect(await bytesOf(records[0].id)).toEqual(screen);
  const marked = await inkedAt(page, await bytesOf(records[1].id), [
    [300, 200],
    [560, 240],
    [480, 280],
    [480, 240],
    [300, 100],
  ]);
  expect(marked).toEqual([true, true, true, false, false]);
});
