import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { mostReports } from '../../../domain/limits.ts';
import { type ReportKind, reportKinds, reportSections } from '../../../domain/reports.ts';
import { nothingWithheld } from '../../../domain/withheld.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf, newMission, nobody, placeOf, told, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let now = Date.parse('2026-11-22T09:30:00.000Z');
let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
let stranger: Person;
before(async () => {
  server = await startTestServer({ seams: { now: () => now } });
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
  stranger = await server.newPerson('redteam');
});
after(() => server.close());

type Shelf = { mission: string; missionPath: string; path: string };

async function newShelf(): Promise<Shelf> {
  const mission = await newMission(admin, { tests: 2, members: [red, blue] });
  const { missionPath } = placeOf(mission);
  return { mission: mission.id, missionPath, path: `${missionPath}/reports` };
}

const add = async ({ path }: Shelf, fields: object = {}) =>
  bodyOf(await red.client.post(path, { kind: 'executive', title: 'To the board', ...fields }), 201);

describe('a draft', () => {
  it('stores its fields, its author and its times', async () => {
    const shelf = await newShelf();
    const answer = await red.client.post(shelf.path, {
      kind: 'technical',
      title: ' Autumn <b> ',
      options: { locale: 'de-DE', time_zone: 'Europe/Berlin', classification: ' TLP:AMBER ' },
      texts: { summary: 'All is <i>well</i>\n', rules: '' },
    });
    const report = bodyOf(answer, 201);
    const by = { id: red.id, display_name: 'redteam 1' };
    const at = new Date(now).toISOString();
    assert.deepEqual(report, {
      id: report.id,
      mission_id: shelf.mission,
      kind: 'technical',
      title: 'Autumn <b>',
      status: 'draft',
      options: {
        commands: true,
        plans: false,
        side: 'both',
        evidence: 'pictures',
        locale: 'de-DE',
        time_zone: 'Europe/Berlin',
        classification: 'TLP:AMBER',
        template_id: null,
        sanitised: false,
        ...nothingWithheld,
      },
      template: null,
      texts: { summary: 'All is <i>well</i>\n' },
      created_by: by,
      created_at: at,
      updated_by: by,
      updated_at: at,
      issued: null,
      files: [],
    });
    const read = await blue.client.get(`${shelf.path}/${report.id}`);
    assert.deepEqual(bodyOf(read, 200), report);
    assert.equal(read.headers.get('etag'), `"${at}"`);
    const { texts: _texts, ...summary } = report;
    const list = bodyOf(await blue.client.get(shelf.path), 200);
    assert.deepEqual(list, { items: [summary], total: 1, limit: 50, offset: 0 });
  });

  it('changes by each option and each text, and has versions', async () => {
    const shelf = await newShelf();
    const report = await add(shelf, { texts: { purpose: 'Why', summary: 'What' } });
    const path = `${shelf.path}/${report.id}`;
    const patch = (body: object, version: string) =>
      red.client.request('PATCH', path, { body, headers: { 'if-match': `"${version}"` } });
    now += 1000;
    const answer = await patch(
      { options: { side: 'red' }, texts: { gaps: 'Two', purpose: '' } },
      report.updated_at,
    );
    const changed = bodyOf(answer, 200);
    assert.deepEqual(changed, {
      ...report,
      options: { ...report.options, side: 'red' },
      texts: { summary: 'What', gaps: 'Two' },
      updated_at: new Date(now).toISOString(),
    });
    assert.equal(answer.headers.get('etag'), `"${changed.updated_at}"`);
    assert.deepEqual(told(await patch({ title: 'Mine' }, report.updated_at)), [412, 'stale', undefined]);
    assert.deepEqual(bodyOf(await red.client.patch(path, {}), 200), changed);
    const renamed = bodyOf(
      await red.client.patch(path, { title: 'To all', options: { classification: '' } }),
      200,
    );
    assert.deepEqual([renamed.title, renamed.options.classification], ['To all', null]);
    assert.equal((await red.client.delete(path)).status, 204);
    assertProblem(await red.client.get(path), 404, 'not_found');
    const { items } = bodyOf(await admin.get(`${shelf.missionPath}/history`), 200);
    assert.deepEqual(
      items
        .filter((entry: { object_id: string }) => entry.object_id === report.id)
        .map((entry: { verb: string }) => entry.verb),
      ['deleted', 'changed', 'changed', 'created'],
    );
    assert.deepEqual(items[2].changes, {
      side: ['both', 'red'],
      purpose_text: ['Why', null],
      gaps_text: [null, 'Two'],
    });
  });

  it('has texts only for the written sections of its kind', async () => {
    const shelf = await newShelf();
    for (const kind of reportKinds) {
      const written = reportSections[kind].filter(({ hint }) => hint !== null).map(({ key }) => key);
      const texts = Object.fromEntries(written.map((key) => [key, `of ${key}`]));
      assert.deepEqual((await add(shelf, { kind, texts })).texts, texts);
      for (const key of [...unwrittenOf(kind), 'nothing', 'constructor']) {
        const body = JSON.stringify({ kind, title: 'x' }).replace(
          '}',
          `,"texts":{${JSON.stringify(key)}:"x"}}`,
        );
        const refused = await red.client.request('POST', shelf.path, {
          raw: body,
          headers: { 'content-type': 'application/json' },
        });
        assert.deepEqual(told(refused), [422, 'invalid', `texts.${key}`]);
      }
    }
    const { id } = await add(shelf);
    const patched = await red.client.patch(`${shelf.path}/${id}`, { texts: { rules: 'none of mine' } });
    assert.deepEqual(told(patched), [422, 'invalid', 'texts.rules']);
  });

  const unwrittenOf = (kind: ReportKind) =>
    reportSections[kind].filter(({ hint }) => hint === null).map(({ key }) => key);

  it('refuses invalid values, and then writes nothing', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    for (const [fields, field] of [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ options: { time_zone: 'Mars/Olympus' } }, 'options.time_zone'],
      [{ options: { time_zone: '' } }, 'options.time_zone'],
      [{ options: { locale: 'tlh' } }, 'options.locale'],
      [{ options: { side: 'green' } }, 'options.side'],
      [{ options: { classification: 'x'.repeat(101) } }, 'options.classification'],
      [{ texts: { summary: 'x'.repeat(20_001) } }, 'texts.summary'],
      [{ texts: { summary: null } }, 'texts.summary'],
      [{ status: 'issued' }, 'status'],
    ] as const) {
      const body = { kind: 'executive', title: 'x', ...fields };
      assert.deepEqual(told(await red.client.post(shelf.path, body)), [422, 'invalid', field]);
      assert.deepEqual(told(await red.client.patch(`${shelf.path}/${id}`, fields)), [422, 'invalid', field]);
    }
    assert.deepEqual(told(await red.client.post(shelf.path, { kind: 'weekly', title: 'x' })), [
      422,
      'invalid',
      'kind',
    ]);
    assert.deepEqual(told(await red.client.patch(`${shelf.path}/${id}`, { kind: 'technical' })), [
      422,
      'invalid',
      'kind',
    ]);
    assert.equal(bodyOf(await red.client.get(shelf.path), 200).total, 1);
  });

  it('is limited in number per mission', async () => {
    const shelf = await newShelf();
    for (let count = 0; count < mostReports; count += 1) await add(shelf);
    const refused = await red.client.post(shelf.path, { kind: 'executive', title: 'One more' });
    assert.deepEqual(told(refused), [422, 'invalid', 'title']);
  });

  it('is for people who see the mission, and only of that mission', async () => {
    const shelf = await newShelf();
    const other = await newShelf();
    const { id } = await add(shelf);
    const path = `${shelf.path}/${id}`;
    for (const answer of [
      await stranger.client.get(shelf.path),
      await stranger.client.post(shelf.path, { kind: 'executive', title: 'x' }),
      await stranger.client.get(path),
      await stranger.client.patch(path, { title: 'x' }),
      await stranger.client.delete(path),
      await red.client.get(`${other.path}/${id}`),
      await red.client.patch(`${other.path}/${id}`, { title: 'x' }),
      await red.client.delete(`${other.path}/${id}`),
      await red.client.get(`${shelf.path}/${nobody}`),
    ]) {
      assertProblem(answer, 404, 'not_found');
    }
    assertProblem(await blue.client.post(shelf.path, { kind: 'executive', title: 'x' }), 403, 'forbidden');
    assertProblem(await blue.client.patch(path, { title: 'x' }), 403, 'forbidden');
    assertProblem(await blue.client.delete(path), 403, 'forbidden');
    assert.equal(bodyOf(await blue.client.get(path), 200).title, 'To the board');
  });

  it('is written in a completed mission, and only read in an archived one', async () => {
    const shelf = await newShelf();
    await walk(red.client, shelf.missionPath, 'in_progress', 'completed');
    const { activity_at: _none, ...before } = bodyOf(await red.client.get(shelf.missionPath), 200);
    const report = await add(shelf);
    const { activity_at: _still, ...since } = bodyOf(await red.client.get(shelf.missionPath), 200);
    assert.deepEqual(since, before);
    const path = `${shelf.path}/${report.id}`;
    bodyOf(await red.client.patch(path, { title: 'After it' }), 200);
    await walk(red.client, shelf.missionPath, 'archived');
    assertProblem(await red.client.post(shelf.path, { kind: 'executive', title: 'x' }), 409, 'archived');
    assertProblem(await red.client.patch(path, { title: 'x' }), 409, 'archived');
    assertProblem(await red.client.delete(path), 409, 'archived');
    assert.equal(bodyOf(await blue.client.get(path), 200).title, 'After it');
  });

  it('is deleted with its mission', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    assert.equal((await red.client.delete(shelf.missionPath)).status, 204);
    assertProblem(await admin.get(shelf.path), 404, 'not_found');
    assertProblem(await admin.get(`${shelf.path}/${id}`), 404, 'not_found');
  });
});
