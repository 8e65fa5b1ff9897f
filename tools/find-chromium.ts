import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The system's Chromium, else Playwright's, else null. */
export function findChromium(): string | null {
  return findInPath(names) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : null);
}

/** The system's headless Chromium, which needs a quarter less CPU, else the result of `findChromium`. */
export function findHeadlessChromium(): string | null {
  return findInPath(['chromium-headless-shell']) ?? findChromium();
}

export function findInPath(programs: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = programs.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}
