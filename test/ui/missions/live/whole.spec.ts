import type { Request } from '@playwright/test';
import { patience } from '../../../support/servers/slowness.ts';
import { testWithCatalogue } from '../../servers.ts';
import { beLive, expect, type Page } from '../../support.ts';
import { type Scene, setScene, writesOfOthers } from './writes-of-others.ts';

const toPages = ({ mission, test, finding }: Scene): Record<string, string> => {
  const path = `/missions/${mission.id}`;
  const below = (api: string) => api.slice('/api/v1'.length);
  return {
    'the table': path,
    'a test': below(test),
    'the results': `${path}/results`,
    'the timeline': `${path}/timeline`,
    'a finding': below(finding),
    'the suggestions': `${path}/findings/suggestions`,
    'the remediations': `${path}/remediation`,
  };
};

const intervals = [10, 20, 50, 100];

/** Parts of one page alone: marks of what is new since it was opened, and people who have it open. */
const ofOnePage =
  /^ *- (button "Mark \d+ as seen"|text: new|list "Viewing this \w+"|listitem "[^"]*Viewing this \w+").*\n/gm;

const readPage = async (page: Page): Promise<string> =>
  (await page.locator('main').ariaSnapshot())
    .replaceAll(ofOnePage, '')
    .replaceAll(/ new(?=[ ":]|$)|(?<=")new /gm, '');

/** The requests of a page that are not answered yet. */
function countAsked(page: Page): { waiting: number } {
  const asked = { waiting: 0 };
  const add = (by: 1 | -1) => (request: Request) => {
    if (!/\/(events\?|presence)/.test(request.url())) asked.waiting += by;
  };
  page.on('request', add(1));
  page.on('requestfinished', add(-1));
  page.on('requestfailed', add(-1));
  return asked;
}

testWithCatalogue(
  'pages that stay open show what a reload shows, after each kind of write of others',
  async ({ open, server }) => {
    const scene = await setScene(server);
    const pages = Object.entries(toPages(scene));
    const opened: Record<string, Page> = {};
    for (const [index, [name, path]] of pages.entries()) {
      // One person has six streams at most.
      opened[name] = await open.as(scene.viewers[index < 5 ? 0 : 1], path);
      await beLive(opened[name]);
    }
    const fresh = await open.as(scene.viewers[0], '/favicon.svg');
    const asked = countAsked(fresh);
    const isLoaded = async () =>
      asked.waiting === 0 && (await fresh.locator('main [aria-busy=true]').count()) === 0;
    /** Loads the pages anew, and waits until those that are open show the same. Returns what that is. */
    const compare = async (after: string): Promise<Record<string, string>> => {
      const read: Record<string, string> = {};
      for (const [index, [name, path]] of pages.entries()) {
        if (index === 0) await fresh.goto(path);
        else {
          const go = `history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`;
          await fresh.evaluate(go);
        }
        await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible();
        const isTheSame = async () => {
          expect(await isLoaded()).toBe(true);
          read[name] = await readPage(fresh);
          expect(await readPage(opened[name] as Page)).toBe(read[name]);
        };
        await expect(isTheSame, `${name} after ${after}`).toPass({ timeout: patience * 60_000, intervals });
      }
      return read;
    };
    let before = await compare('nothing');
    for (const [what, write] of writesOfOthers) {
      await testWithCatalogue.step(what, async () => {
        const { status, body } = await write(scene);
        expect(status, JSON.stringify(body)).toBeLessThan(300);
        const now = await compare(what);
        const changed = pages.filter(([name]) => now[name] !== before[name]);
        expect(changed, `${what} is seen nowhere`).not.toEqual([]);
        before = now;
      });
    }
  },
);
