import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';

/** The seed of the delays, when the tests run with `--slow`. */
const seed = process.env.DAMSON_TEST_SLOW;
const isSlow = seed !== undefined;

/** Factor for all time limits. */
export const patience = isSlow ? 5 : 1;

const slowdownOfProcessor = 4;
const longestDelayMs = 800;

let random = randomFrom('');

/** Starts the delays of a test: the same seed gives the same ones. */
export function beginDelays(test: string): void {
  random = randomFrom(`${seed} ${test}`);
}

/** Makes the pages of a context behave like those of a slow, distant computer: half of their requests are delayed. */
export async function slowDown(context: BrowserContext): Promise<void> {
  if (!isSlow) return;
  await context.route('**/*', async (route) => {
    const delay = random() < 0.5 ? 0 : random() * longestDelayMs;
    if (delay > 0) await wait(delay);
    // The page may have closed in the meantime.
    await route.fallback().catch(() => {});
  });
  for (const page of context.pages()) await slowProcessorOf(page).catch(() => {});
  context.on('page', (page) => void slowProcessorOf(page).catch(() => {}));
}

async function slowProcessorOf(page: Page): Promise<void> {
  const inside = await page.context().newCDPSession(page);
  await inside.send('Emulation.setCPUThrottlingRate', { rate: slowdownOfProcessor });
}

/** Numbers from 0 to 1 determined by a text: the mulberry32 generator, seeded with its hash. */
function randomFrom(text: string): () => number {
  let state = 0;
  for (const character of text) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
