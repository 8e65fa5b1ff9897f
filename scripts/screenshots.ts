import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { startServer } from '../server/index.ts';
import { createLog } from '../server/log.ts';
import { readSettings } from '../server/settings.ts';
import { findChromium } from './find-chromium.ts';

const executablePath = findChromium();
if (executablePath === null) throw new Error('the pictures need Chromium: install your system’s package');

const root = path.resolve(import.meta.dirname, '..');
const pictures = path.join(root, 'docs', 'images');

/** Fills a temporary folder with the demonstration and takes the pictures of the README and the documentation. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-screenshots-'));
try {
  const password = await fillDemonstration();
  const settings = readSettings({ 'data-dir': dataDir, port: '0' }, {});
  const server = await startServer(settings, { log: createLog('error', 2) });
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
  try {
    mkdirSync(pictures, { recursive: true });
    await takePictures(browser, server.url, password);
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Runs the demonstration and returns the administrator's password, which it prints. */
function fillDemonstration(): Promise<string> {
  return new Promise((resolve, reject) => {
    const demo = spawn(process.execPath, [path.join(root, 'scripts', 'demo.ts'), '--data-dir', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    demo.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    demo.on('error', reject);
    demo.on('close', () => {
      const password = /lead@demo\.test\s+(\S+)/.exec(printed)?.[1];
      if (password === undefined) reject(new Error('the demonstration did not say how to sign in'));
      else resolve(password);
    });
  });
}

async function takePictures(browser: Browser, url: string, password: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' });
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill('lead@demo.test');
  await page.getByLabel('Password').first().fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
  await picture(page, 'home');
  await page.goto(`${url}/missions`);
  await page.locator('main a[href^="/missions/"]').first().click();
  await page.locator('main a[href*="/tests/"]').first().waitFor();
  await picture(page, 'mission');
  await page.locator('main a[href*="/tests/"]').first().click();
  await page.getByText('Detection level').waitFor();
  await picture(page, 'test');
  await page.goto(`${url}/catalogue`);
  await page.getByText('T1059', { exact: true }).first().waitFor();
  await picture(page, 'matrix');
  await page.goto(`${url}/api/docs`);
  await picture(page, 'reference');
}

async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}
