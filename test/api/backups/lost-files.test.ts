import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { type RegisterName, registerNames } from '../../../server/registers.ts';
import { endedJob, endedVerification } from '../../support/backups/backup-jobs.ts';
import { mythicTask, startMythic } from '../../support/c2/c2-frameworks.ts';
import { type C2Server, startC2Server } from '../../support/c2/c2-server.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { newSimulation } from '../../support/missions/engagements.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  placeOf,
} from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { sample } from '../../support/sample.ts';
import type { Client } from '../../support/servers/server.ts';

/** A stored file: its address, and its owner. */
type Stored = { read: string; owner: string; remove?: string };

const large = Buffer.alloc(1024 * 1024 + 1, 'x');

describe('a stored file that is lost', () => {
  let server: C2Server;
  let admin: Client;
  let mythic: Awaited<ReturnType<typeof startMythic>>;
  before(async () => {
    server = await startC2Server();
    admin = server.admin.client;
    const responses = [{ id: 1, task_id: 1, bytes: large }];
    mythic = await startMythic({ data: { tasks: [mythicTask({ id: 1 })], responses } });
  });
  after(async () => {
    await server.close();
    await mythic.close();
  });

  const make: Record<RegisterName, () => Promise<Stored>> = {
    evidence: async () => {
      const place = placeOf(await newMission(admin));
      const { id } = bodyOf(await attach(admin, place, evidenceForm('the truth')), 201);
      const read = `/api/v1/evidence/${id}`;
      return { read, owner: place.missionPath, remove: read };
    },
    simulation_evidence: async () => {
      const { id, engagement_id } = await newSimulation(admin);
      const sent = await admin.request('POST', `/api/simulations/${id}/evidence`, {
        raw: evidenceForm('so'),
      });
      const read = `/api/simulations/evidence/${bodyOf(sent, 201).id}`;
      return { read, owner: `/api/engagements/${engagement_id}`, remove: read };
    },
    outputs: async () => {
      const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
      const { engagement, simulation } = await server.linked(config, '1');
      bodyOf(await server.tasks(simulation), 200);
      const list = `/api/simulations/${simulation}/outputs`;
      const [output] = bodyOf(await admin.get(list), 200).items;
      const remove = `/api/simulations/${simulation}`;
      return { read: `${list}/${output.id}`, owner: `/api/engagements/${engagement}`, remove };
    },
    reports: async () => {
      const mission = await newMission(admin);
      const { id } = await newReport(admin, mission);
      const at = `/api/v1/missions/${mission.id}/reports/${id}`;
      await makeRendering(admin, at, 'html');
      bodyOf(await admin.post(`${at}/issue`), 200);
      return { read: `${at}/renderings/html`, owner: `/api/v1/missions/${mission.id}` };
    },
  };

  const health = async () => {
    const { status, body } = await server.anonymous.get('/api/v1/health');
    return [status, body.status, body.evidence];
  };
  const well = [200, 'ok', undefined];
  const degraded = [200, 'degraded', 'corrupt'];
  const filesOf = (name: RegisterName): string[] =>
    readdirSync(server.filesOf(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
      .map((entry) => path.join(entry.parentPath, entry.name));
  const makeNew = async (name: RegisterName) => {
    const known = filesOf(name);
    const stored = await make[name]();
    const found = filesOf(name).filter((file) => !known.includes(file));
    return { ...stored, file: (name === 'reports' ? await htmlOf(found) : found[0]) as string };
  };
  const htmlOf = async (files: string[]) => files.find((file) => readFileSync(file, 'utf8').startsWith('<!'));
  const isLost = async (read: string) => {
    for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '"x"' }]) {
      const answer = await admin.get(read, headers);
      assertProblem(answer, 404, 'not_found');
      assert.equal(answer.headers.get('content-disposition'), null);
      assert.equal(answer.headers.get('etag'), null);
    }
    assert.equal((await admin.request('HEAD', read)).status, 404);
  };

  /** Damage found by a full verification. */
  const verify = async () => {
    bodyOf(await admin.post('/api/v1/verification'), 202);
    const { state, result } = await endedVerification(admin);
    assert.equal(state, 'done');
    return result?.damaged ?? [];
  };

  afterEach(async () => assert.deepEqual(await health(), well));

  const [evidence, ...others] = registerNames;
  for (const name of [evidence, ...sample(others, 3)]) {
    it(`of ${name}: is not found, and health is degraded until it is there again`, async () => {
      const { read, file } = await makeNew(name);
      assert.equal((await admin.get(read)).status, 200);
      const bytes = readFileSync(file);
      rmSync(file);
      await isLost(read);
      assert.deepEqual(await health(), degraded);
      await server.restart();
      assert.deepEqual(await health(), degraded, 'the start has found it');
      await isLost(read);

      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, 'the fraud');
      assertProblem(await admin.get(read), 500, 'evidence_corrupt');
      assert.deepEqual(await health(), [503, 'failing', 'corrupt']);
      writeFileSync(file, bytes);
      assert.equal((await admin.get(read)).status, 200);
    });

    it(`of ${name}: does not count once what it was for is deleted, neither then nor after a start`, async () => {
      const { read, file, owner } = await makeNew(name);
      rmSync(file);
      await isLost(read);
      assert.deepEqual(await health(), degraded);
      assert.equal((await admin.delete(owner)).status, 204);
      assert.deepEqual(await health(), well);
      await server.restart();
      assert.deepEqual(await health(), well);
      await isLost(read);
    });

    it(`of ${name}: damaged ones do not count then either`, async () => {
      const { read, file, owner } = await makeNew(name);
      writeFileSync(file, 'the fraud');
      assertProblem(await admin.get(read), 500, 'evidence_corrupt');
      assert.equal((await health())[0], 503);
      assert.equal((await admin.delete(owner)).status, 204);
      assert.deepEqual(await health(), well);
      await server.restart();
      assert.deepEqual(await health(), well);
    });

    it(`of ${name}: does not count once its record is deleted`, async () => {
      const { read, file, remove, owner } = await makeNew(name);
      rmSync(file);
      await isLost(read);
      assert.equal((await admin.delete(remove ?? owner)).status, 204);
      assert.deepEqual(await health(), well);
    });
  }

  it('of any kind is named by a verification, and no longer counts once one has found it put right', async () => {
    const all: { file: string; bytes: Buffer }[] = [];
    for (const name of registerNames) {
      const { read, file } = await makeNew(name);
      all.push({ file, bytes: readFileSync(file) });
      writeFileSync(file, 'the fraud');
      assertProblem(await admin.get(read), 500, 'evidence_corrupt');
    }
    const kinds = (await verify()).map(({ kind }: { kind: string }) => kind);
    assert.deepEqual(kinds.sort(), ['evidence', 'evidence', 'output', 'report']);
    assert.deepEqual(await health(), [503, 'failing', 'corrupt']);
    for (const { file, bytes } of all) writeFileSync(file, bytes);
    assert.deepEqual(await verify(), []);
  });

  it('of what was deleted is missed by no verification, and no backup is refused for it', async () => {
    for (const name of registerNames) {
      for (const spoil of [rmSync, (file: string) => writeFileSync(file, 'the fraud')]) {
        const { file, owner } = await makeNew(name);
        spoil(file);
        assert.equal((await admin.delete(owner)).status, 204);
      }
    }
    assert.deepEqual(await verify(), []);
    bodyOf(await admin.post('/api/v1/backups', {}), 202);
    const { state, problem } = await endedJob(admin);
    assert.deepEqual([state, problem], ['done', null]);
  });
});
