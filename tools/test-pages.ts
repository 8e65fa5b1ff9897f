import { spawnSync } from 'node:child_process';
import path from 'node:path';

// `npm run test:ui` and `npm run test:desktop`: the tests of a folder, with further Playwright arguments. `--slow` delays half of
// all requests and slows down the browser, to reveal races of slow computers; `--slow=<seed>` delays the same requests as the run
// that printed this seed.

const root = path.resolve(import.meta.dirname, '..');
const playwright = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js');

const [folder = 'test/ui', ...given] = process.argv.slice(2);
const slow = given.find((arg) => /^--slow(=|$)/.test(arg));
const env = { ...process.env };
if (slow !== undefined) {
  env.DAMSON_TEST_SLOW = slow.split('=')[1] ?? String(Math.floor(Math.random() * 1_000_000));
  process.stderr.write(`Slowed down; --slow=${env.DAMSON_TEST_SLOW} slows the same requests again\n`);
}
const args = given.filter((arg) => arg !== slow);
const { status } = spawnSync(process.execPath, [playwright, 'test', '-c', folder, ...args], {
  cwd: root,
  stdio: 'inherit',
  env,
});
process.exitCode = status ?? 1;
