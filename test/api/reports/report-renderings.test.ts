import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { unzipSync } from 'fflate';
import { reportKinds } from '../../../domain/reports.ts';
import { measurePicture } from '../../../server/reports/content/pictures.ts';
import { reportModel } from '../../../server/reports/model.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  placeOf,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import { sample } from '../../support/sample.ts';
import {
  type Answer,
  type Client,
  type Person,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

let server: TestServer;
let admin: Client;
let red: Person;
let blue: Person;
let stranger: Person;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
  red = await server.newPerson('redteam');
  blue = await server.newPerson('soc');
  stranger = await server.newPerson('redteam');
});
after(() => server.close());

type Shelf = { mission: string; missionPath: string; path: string; test: ReturnType<typeof placeOf> };

const hostile = '<script>alert(1)</script>';

async function newShelf(): Promise<Shelf> {
  const mission = await newMission(admin, { tests: 2, members: [red, [blue, 'blue']], name: `M ${hostile}` });
  const test = placeOf(mission);
  bodyOf(await red.client.put(test.path, { command: `echo ${hostile}`, output: 'done' }), 200);
  bodyOf(await attach(red.client, test, evidenceForm(`seen ${hostile}`)), 201);
  await walk(red.client, test.path, 'executed');
  return { mission: mission.id, missionPath: test.missionPath, path: `${test.missionPath}/reports`, test };
}

const add = async ({ path }: Shelf, fields: object = {}) =>
  bodyOf(await red.client.post(path, { kind: 'technical', title: 'To the board', ...fields }), 201);

describe('a rendering', () => {
  it('is created on request and reports its progress', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    const at = `${shelf.path}/${id}`;
    assertProblem(await red.client.get(`${at}/renderings/json`), 404, 'not_found');
    const asked = bodyOf(await red.client.post(`${at}/renderings`, { format: 'json' }), 202);
    assert.equal(asked.format, 'json');
    assert.ok(['waiting', 'running'].includes(asked.state), asked.state);
    const answer = await makeRendering(blue.client, at, 'json');
    const model = reportModel.parse(answer.body);
    assert.deepEqual([model.report.id, model.report.kind, model.report.issued], [id, 'technical', null]);
    assert.equal(model.scenarios[0]?.tests[0]?.command, `echo ${hostile}`);
  });

  it('has pictures with the pixels that a page shows, and leaves the files of the evidence as they are', async () => {
    const shelf = await newShelf();
    const screen = new Uint8Array(readFileSync(path.resolve('docs/guide/images/report.png')));
    const huge = Buffer.from(screen);
    huge.writeUInt32BE(10_000, 16);
    huge.writeUInt32BE(10_000, 20);
    const kept: { id: string; sha256: string }[] = [];
    for (const bytes of [screen, new Uint8Array(huge)]) {
      const form = evidenceForm(bytes, { name: 'screen.png', type: 'image/png' });
      kept.push(bodyOf(await attach(red.client, shelf.test, form), 201));
    }
    const { id } = await add(shelf, { options: { evidence: 'pictures' } });
    const at = `${shelf.path}/${id}`;
    const { body } = await makeRendering(red.client, at, 'html');
    const [shown = '', ...others] = [
      ...body.matchAll(/<img alt="[^"]*" src="data:image\/png;base64,([^"]*)"/g),
    ];
    assert.equal(others.length, 0);
    assert.equal(measurePicture(Buffer.from(shown[1] ?? '', 'base64'))?.width, 987);
    assert.match(body, /This picture is too large to display/);
    bodyOf(await red.client.post(`${at}/renderings`, { format: 'docx' }), 202);
    await until(async () => (await red.client.get(`${at}/renderings/docx`)).status === 200);
    const document = unzipSync(await fetchBytes(red.client, `${at}/renderings/docx`));
    const pictures = Object.entries(document).filter(([name]) => /^word\/media\/.*\.png$/.test(name));
    assert.deepEqual(
      pictures.map(([, bytes]) => measurePicture(Buffer.from(bytes))?.width),
      [987],
    );
    for (const file of kept) {
      const bytes = await fetchBytes(red.client, `/api/v1/evidence/${file.id}`);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256);
    }
  });

  it('is sent as a file that runs nothing', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf, { title: ' ../..\\"Ünï%\r\n‮tidy" <b>.exe ' });
    const at = `${shelf.path}/${id}`;
    const { headers, body } = await makeRendering(red.client, at, 'html');
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    const disposition = headers.get('content-disposition') ?? '';
    assert.match(disposition, /^attachment; filename="_n_ tidy b .exe.html"/);
    assert.equal(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? ''), 'Ünï tidy b .exe.html');
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      "frame-ancestors 'none'",
    ]) {
      assert.ok(policy.includes(part), policy);
    }
    assert.match(policy, /(^|; )sandbox($|;)/);
    assert.doesNotMatch(policy, /script|connect/);
    assert.ok(body.includes('&lt;script&gt;alert(1)'));
    assert.ok(!body.includes(hostile));
    const ofPart = await red.client.get(`${at}/renderings/html`, { range: 'bytes=0-9' });
    assert.deepEqual([ofPart.status, ofPart.body], [206, body.slice(0, 10)]);
  });

  it('is shown in a frame of the interface with a ticket, once', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    const at = `${shelf.path}/${id}/renderings/html`;
    await makeRendering(red.client, `${shelf.path}/${id}`, 'html');
    const { ticket } = bodyOf(await red.client.post('/api/v1/auth/ticket'), 200);
    const shown = await server.anonymous.get(`${at}?inline=true&ticket=${ticket}`);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('content-disposition'), 'inline');
    assert.match(shown.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'/);
    assertProblem(await server.anonymous.get(`${at}?inline=true&ticket=${ticket}`), 401, 'unauthenticated');
    const inJson = await red.client.get(at.replace(/html$/, 'json?inline=true'));
    assert.deepEqual(told(inJson), [422, 'invalid', 'inline']);
    const page = await server.anonymous.get('/');
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-src 'self'/);
  });

  it('is created again on the next request, and removed when cancelled', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    const at = `${shelf.path}/${id}`;
    assert.equal((await makeRendering(red.client, at, 'json')).body.report.title, 'To the board');
    bodyOf(await red.client.patch(at, { title: 'To all' }), 200);
    assert.equal(bodyOf(await red.client.get(`${at}/renderings/json`), 200).report.title, 'To the board');
    assert.equal((await makeRendering(red.client, at, 'json')).body.report.title, 'To all');
    assert.equal((await red.client.delete(`${at}/renderings/json`)).status, 204);
    assertProblem(await red.client.get(`${at}/renderings/json`), 404, 'not_found');
    assertProblem(await red.client.delete(`${at}/renderings/json`), 404, 'not_found');
    bodyOf(await red.client.post(`${at}/renderings`, { format: 'html' }), 202);
    assert.equal((await red.client.delete(`${at}/renderings/html`)).status, 204);
    assertProblem(await red.client.get(`${at}/renderings/html`), 404, 'not_found');
    // The next rendering starts only after the cancelled one has ended.
    await makeRendering(red.client, at, 'csv');
    assert.equal((await red.client.delete(at)).status, 204);
    await until(() => !existsSync(path.join(server.dataDir, 'renderings', id)));
  });

  it('continues for others who wait when one person stops it', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    const at = `${shelf.path}/${id}`;
    bodyOf(await red.client.post(`${at}/renderings`, { format: 'docx' }), 202);
    bodyOf(await red.client.post(`${at}/renderings`, { format: 'html' }), 202);
    bodyOf(await blue.client.post(`${at}/renderings`, { format: 'html' }), 202);
    assert.equal((await red.client.delete(`${at}/renderings/html`)).status, 204);
    assert.ok([200, 202].includes((await blue.client.get(`${at}/renderings/html`)).status));
    assert.equal((await blue.client.delete(`${at}/renderings/html`)).status, 204);
    assertProblem(await blue.client.get(`${at}/renderings/html`), 404, 'not_found');
    assert.equal((await red.client.delete(`${at}/renderings/docx`)).status, 204);
  });

  it('is for people who see the mission at that moment', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    const at = `${shelf.path}/${id}`;
    await makeRendering(blue.client, at, 'json');
    for (const answer of [
      await stranger.client.post(`${at}/renderings`, { format: 'json' }),
      await stranger.client.get(`${at}/renderings/json`),
      await stranger.client.delete(`${at}/renderings/json`),
      await stranger.client.post(`${at}/issue`),
      await stranger.client.get(`${at}/verification`),
      await red.client.get(`${at}/renderings/exe`),
      await red.client.get(`${at}/renderings/..%2fjson`),
    ]) {
      assertProblem(answer, 404, 'not_found');
    }
    assert.deepEqual(told(await red.client.post(`${at}/renderings`, { format: 'exe' })), [
      422,
      'invalid',
      'format',
    ]);
    assertProblem(await blue.client.post(`${at}/issue`), 403, 'forbidden');
    bodyOf(
      await admin.put(`${shelf.missionPath}/members`, { members: [{ user_id: red.id, role_hint: 'red' }] }),
      200,
    );
    assertProblem(await blue.client.get(`${at}/renderings/json`), 404, 'not_found');
  });

  it('exists for every kind of report, in every format', async () => {
    const shelf = await newShelf();
    const others = ['docx', 'csv', 'xlsx', 'json', 'csv', 'xlsx'] as const;
    for (const [index, kind] of sample([...reportKinds.entries()], 3)) {
      const { id } = await add(shelf, { kind });
      for (const format of ['html', others[index % others.length] ?? 'json'] as const) {
        const { status, headers } = await makeRendering(red.client, `${shelf.path}/${id}`, format);
        assert.equal(status, 200, `${kind} ${format}`);
        assert.ok(Number(headers.get('content-length')) > 100, `${kind} ${format}`);
      }
    }
  });

  it('continues in an archived mission', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    await walk(red.client, shelf.missionPath, 'in_progress', 'completed', 'archived');
    assert.equal((await makeRendering(red.client, `${shelf.path}/${id}`, 'json')).status, 200);
    assertProblem(await red.client.post(`${shelf.path}/${id}/issue`), 409, 'archived');
  });

  it('is recorded in the history when it is downloaded', async () => {
    const shelf = await newShelf();
    const { id } = await add(shelf);
    const { headers } = await makeRendering(red.client, `${shelf.path}/${id}`, 'csv');
    const { items } = bodyOf(await admin.get(`/api/v1/audit?object_id=${id}&verb=downloaded`), 200);
    assert.deepEqual(
      items.map(({ changes }: { changes: object }) => changes),
      [{ format: [null, 'csv'], sha256: [null, JSON.parse(headers.get('etag') ?? '')] }],
    );
  });

  it('waits within a limit', async () => {
    const shelf = await newShelf();
    const answers: Answer[] = [];
    for (let count = 0; count < 12; count += 1) {
      const { id } = await add(shelf);
      answers.push(await red.client.post(`${shelf.path}/${id}/renderings`, { format: 'html' }));
    }
    const refused = answers.find(({ status }) => status !== 202);
    assert.deepEqual(refused && told(refused), [429, 'too_many_requests', undefined]);
  });
});
