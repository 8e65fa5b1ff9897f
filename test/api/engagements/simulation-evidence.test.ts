import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { SimulationEvidence } from '../../../server/simulations/evidence/contract.ts';
import { endedVerification } from '../../support/backups/backup-jobs.ts';
import {
  type EngagementsServer,
  move,
  newSimulation,
  readSimulation,
  simulationIn,
  startEngagementsServer,
} from '../../support/missions/engagements.ts';
import { bodyOf, evidenceForm, nobody, told } from '../../support/missions/factories.ts';
import { filesBelow } from '../../support/servers/evidence-host.ts';
import type { Answer, Client } from '../../support/servers/server.ts';

let server: EngagementsServer;
let admin: Client;
let red: Client;
let soc: Client;
before(async () => {
  server = await startEngagementsServer();
  admin = server.admin.client;
  red = server.red.client;
  soc = server.soc.client;
});
after(() => server.close());

const root = () => server.filesOf('simulation_evidence');
const attach = (client: Client, simulation: string, form = evidenceForm()): Promise<Answer> =>
  client.request('POST', `/api/simulations/${simulation}/evidence`, { raw: form });
const added = async (client: Client, simulation: string, form?: FormData): Promise<SimulationEvidence> =>
  bodyOf(await attach(client, simulation, form), 201);
const pathOf = ({ id }: { id: string }) => `/api/simulations/evidence/${id}`;

describe('evidence of a simulation', () => {
  it('is kept, listed with its simulation, counted in lists, and served as it was sent', async () => {
    const { id, engagement_id, updated_at } = await newSimulation(red);
    const bytes = 'what the analyst saw';
    const form = evidenceForm(bytes, { name: '../seen <b>.txt', caption: 'first', side: 'red' });
    const record = await added(red, id, form);
    const { id: _id, uploaded_at, uploaded_by, ...rest } = record;
    assert.deepEqual(rest, {
      engagement_id,
      simulation_id: id,
      side: 'red',
      file_name: 'seen <b>.txt',
      mime_type: 'text/plain',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      caption: 'first',
    });
    assert.equal(uploaded_by?.id, server.red.id);
    const simulation = await readSimulation(soc, id);
    assert.deepEqual(simulation.evidence, [record]);
    assert.equal(simulation.updated_at, uploaded_at);
    assert.ok(uploaded_at > updated_at);
    const [listed] = bodyOf(await soc.get(`/api/engagements/${engagement_id}/simulations`), 200).items;
    assert.deepEqual([listed.evidence_count, 'evidence' in listed], [1, false]);
    assert.deepEqual(bodyOf(await soc.get(`${pathOf(record)}/record`), 200), record);
    const file = await fetch(`${server.url}${pathOf(record)}`, {
      headers: { authorization: `Bearer ${soc.token}`, range: 'bytes=5-7' },
    });
    assert.deepEqual([file.status, await file.text()], [206, 'the']);
    assert.equal(file.headers.get('etag'), `"${record.sha256}"`);
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment/);
    assert.deepEqual(filesBelow(root()), [path.join(engagement_id, id, record.sha256)]);
  });

  it('belongs to the side that its sender writes for', async () => {
    const { id } = await newSimulation(red);
    const sides = [];
    for (const client of [red, soc, admin]) sides.push((await added(client, id)).side);
    assert.deepEqual(sides, ['red', 'soc', 'soc']);
    assert.equal((await added(admin, id, evidenceForm('x', { side: 'red' }))).side, 'red');
    const [ofRed, ofSoc] = (await readSimulation(admin, id)).evidence as [
      SimulationEvidence,
      SimulationEvidence,
    ];
    assert.deepEqual(told(await attach(red, id, evidenceForm('x', { side: 'soc' }))), [
      403,
      'forbidden',
      undefined,
    ]);
    assert.deepEqual(told(await attach(soc, id, evidenceForm('x', { side: 'red' }))), [
      403,
      'forbidden',
      undefined,
    ]);
    assert.deepEqual(told(await attach(red, id, evidenceForm('x', { side: 'blue' }))), [
      422,
      'invalid',
      'side',
    ]);
    assert.deepEqual(told(await red.delete(pathOf(ofSoc))), [403, 'forbidden', undefined]);
    assert.deepEqual(told(await soc.delete(pathOf(ofRed))), [403, 'forbidden', undefined]);
    assert.equal((await readSimulation(admin, id)).evidence.length, 4);
  });

  it('has a caption that its side can change, which is a write to the simulation', async () => {
    const { id, engagement_id } = await newSimulation(red);
    const record = await added(red, id, evidenceForm('x', { caption: 'first' }));
    const caption = (client: Client, body: object) => client.patch(`${pathOf(record)}/record`, body);
    assert.deepEqual(told(await caption(soc, { caption: 'mine' })), [403, 'forbidden', undefined]);
    const changed = bodyOf(await caption(red, { caption: ' second ' }), 200);
    assert.deepEqual(changed, { ...record, caption: 'second' });
    const simulation = await readSimulation(soc, id);
    assert.deepEqual(simulation.evidence, [changed]);
    assert.ok(simulation.updated_at > record.uploaded_at);
    const history = `/api/engagements/${engagement_id}/history?simulation_id=${id}`;
    const [entry] = bodyOf(await admin.get(history), 200).items;
    assert.partialDeepStrictEqual(entry, {
      object_type: 'evidence',
      object_id: record.id,
      verb: 'changed',
      changes: { caption: ['first', 'second'] },
    });
    bodyOf(await caption(red, {}), 200);
    assert.equal((await readSimulation(soc, id)).updated_at, simulation.updated_at);
    assert.equal(bodyOf(await caption(admin, { caption: null }), 200).caption, null);
    assert.deepEqual(told(await caption(red, { caption: 'x'.repeat(2001) })), [422, 'invalid', 'caption']);
    assert.deepEqual(told(await caption(red, { side: 'soc' })), [422, 'invalid', 'side']);
  });

  const refusals: [what: string, form: () => FormData, status: number, code: string][] = [
    [
      'of a kind that is not on the list',
      () => evidenceForm('MZ', { name: 'a.exe' }),
      415,
      'unsupported_media_type',
    ],
    [
      'whose bytes are another kind',
      () => evidenceForm('text', { name: 'a.png', type: 'image/png' }),
      415,
      'unsupported_media_type',
    ],
    ['without a byte', () => evidenceForm(''), 422, 'invalid'],
    ['over 25,600,000 bytes', () => evidenceForm('x'.repeat(25_600_001)), 413, 'too_large'],
  ];
  for (const [what, form, status, code] of refusals) {
    it(`refuses a file ${what} and keeps nothing`, async () => {
      const { id, engagement_id, updated_at } = await newSimulation(red);
      assert.deepEqual(told(await attach(red, id, form())).slice(0, 2), [status, code]);
      const simulation = await readSimulation(red, id);
      assert.deepEqual([simulation.evidence, simulation.updated_at], [[], updated_at]);
      assert.equal(existsSync(path.join(root(), engagement_id)), false);
    });
  }

  it('is neither added nor deleted while its simulation is done', async () => {
    const { id } = await simulationIn(admin, 'review_required');
    const record = await added(soc, id);
    bodyOf(await move(admin, id, 'done'), 200);
    for (const client of [admin, red, soc]) {
      assert.deepEqual(told(await attach(client, id)), [409, 'done', undefined]);
    }
    assert.deepEqual(told(await soc.delete(pathOf(record))), [409, 'done', undefined]);
    const late = await soc.patch(`${pathOf(record)}/record`, { caption: 'late' });
    assert.deepEqual(told(late), [409, 'done', undefined]);
    assert.equal((await soc.get(pathOf(record))).status, 200);
    bodyOf(await move(admin, id, 'review_required'), 200);
    assert.equal((await soc.delete(pathOf(record))).status, 204);
    assert.deepEqual(told(await soc.get(`${pathOf(record)}/record`)), [404, 'not_found', undefined]);
  });

  it('has a caption that its side changes', async () => {
    const { id } = await newSimulation(red);
    const record = await added(red, id);
    const path = `${pathOf(record)}/record`;
    const changed = bodyOf(await red.patch(path, { caption: 'the door' }), 200);
    assert.deepEqual(changed, { ...record, caption: 'the door' });
    const simulation = await readSimulation(soc, id);
    assert.deepEqual(simulation.evidence, [changed]);
    assert.ok(simulation.updated_at > record.uploaded_at);
    assert.deepEqual(told(await soc.patch(path, { caption: 'x' })), [403, 'forbidden', undefined]);
    assert.equal(bodyOf(await red.patch(path, { caption: null }), 200).caption, null);
    for (const status of ['in_progress', 'review_required', 'done'])
      bodyOf(await move(admin, id, status), 200);
    assert.deepEqual(told(await red.patch(path, { caption: 'x' })), [409, 'done', undefined]);
  });

  it('is not found if it does not exist', async () => {
    assert.deepEqual(told(await attach(red, nobody)), [404, 'not_found', undefined]);
    assert.deepEqual(told(await red.get(pathOf({ id: nobody }))), [404, 'not_found', undefined]);
    assert.deepEqual(told(await red.get(pathOf({ id: 'nothing' }))), [404, 'not_found', undefined]);
    assert.deepEqual(told(await red.delete(pathOf({ id: nobody }))), [404, 'not_found', undefined]);
  });

  it('keeps a file until its last record goes', async () => {
    const { id, engagement_id } = await newSimulation(red);
    const [one, two] = [await added(red, id), await added(soc, id)];
    const file = path.join(root(), engagement_id, id, one.sha256);
    assert.equal((await red.delete(pathOf(one))).status, 204);
    assert.equal(existsSync(file), true);
    assert.equal((await soc.delete(pathOf(two))).status, 204);
    assert.equal(existsSync(path.join(root(), engagement_id)), false);
  });

  it('is deleted with its simulation and with its engagement', async () => {
    const simulation = await newSimulation(red);
    const other = await newSimulation(red, {}, simulation.engagement_id);
    const record = await added(red, simulation.id);
    await added(red, other.id);
    const folder = path.join(root(), simulation.engagement_id);
    assert.equal((await red.delete(`/api/simulations/${simulation.id}`)).status, 204);
    assert.deepEqual(told(await red.get(pathOf(record))), [404, 'not_found', undefined]);
    assert.equal(existsSync(path.join(folder, simulation.id)), false);
    assert.equal(existsSync(path.join(folder, other.id)), true);
    assert.equal((await red.delete(`/api/engagements/${simulation.engagement_id}`)).status, 204);
    assert.equal(existsSync(folder), false);
  });

  it('is in the history of its engagement, downloads too', async () => {
    const { id, engagement_id } = await newSimulation(red);
    const record = await added(red, id);
    await soc.get(pathOf(record));
    await red.delete(pathOf(record));
    const { items } = bodyOf(
      await admin.get(`/api/engagements/${engagement_id}/history?simulation_id=${id}`),
      200,
    );
    assert.deepEqual(
      items
        .slice(0, 3)
        .map((entry: { verb: string; object_type: string; object_id: string }) => [
          entry.verb,
          entry.object_type,
          entry.object_id,
        ]),
      ['deleted', 'downloaded', 'created'].map((verb) => [verb, 'evidence', record.id]),
    );
    assert.equal(items[2].changes.sha256[1], record.sha256);
  });

  it('is not served once damaged, is reported, and its record stays', async () => {
    const { id, engagement_id } = await newSimulation(red);
    const record = await added(red, id, evidenceForm('whole'));
    const file = path.join(root(), engagement_id, id, record.sha256);
    writeFileSync(file, 'wrong');
    assert.deepEqual(told(await red.get(pathOf(record))), [500, 'evidence_corrupt', undefined]);
    assert.equal((await server.anonymous.get('/api/health')).body.evidence, 'corrupt');
    await added(soc, id, evidenceForm('whole'));
    assert.equal((await red.get(pathOf(record))).status, 200);
    assert.equal((await server.anonymous.get('/api/health')).status, 200);
  });

  it('is named with its simulation by a verification if damaged', async () => {
    const simulation = await newSimulation(red, { name: 'Dump credentials' });
    const record = await added(red, simulation.id, evidenceForm('whole', { name: 'dump.txt' }));
    const file = path.join(root(), simulation.engagement_id, simulation.id, record.sha256);
    writeFileSync(file, 'wrong');
    bodyOf(await admin.post('/api/v1/verification'), 202);
    const { result } = await endedVerification(admin);
    const engagement = bodyOf(await admin.get(`/api/engagements/${simulation.engagement_id}`), 200);
    assert.deepEqual(result?.damaged, [
      {
        kind: 'evidence',
        id: record.id,
        file_name: 'dump.txt',
        mission: null,
        test: null,
        engagement: { id: engagement.id, name: engagement.name },
        simulation: { id: simulation.id, name: 'Dump credentials' },
      },
    ]);
    assert.equal((await red.delete(pathOf(record))).status, 204);
  });

  it('is deleted when a test installation is reset', async () => {
    const own = await startEngagementsServer({ env: { APP_ENV: 'test' } });
    try {
      const { client } = own.admin;
      const { id } = await newSimulation(client);
      const record = await added(client, id);
      bodyOf(await client.post('/api/v1/diag/reset'), 200);
      assert.equal((await client.get(pathOf(record))).status, 404);
      assert.deepEqual((await readSimulation(client, id)).evidence, []);
    } finally {
      await own.close();
    }
  });
});

describe('quotas of evidence', () => {
  it('count per engagement, and per person over missions and engagements', async () => {
    const own = await startEngagementsServer({
      env: { SVC_QUOTA_MISSION_MIB: '1', SVC_QUOTA_PERSON_MIB: '2' },
    });
    try {
      const half = 'x'.repeat(512 * 1024);
      const client = own.red.client;
      const { id, engagement_id } = await newSimulation(client);
      await added(client, id, evidenceForm(half));
      await added(client, id, evidenceForm(half, { name: 'again.txt' }));
      const refused = await attach(own.soc.client, id, evidenceForm('!'));
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.detail],
        [413, 'quota_exceeded', 'With this file, the evidence of this engagement exceeds the limit of 1 MiB'],
      );
      const other = await newSimulation(client);
      await added(client, other.id, evidenceForm(half));
      await added(client, other.id, evidenceForm(half, { name: 'again.txt' }));
      const third = await newSimulation(client);
      assert.equal(
        (await attach(client, third.id, evidenceForm('!'))).body.detail,
        'With this file, what you have uploaded exceeds the limit of 2 MiB',
      );
      const usage = bodyOf(await own.admin.client.get('/api/v1/evidence/usage'), 200);
      const mebibyte = 1024 * 1024;
      assert.deepEqual(
        usage.engagements.map(({ id: of, bytes }: { id: string; bytes: number }) => [of, bytes]).toSorted(),
        [
          [engagement_id, mebibyte],
          [other.engagement_id, mebibyte],
        ].toSorted(),
      );
      assert.deepEqual([usage.people[0].id, usage.people[0].bytes], [own.red.id, 2 * mebibyte]);
    } finally {
      await own.close();
    }
  });
});
