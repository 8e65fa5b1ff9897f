import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { measurePicture } from '../../../server/reports/content/pictures.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf, walk } from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

describe('the preview of a picture', () => {
  /** 1600 × 900. */
  const screen = new Uint8Array(readFileSync(path.resolve('docs/guide/images/report.png')));
  const icon = readFileSync(path.resolve('resources/icons/linux/256x256.png'));
  const evidence = mkdtempSync(path.join(tmpdir(), 'damson-previews-'));
  let server: TestServer;
  let client: Client;
  before(async () => {
    server = await startTestServer({ env: { EVIDENCE_DIR: evidence } });
    client = server.admin.client;
  });
  after(async () => {
    await server.close();
    rmSync(evidence, { recursive: true, force: true });
  });

  it('is made after the upload, used and mended by reports, and removed with its file', async () => {
    const mission = await newMission(client, { tests: 1 });
    const test = placeOf(mission);
    const form = evidenceForm(screen, { name: 'screen.png', type: 'image/png' });
    const file = bodyOf(await attach(client, test, form), 201);
    await walk(client, test.path, 'executed');
    const folder = path.join(evidence, mission.id, file.test_id);
    const preview = path.join(folder, `${file.sha256}.preview`);
    await until(() => existsSync(preview));
    const kept = readFileSync(preview);
    assert.ok(kept.length < screen.length);

    const reports = `${test.missionPath}/reports`;
    const draft = { kind: 'technical', title: 'To the board', options: { evidence: 'pictures' } };
    const { id } = bodyOf(await client.post(reports, draft), 201);
    async function readShown(): Promise<Buffer> {
      const { body } = await makeRendering(client, `${reports}/${id}`, 'html');
      const [, shown = ''] = /<img alt="[^"]*" src="data:image\/png;base64,([^"]*)"/.exec(body) ?? [];
      return Buffer.from(shown, 'base64');
    }
    const shown = await readShown();
    assert.equal(measurePicture(shown)?.width, 987);
    assert.ok(kept.includes(shown));
    for (const forged of [icon, Buffer.concat([kept.subarray(0, 32), icon])]) {
      writeFileSync(preview, forged);
      assert.deepEqual(await readShown(), shown);
      await until(() => readFileSync(preview).equals(kept));
    }
    rmSync(preview);
    assert.deepEqual(await readShown(), shown);
    await until(() => existsSync(preview));

    assert.equal((await client.delete(`/api/v1/evidence/${file.id}`)).status, 204);
    assert.deepEqual(
      readdirSync(evidence, { recursive: true }).filter((name) => `${name}`.includes(file.sha256)),
      [],
    );
  });
});
