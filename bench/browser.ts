import {
  type Browser,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { findChromium } from '../tools/find-chromium.ts';
import type { Site } from './bench.ts';
import { password } from './seed.ts';

/**
 * A debugging session needs the stack of every error and every request. For a stack, the engine parses the whole script a second
 * time, unless it kept positions when compiling; an ordinary browser does neither.
 */
const keepPlaces = '--no-enable-lazy-source-positions';

/** The system's Chromium without a window, with these options for its JavaScript engine; refuses when there is none. */
export async function openChromium(engine: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) {
    throw new Error(
      'the rows of the interface need Chromium: install your system’s package, or leave them out',
    );
  }
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      `--js-flags=${[keepPlaces, ...engine].join(' ')}`,
    ],
  });
}

/** A page of a new context with an empty cache, and its protocol session. */
export async function newPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; inside: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, ...options });
  const page = await context.newPage();
  return { page, inside: await context.newCDPSession(page) };
}

/** Fills in the form of the sign-in page; with `next`, first opens the page that leads there. */
export async function fillSignIn(page: Page, site: Site, next: string | null): Promise<void> {
  if (next !== null) await page.goto(site.url(`/sign-in?next=${encodeURIComponent(next)}`));
  await page.getByLabel('Email').fill(site.world.member.email);
  await page.getByLabel('Password').first().fill(password);
}

/** Presses the button of the sign-in page and returns the time, on the page's clock. */
export async function pressSignIn(page: Page): Promise<number> {
  return (await page.evaluate(`{
    const pressed = performance.now();
    document.querySelector('button[type=submit]').click();
    pressed;
  }`)) as number;
}

/** Signs the member in, and continues to `next`. */
export async function signInTo(page: Page, site: Site, next: string): Promise<void> {
  await fillSignIn(page, site, next);
  await pressSignIn(page);
  await page.waitForURL(site.url(next));
}

/** Focuses the element once it is there, without Playwright's search, which would be work for the page. */
export async function focusOn(page: Page, selector: string, text: string): Promise<void> {
  const find = `[...document.querySelectorAll(${JSON.stringify(selector)})]
    .find((each) => each.textContent.trim() === ${JSON.stringify(text)})`;
  await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      const found = ${find};
      if (found === undefined) return requestAnimationFrame(look);
      found.focus();
      resolve();
    };
    look();
  })`);
}

/** Time at which this many of these elements have been painted, in milliseconds of the page's clock. */
export async function whenShown(page: Page, selector: string, count: number): Promise<number> {
  return (await page.evaluate(`new Promise((resolve) => {
    const look = () => {
      if (document.querySelectorAll(${JSON.stringify(selector)}).length < ${count}) requestAnimationFrame(look);
      // The DOM is ready before its frame is painted: the next task comes after that.
      else setTimeout(() => resolve(performance.now()));
    };
    requestAnimationFrame(look);
  })`)) as number;
}

export type Tasks = {
  /** Milliseconds from the start of the longest task of the main thread to its end. */
  longest: number;
  /** Milliseconds of CPU time in the busiest task. */
  busiest: number;
};

type TraceEvent = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
};

/** The tasks of the page's main thread during `work`, from a trace. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  action: () => Promise<unknown>,
): Promise<Tasks> {
  await browser.startTracing(page, { categories: ['toplevel'] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  const isMain = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) =>
      ph === 'X' && name === 'ThreadControllerImpl::RunTask' && isMain.has(`${pid} ${tid}`),
  );
  if (tasks.length === 0) throw new Error('the trace holds no task of the main thread');
  return {
    longest: Math.max(...tasks.map(({ dur }) => dur ?? 0)) / 1000,
    busiest: Math.max(...tasks.map(({ tdur, dur }) => tdur ?? dur ?? 0)) / 1000,
  };
}

/** Slows the page's main thread down by this factor; 1 resets it. */
export async function slowDown(inside: CDPSession, times: number): Promise<void> {
  await inside.send('Emulation.setCPUThrottlingRate', { rate: times });
}
