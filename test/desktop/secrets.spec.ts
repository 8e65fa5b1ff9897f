import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assertMode } from '../support/servers/platform.ts';
import {
  dataFolder,
  expect,
  onlyOnStandIn,
  openDialog,
  ownPage,
  pressButton,
  quit,
  setUp,
  signIn,
  test,
} from './support.ts';

const secretsOf = (home: string): string => path.join(dataFolder(home), 'desktop-secrets.json');

test('secrets are sealed by the keyring without a message', async ({ launch, home }) => {
  onlyOnStandIn('a keyring of this test’s own');
  const app = await launch({ storage: 'keyring' });
  const page = await ownPage(app);
  await expect(page.getByLabel('Install token')).not.toHaveValue('');
  await expect(page.getByText('This computer has no keyring')).toHaveCount(0);
  const kept = JSON.parse(readFileSync(secretsOf(home), 'utf8'));
  expect(kept).toEqual({
    version: 1,
    kept_by: 'keyring',
    backend: 'gnome_libsecret',
    sealed: expect.any(String),
  });
  expect(Buffer.from(kept.sealed, 'base64').toString('latin1')).not.toContain('jwt_secret');
});

test('without a keyring secrets are in a file readable only by their owner, and the window says so', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  const app = await launch({ storage: 'basic_text' });
  const page = await ownPage(app);
  await expect(page.getByRole('note').getByText('This computer has no keyring')).toBeVisible();
  expect(JSON.parse(readFileSync(secretsOf(home), 'utf8'))).toMatchObject({ kept_by: 'file' });
  assertMode(secretsOf(home), 0o600);
  await setUp(page);
  await quit(app);
  const second = await launch({ storage: 'basic_text' });
  await signIn(await ownPage(second));
});

test('a lost keyring asks how to continue; its secrets are kept, and open again once it is back', {
  tag: '@nightly',
}, async ({ launch, home }) => {
  onlyOnStandIn('a keyring of this test’s own');
  const app = await launch({ storage: 'keyring' });
  await setUp(await ownPage(app));
  await quit(app);
  const sealed = readFileSync(secretsOf(home), 'utf8');

  const second = await launch({ storage: 'unavailable' });
  const question = await openDialog(second);
  expect(question.options.message).toMatch(/can't open this data folder's secrets/);
  await pressButton(second, question, 'Try again');
  await pressButton(second, await openDialog(second), 'Quit');
  expect(await second.exited).toBe(0);
  expect(readFileSync(secretsOf(home), 'utf8')).toBe(sealed);

  const third = await launch({ storage: 'keyring' });
  await signIn(await ownPage(third));
  await quit(third);

  const fourth = await launch({ storage: 'basic_text' });
  await pressButton(fourth, await openDialog(fourth), 'Continue with new secrets');
  await signIn(await ownPage(fourth));
  const aside = readdirSync(dataFolder(home)).find((name) =>
    name.startsWith('desktop-secrets.json.unreadable-'),
  );
  expect(readFileSync(path.join(dataFolder(home), aside as string), 'utf8')).toBe(sealed);
});
