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
  // No healthy step takes this long, even on a busy machine; the limit ends steps that hang.
  timeout: patience * 480_000,
  expect: { timeout: patience * 120_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./host-report.ts']],
});
