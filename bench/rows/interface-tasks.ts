import type { Browser, Page } from '@playwright/test';
import { type Bench, loadCatalogue } from '../bench.ts';
import { focusOn, newPage, openChromium, signInTo, slowDown, type Tasks, tasksDuring } from '../browser.ts';
import { type Figure, figureOf, type RowResult, spreadOf } from '../measure.ts';

const slower = 4;
const limit = 100;
const rounds = 5;
/** Long enough for everything an action triggers. */
const settling = 2000;

/**
 * The longest task of the main thread while a long mission is scrolled, sorted, selected, edited, reordered and changed by someone
 * else, a field is typed in, and the matrix is used, on a slow processor.
 */
export async function interfaceTasksRow(bench: Bench): Promise<RowResult> {
  const browser = await openChromium();
  const measured = new Map<string, Tasks[]>();
  const note = (what: string, tasks: Tasks) => measured.set(what, [...(measured.get(what) ?? []), tasks]);
  try {
    const long = await bench.site('long');
    const small = await bench.site('small');
    await loadCatalogue(small);
    const mission = long.world.visible[0]!;
    for (let round = 0; round < rounds; round += 1) {
      const { page, inside } = await newPage(browser);
      await signInTo(page, long, `/missions/${mission.id}`);
      await page.locator('[data-test-id]').first().waitFor();
      await page.mouse.move(640, 450);
      await slowDown(inside, slower);
      await page.waitForTimeout(settling);
      note('scrolling a mission of 2,000 tests', await scrollThrough(browser, page));
      const changed = tasksDuring(browser, page, async () => {
        const executed_at = new Date(Date.now() - round * 60_000).toISOString();
        const path = `/api/v1/missions/${mission.id}/tests/${mission.testIds[round]}`;
        await long.send('PUT', path, { executed_at, output: `seen in round ${round}` });
        await page.waitForTimeout(settling);
      });
      note('showing a change by someone else', await changed);
      const pressed = (key: string) =>
        tasksDuring(browser, page, async () => {
          await page.keyboard.press(key);
          await page.waitForTimeout(settling);
        });
      await focusOn(page, 'thead button', 'Technique');
      note('sorting its tests', await pressed('Enter'));
      await page.evaluate("document.querySelector('thead input').focus()");
      note('selecting all of them', await pressed('Space'));
      await page.evaluate("document.querySelector('tbody select')?.focus()");
      note('editing one of them', await pressed('ArrowDown'));
      await page.goto(`${page.url().split('?')[0]}?outline=edit`);
      await page.locator('[data-line] [data-handle]').first().waitFor();
      await page.waitForTimeout(settling);
      await page.evaluate("document.querySelectorAll('[data-line] a[data-handle]')[3].focus()");
      note('moving one in the outline', await pressed('Alt+ArrowDown'));
      await page.goto(`${page.url().split('?')[0]}/tests/${mission.testIds[round]}`);
      await page.locator('textarea').first().focus();
      await page.waitForTimeout(settling);
      const typing = tasksDuring(browser, page, async () => {
        await page.keyboard.type('whoami /all && net group "Domain Admins" /domain', { delay: 60 });
        await page.waitForTimeout(settling);
      });
      note('typing in a field of a test', await typing);
      await page.context().close();
    }
    for (let round = 0; round < rounds; round += 1) {
      const { page, inside } = await newPage(browser);
      await signInTo(page, small, '/catalogue/status');
      await page.getByRole('table').first().waitFor();
      await slowDown(inside, slower);
      const pressing = async (selector: string, text: string) => {
        await focusOn(page, selector, text);
        await page.waitForTimeout(settling);
        return tasksDuring(browser, page, async () => {
          await page.keyboard.press('Enter');
          await page.waitForTimeout(settling);
        });
      };
      note('opening the matrix', await pressing('a', 'Matrix'));
      // The page switches a moment later, which `uncheck` would take for a failure.
      await page.getByRole('switch').first().click();
      await page.waitForTimeout(settling);
      note('showing all sub-techniques', await pressing('button', 'Show sub-techniques'));
      await focusOn(page, 'input[type=search]', '');
      const searching = tasksDuring(browser, page, async () => {
        await page.keyboard.type('account');
        await page.waitForTimeout(settling);
      });
      note('searching the matrix', await searching);
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  const figures: Figure[] = [];
  const busiest: string[] = [];
  for (const [what, tasks] of measured) {
    const against = tasks.map(({ longest }) => ({ ours: longest, baseline: limit }));
    figures.push(figureOf(`Longest task: ${what}`, 'ms', against, { most: 1 }));
    busiest.push(`${what} ${Math.round(spreadOf(tasks.map((each) => each.busiest)).median)} ms`);
  }
  return {
    row: 'interface-tasks',
    baseline: 'the longest a task may be',
    figures,
    notes: [
      `tasks of the main thread in a trace, from start to end, with the processor slowed ${slower} times`,
      `the same as time of the processor alone: ${busiest.join(', ')}`,
    ],
  };
}

/** Scrolls with the wheel, in jumps of a hundred rows and more, and to both ends. */
function scrollThrough(browser: Browser, page: Page): Promise<Tasks> {
  return tasksDuring(browser, page, async () => {
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 300);
    for (let turn = 0; turn < 5; turn += 1) {
      await page.mouse.wheel(0, 5000);
      await page.waitForTimeout(100);
    }
    for (const key of ['End', 'Home']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(settling);
    }
  });
}
