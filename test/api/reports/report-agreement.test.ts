import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { describeRate, listHeadline } from '../../../domain/charts/figure-words.ts';
import { factKinds, factResults } from '../../../domain/outcomes.ts';
import { renderDocx } from '../../../server/reports/docx/render.ts';
import { renderHtml } from '../../../server/reports/html/document.ts';
import { english as words } from '../../../server/words.ts';
import { bodyOf, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { render } from '../../support/reports/report-samples.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

/** A pseudo-random number from 0 up to 1, the same row for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const executed_at = '2026-11-20T09:00:00.000Z';

async function newRandomMission(random: () => number) {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const mission = await newMission(admin, { tests: 14 });
  const record = async (path: string) => {
    for (let left = Math.floor(random() * 4); left > 0; left -= 1) {
      const at = pick([
        null,
        '2026-11-20T09:03:00.000Z',
        '2026-11-20T11:00:00.000Z',
        '2026-11-22T09:00:00.000Z',
      ]);
      const fact = { kind: pick(factKinds), result: pick(factResults), at };
      bodyOf(await admin.post(`${path}/facts`, fact), 201);
    }
  };
  for (let index = 0; index < 14; index += 1) {
    const { path } = placeOf(mission, index);
    if (random() < 0.1) {
      await walk(admin, path, 'skipped');
      continue;
    }
    bodyOf(await admin.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
    await record(path);
    if (random() < 0.3) {
      bodyOf(await admin.post(`${path}/runs`, { reason: 'retest' }), 201);
      bodyOf(await admin.post(`${path}/transition`, { status: 'executed', executed_at }), 200);
      await record(path);
    }
  }
  return mission;
}

const textIn = (markup: string) =>
  markup
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#160;', ' ')
    .replaceAll('\u00a0', ' ')
    .replace(/\s+/g, ' ');

describe('one thing has one figure', () => {
  for (let seed = 1; seed <= 8; seed += 1) {
    it(`in the API, on Home, in the report and its documents, of random mission ${seed}`, async () => {
      const mission = await newRandomMission(randomFrom(seed));
      const figures = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures`), 200);
      const model = await modelOf(server, mission.id);
      assert.deepEqual(model.figures, figures);
      const classes = model.scenarios.flatMap(({ tests }) => tests.map((test) => test.class));
      for (const [key, count] of Object.entries(figures.classes)) {
        assert.equal(classes.filter((found) => found === key).length, count, key);
        const listed = bodyOf(await admin.get(`/api/v1/missions/${mission.id}/figures/tests?of=${key}`), 200);
        assert.equal(listed.test_ids.length, count, key);
      }

      const html = textIn((await render(renderHtml, model)).toString());
      const archive = unzipSync(await render(renderDocx, model));
      const docx = textIn(strFromU8(archive['word/document.xml'] as Uint8Array));
      for (const { name, rate } of listHeadline(figures, figures.first, words)) {
        const said = rate.N === 0 ? '–' : `${rate.n} of ${rate.N}`;
        assert.ok(html.includes(`${name} ${said}`), `${name} ${said} in HTML`);
        assert.ok(docx.includes(`${name} : ${said}`), `${name}: ${said} in Word`);
      }
      const inTime = describeRate(figures.within['15m'], words).replaceAll('\u00a0', ' ');
      assert.ok(html.includes(`Detected within 15 min ${inTime}`), 'within 15 min in HTML');
      for (const [name, count] of [
        ['Prevented', figures.classes.prevented],
        ['Detected', figures.classes.alerted],
        ['Logged only', figures.classes.logged],
        ['Missed', figures.classes.not_detected],
        ['Not judged', figures.not_judged],
      ]) {
        assert.ok(docx.includes(`${name} ${count} `), `${name} ${count} in Word`);
      }
      assert.ok(html.includes(`${figures.judged} of ${figures.attempted} run tests judged`));
    });
  }

  it('over all missions is the sum of theirs', async () => {
    const { items } = bodyOf(await admin.get('/api/v1/missions?limit=100'), 200);
    const sum = { attempted: 0, judged: 0, missed: 0 };
    for (const { id } of items) {
      const { attempted, judged, missed } = bodyOf(await admin.get(`/api/v1/missions/${id}/figures`), 200);
      sum.attempted += attempted;
      sum.judged += judged;
      sum.missed += missed.n;
    }
    const { attempted, judged, missed } = bodyOf(await admin.get('/api/v1/headline'), 200);
    assert.deepEqual({ attempted, judged, missed: missed.n }, sum);
  });
});
