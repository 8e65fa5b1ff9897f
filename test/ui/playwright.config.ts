import { defineConfig } from '@playwright/test';
import { findHeadlessChromium } from '../../tools/find-chromium.ts';
import { patience } from '../support/servers/slowness.ts';

const chromiumPath = findHeadlessChromium();
if (chromiumPath === null) {
  process.stderr.write(
    'The tests of the interface need Chromium: install your system’s package (Debian: chromium), or run "npx playwright install chromium"\n',
  );
  process.exit(1);
}

const isRoot = process.getuid?.() === 0;

// biome-ignore lint/style/noDefaultExport: Playwright reads the default export
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/ui',
  fullyParallel: true,
  // One more than the two cores it is meant for, because tests also wait.
  workers: 3,
  // No healthy step takes this long, even on a busy machine; the limit ends steps that hang.
  timeout: patience * 480_000,
  expect: { timeout: patience * 120_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    actionTimeout: patience * 120_000,
    navigationTimeout: patience * 120_000,
    viewport: { width: 1280, height: 720 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: chromiumPath,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
        // Reuses the process and loaded code of the page that stays open, see support.ts.
        '--process-per-site',
      ],
    },
  },
});
