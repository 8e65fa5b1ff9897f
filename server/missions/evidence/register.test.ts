import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import {
  type EvidenceHost,
  openHostTest,
  startEvidenceHost,
  upload,
} from '../../../test/support/servers/evidence-host.ts';
import { inTransaction } from '../../database/database.ts';
import { newId } from '../../ids.ts';
import { createLog } from '../../log.ts';
import { findEvidence, listEvidence, openEvidenceRegister, removeEvidence } from './register.ts';

const textPart = (data: string) => ({ name: 'file', fileName: 'note “é”.txt', type: 'text/plain', data });

describe('keeping the evidence folder in order', () => {
  const log = createLog('silent');
  const orphan = 'f'.repeat(64);
  let host: EvidenceHost;
  beforeEach(async () => {
    host = await startEvidenceHost();
  });
  afterEach(() => host.close());

  it('removes interrupted uploads at start', async () => {
    writeFileSync(path.join(host.root, '.tmp', newId()), 'half a file');
    assert.equal(await openEvidenceRegister(host.db, { folder: host.root, bucket: null }).prepare(), 1);
    assert.deepEqual(host.stored(), []);
  });

  it('removes files without a record and empty folders, and nothing else', async () => {
    const kept = await upload(host.url, [textPart('kept')]);
    await host.register.sweep(log, Date.now);
    writeFileSync(path.join(host.root, host.missionId, host.testId, orphan), 'never recorded');
    const [mission, test] = [newId(), newId()];
    mkdirSync(path.join(host.root, mission, test), { recursive: true });
    writeFileSync(path.join(host.root, mission, test, orphan), 'never recorded');
    mkdirSync(path.join(host.root, newId(), newId()), { recursive: true });
    writeFileSync(path.join(host.root, 'README'), 'put here by the administrator');
    assert.deepEqual(await host.register.sweep(log, Date.now), { removed: 2, leftAlone: 0, damaged: 0 });
    assert.deepEqual(host.stored(), ['README', keyOf(kept.body)].sort());
    const [marker, ...others] = readdirSync(host.root).filter((name) =>
      name.startsWith('damson-installation-'),
    );
    assert.deepEqual(others, []);
    assert.deepEqual(readdirSync(host.root).sort(), ['.tmp', 'README', host.missionId, marker].sort());
    assert.equal((await fetch(`${host.url}/${kept.body.id}`)).status, 200);
  });

  it('keeps a preview as long as its file is recorded, and no other', async () => {
    const { body } = await upload(host.url, [textPart('a picture')]);
    const key = { folder: `${host.missionId}/${host.testId}`, sha256: body.sha256 };
    const preview = `${keyOf(body)}.preview`;
    await host.register.keepPreview({ ...key, sha256: orphan }, Buffer.from('small'));
    await host.register.keepPreview(key, Buffer.from('small'));
    assert.deepEqual(host.stored(), [keyOf(body), preview].sort());
    await host.register.sweep(log, Date.now);
    assert.deepEqual(host.stored(), [keyOf(body), preview].sort());
    assert.deepEqual(await Array.fromAsync(host.register.unrecorded()), []);
    assert.deepEqual(
      (await Array.fromAsync(host.register.verify())).map(({ intact }) => intact),
      [true],
    );
    assert.equal((await fetch(`${host.url}/${body.id}`, { method: 'DELETE' })).status, 204);
    assert.deepEqual(host.stored(), []);
    await host.register.keepPreview(key, Buffer.from('small'));
    assert.deepEqual(host.stored(), []);
  });

  it('removes the preview of a file without a record', async () => {
    const { body } = await upload(host.url, [textPart('a picture')]);
    await host.register.sweep(log, Date.now);
    const key = { folder: `${host.missionId}/${host.testId}`, sha256: body.sha256 };
    await host.register.keepPreview(key, Buffer.from('small'));
    // As if the server had ended before it removed the file.
    await inTransaction(host.db, async (trx) => removeEvidence(trx, await openHostTest(trx, host), body.id));
    assert.deepEqual(await host.register.sweep(log, Date.now), { removed: 1, leftAlone: 0, damaged: 0 });
    assert.deepEqual(host.stored(), []);
  });

  it("leaves another database's files alone", async () => {
    const file = path.join(host.root, host.missionId, host.testId, orphan);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'older than this database');
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    assert.deepEqual(await host.register.sweep(log, Date.now), { removed: 0, leftAlone: 1, damaged: 0 });
    assert.deepEqual(await host.register.sweep(log, Date.now), { removed: 0, leftAlone: 1, damaged: 0 });
    assert.equal(existsSync(file), true);
  });

  it('reports records without their file and keeps them', async () => {
    const missing = await upload(host.url, [textPart('missing')]);
    const short = await upload(host.url, [textPart('short')]);
    rmSync(path.join(host.root, keyOf(missing.body)));
    truncateSync(path.join(host.root, keyOf(short.body)), 1);
    assert.deepEqual(await host.register.sweep(log, Date.now), { removed: 0, leftAlone: 0, damaged: 2 });
    assert.equal(host.register.corrupt.size, 2);
    assert.equal((await listEvidence(host.db, host.testId)).length, 2);
  });

  it('can sweep during uploads', async () => {
    const uploads = Array.from({ length: 12 }, (_, index) => upload(host.url, [textPart(`text ${index}`)]));
    for (let round = 0; round < 10; round += 1) await host.register.sweep(log, () => 0);
    for (const { status, body } of await Promise.all(uploads)) {
      assert.equal(status, 201);
      assert.equal((await fetch(`${host.url}/${body.id}`)).status, 200);
    }
    assert.equal(host.stored().length, 12);
  });

  it('verifies every record', async () => {
    const good = await upload(host.url, [textPart('good')]);
    const bad = await upload(host.url, [textPart('bad')]);
    writeFileSync(path.join(host.root, keyOf(bad.body)), 'dab');
    const verdicts = new Map<string, boolean>();
    const register = openEvidenceRegister(host.db, { folder: host.root, bucket: null });
    for await (const { record, intact } of register.verify()) verdicts.set(record.id, intact);
    assert.deepEqual(
      verdicts,
      new Map([
        [good.body.id, true],
        [bad.body.id, false],
      ]),
    );
  });

  it('wipes everything but its lock, foreign files included, and keeps working', async () => {
    const { body } = await upload(host.url, [textPart('gone')]);
    await inTransaction(host.db, async (trx) => removeEvidence(trx, await openHostTest(trx, host), body.id));
    writeFileSync(path.join(host.root, 'damson.lock'), '');
    writeFileSync(path.join(host.root, 'README'), 'put here by somebody');
    mkdirSync(path.join(host.root, 'exports', 'old'), { recursive: true });
    writeFileSync(path.join(host.root, 'exports', 'old', 'a.txt'), 'foreign');
    writeFileSync(path.join(host.root, '.tmp', newId()), 'half a file');
    await host.register.wipe();
    assert.deepEqual(host.stored(), ['damson.lock']);
    assert.equal(await findEvidence(host.db, body.id), null);
    assert.equal((await upload(host.url, [textPart('new')])).status, 201);
  });

  it('forgets the uploader when that user is deleted', async () => {
    const { body } = await upload(host.url, [textPart('orphaned')]);
    await host.db.deleteFrom('users').execute();
    assert.equal((await findEvidence(host.db, body.id))?.uploaded_by, null);
  });
});

function keyOf(record: { mission_id: string; test_id: string; sha256: string }): string {
  return path.join(record.mission_id, record.test_id, record.sha256);
}
