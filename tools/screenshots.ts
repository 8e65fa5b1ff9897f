import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { startServer } from '../server/index.ts';
import { createLog } from '../server/log.ts';
import { readSettings } from '../server/settings.ts';
import { findChromium } from './find-chromium.ts';
import { takePictures } from './screenshots/pictures.ts';

const executablePath = findChromium();
if (executablePath === null) throw new Error('the pictures need Chromium: install your system’s package');

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'docs', 'guide', 'images');

/** Fills a temporary folder with the demonstration and takes the pictures of the README and the user guide. */
const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-screenshots-'));
const environment = {
  SVC_C2_ADAPTER: 'fake',
  SVC_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
};
try {
  const passwords = await fillDemonstration();
  const settings = readSettings({ 'data-dir': dataDir, port: '0' }, environment);
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
    mkdirSync(folder, { recursive: true });
    for (const old of readdirSync(folder)) rmSync(path.join(folder, old));
    await takePictures({ browser, url: server.url, passwords, folder });
  } finally {
    await browser.close();
    await server.close();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

/** Runs the demonstration and returns the passwords that it prints, by email. */
function fillDemonstration(): Promise<Map<string, string>> {
  return new Promise((resolve, reject) => {
    const demo = spawn(process.execPath, [path.join(root, 'tools', 'demo.ts'), '--data-dir', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    });
    let printed = '';
    demo.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    demo.on('error', reject);
    demo.on('close', () => {
      const passwords = [...printed.matchAll(/(\S+@demo\.test)\s+(\S+)/g)];
      if (passwords.length === 0) reject(new Error('the demonstration did not say how to sign in'));
      else resolve(new Map(passwords.map(([, email, password]) => [email as string, password as string])));
    });
  });
}
