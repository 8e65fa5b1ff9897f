import { type Place, placeOf } from '../../../support/missions/factories.ts';
import { patience } from '../../../support/servers/slowness.ts';
import { standing } from '../../looks/standing.ts';
import { type At, idOfMade, type Made, missionWrites } from '../../scenes/mission-writes.ts';
import { expect, newTeam, type Page, runningMission, test } from '../../support.ts';

// After each kind of write, an open page has to show the same in every field as a newly loaded one.

const pages: Record<string, (at: At) => string> = {
  'the tests of a mission': ({ first }) => `/missions/${first.mission}`,
  'a test': ({ first }) => `/missions/${first.mission}/tests/${first.test}`,
  'a retested test': ({ second }) => `/missions/${second.mission}/tests/${second.test}`,
  'the timeline': ({ first }) => `/missions/${first.mission}/timeline`,
  'the results': ({ first }) => `/missions/${first.mission}/results`,
  'the findings': ({ first }) => `/missions/${first.mission}/findings`,
  'the remediation': ({ first }) => `/missions/${first.mission}/remediation`,
  'the reports': ({ first }) => `/missions/${first.mission}/report`,
  'the history': ({ first }) => `/missions/${first.mission}/history`,
  'the wall': ({ first }) => `/missions/${first.mission}/wall`,
};

/** Lines of a page, without clocks and markers of new changes. */
async function readPage(page: Page): Promise<string[]> {
  const text = await standing(page.getByRole('main'));
  return text
    .split('\n')
    .map((line) => line.replace(/\b\d+ (?:s|min|h)\b(?: ago)?|just now|\b\d\d:\d\d:\d\d\b/g, '…').trim())
    .filter((line) => !/^(?:|new|Mark \d+ as seen)$/.test(line));
}

for (const [name, pathOf] of Object.entries(pages)) {
  test(`${name}: an open page shows after each write what a loaded one does`, { tag: '@nightly' }, async ({
    open,
    server,
  }) => {
    test.setTimeout(patience * 1_800_000);
    const { red, blue } = await newTeam(server);
    const mission = await runningMission({ red, blue });
    const [first, second, third] = [0, 1, 2].map((index) => placeOf(mission, index)) as [Place, Place, Place];
    const at: At = { red: red.client, blue: blue.client, first, second, third, made: {} as Made };
    const page = await open.as(blue, pathOf(at));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const other = await page.context().newPage();
    for (const [write, send, keeps] of missionWrites) {
      const answer = await send(at);
      expect(answer.status, `${write}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      if (keeps !== undefined) at.made[keeps] = idOfMade(answer);
      await other.goto(pathOf(at));
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(async () => {
        expect(await readPage(page)).toEqual(await readPage(other));
      }, `after: ${write}`).toPass({ timeout: patience * 20_000 });
    }
  });
}
