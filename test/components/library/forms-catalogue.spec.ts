import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newerEdition } from '../../support/fixtures/attack-editions.ts';
import { startTestServer } from '../../support/servers/server.ts';
import { refusedRequests, tryForm } from '../../ui/sessions/form-trial.ts';
import { expect, testOn } from '../support.ts';

/** These tests load a different catalogue. */
const test = testOn(() => startTestServer());
// One worker: each further one would start a server and a browser of its own.
test.describe.configure({ mode: 'default' });

test.beforeEach(({ stage }) => stage.expectError(refusedRequests));

test('a catalogue to load or to import: each error is shown at its field, and the typed text stays until it is saved', async ({
  stage,
  server,
}) => {
  const page = await stage.open(server.admin, '/catalogue/status');
  const written = async () => (await server.admin.client.get('/api/v1/catalog/status')).body.last_sync;
  const edition = JSON.stringify(newerEdition());
  const loading = page.getByRole('form', { name: 'Load the catalogue' });
  await loading.getByRole('radio', { name: 'Another address or file' }).check();
  await tryForm(page, {
    scope: loading,
    submit: 'Load catalogue',
    attempts: [
      { at: 'Address or file name', says: 'Enter an address or a file name' },
      {
        type: { 'Address or file name': '../../etc/passwd', 'Expected SHA-256': 'abc' },
        at: 'Expected SHA-256',
        says: 'A SHA-256 digest has 64 hexadecimal digits',
      },
      {
        type: { 'Expected SHA-256': 'ab'.repeat(32) },
        at: 'Address or file name',
        says: 'Must be an address',
      },
      {
        type: { 'Address or file name': 'absent.json' },
        at: 'Address or file name',
        says: 'Is not a readable file',
      },
      {
        type: { 'Address or file name': 'ftp://attack.example' },
        at: 'Address or file name',
        says: 'Must be',
      },
    ],
    mend: async () => {
      mkdirSync(path.join(server.dataDir, 'catalog'), { recursive: true });
      writeFileSync(path.join(server.dataDir, 'catalog', 'edition.json'), edition);
    },
    right: {
      'Address or file name': 'edition.json',
      'Expected SHA-256': createHash('sha256').update(edition).digest('hex'),
    },
    written,
  });

  const importing = page.getByRole('form', { name: 'Import a bundle' });
  const choose = (text: string) => () =>
    importing
      .locator('input[type=file]')
      .setInputFiles({ name: 'bundle.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  const sendImport = () => importing.getByRole('button', { name: 'Import', exact: true }).click();
  const before = await written();
  for (const [first, label, says] of [
    [async () => {}, 'Bundle', 'Choose a file'],
    [choose(edition), 'Expected SHA-256', 'not bdf1ce86'],
    [
      () => importing.getByRole('textbox', { name: 'Expected SHA-256' }).fill('ab'.repeat(32)),
      'Expected SHA-256',
      'digest',
    ],
    [
      async () => {
        await choose('{"not": "a bundle"}')();
        await importing.getByRole('textbox', { name: 'Expected SHA-256' }).fill('');
        await importing.getByRole('checkbox', { name: 'Accept without verification' }).check();
      },
      'Bundle',
      'Is not a STIX bundle',
    ],
  ] as const) {
    await first();
    await sendImport();
    const field = importing
      .getByLabel(label, { exact: true })
      .and(importing.locator('button, input:not([type=file])'));
    await expect(field).toHaveAccessibleDescription(new RegExp(says));
    await expect(field).toBeFocused();
    expect(await written()).toBe(before);
  }
  await choose(edition)();
  await sendImport();
  await expect.poll(written).not.toBe(before);
});
