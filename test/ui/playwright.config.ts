import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium, defineConfig } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The system's Chromium, else the one Playwright brought. */
function findChromium(): string {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const found = [...candidates, chromium.executablePath()].find((candidate) => existsSync(candidate));
  if (found !== undefined) return found;
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
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 720 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    },
  },
});
