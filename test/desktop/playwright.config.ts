import { defineConfig } from '@playwright/test';
import { findChromium } from '../../tools/find-chromium.ts';
import { patience } from '../support/servers/slowness.ts';
import { hostName } from './hosts/host.ts';

if (hostName === 'stand-in' && findChromium() === null) {
  process.stderr.write(
    'The tests of the desktop application need Electron’s runtime or Chromium: install your system’s package (Debian: chromium)\n',
  );
  process.exit(1);
}

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktop',
  globalSetup: './global-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: patience * 120_000,
  expect: { timeout: patience * 15_000 },
  forbidOnly: process.env.CI !== undefined,
  // A machine of others may stand still for seconds. What passes only the second time is named as flaky, and is a bug to find.
  retries: process.env.CI === undefined ? 0 : 1,
  reporter: [['list'], ['./host-report.ts']],
});
