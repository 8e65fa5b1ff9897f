import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { pngOf } from '../../../test/support/missions/evidence-samples.ts';
import {
  assertEmpty,
  type EvidenceHost,
  filePart,
  note,
  shareEvidenceHost,
  upload,
} from '../../../test/support/servers/evidence-host.ts';
import { DomainError } from '../../errors.ts';
import { listEvidence } from './register.ts';

const mebibyte = 1024 * 1024;
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the same bytes again', () => {
  let host: EvidenceHost;
  shareEvidenceHost((started) => {
    host = started;
  });

  it('keeps one file for the same bytes sent twice at once, with a record each', async () => {
    const bytes = pngOf(mebibyte);
    const answers = await Promise.all(
      ['a.png', 'b.png', 'c.png', 'd.png'].map((name) => upload(host.url, [filePart(bytes, name)])),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    assert.equal(host.stored().length, 1);
    const records = await listEvidence(host.db, host.testId);
    assert.equal(records.length, 4);
    assert.equal(new Set(records.map(({ sha256 }) => sha256)).size, 1);
    for (const [index, { id }] of records.entries()) {
      assert.equal(host.stored().length, 1);
      assert.equal((await fetch(`${host.url}/${id}`, { method: 'DELETE' })).status, 204);
      assert.equal(host.stored().length, index === 3 ? 0 : 1);
    }
  });

  it('keeps the file of an upload that meets the deletion of the last other record', async () => {
    const bytes = pngOf(200_000);
    let { body: last } = await upload(host.url, [filePart(bytes)]);
    for (let round = 0; round < 15; round += 1) {
      const [, { status, body }] = await Promise.all([
        fetch(`${host.url}/${last.id}`, { method: 'DELETE' }),
        upload(host.url, [filePart(bytes)]),
      ]);
      assert.equal(status, 201);
      const got = await fetch(`${host.url}/${body.id}`);
      assert.equal(got.status, 200);
      assert.equal(sha256(Buffer.from(await got.arrayBuffer())), sha256(bytes));
      last = body;
    }
  });

  it('removes the file again when the transaction refuses, and not if another record has it', async () => {
    const refuse = async () => {
      throw new DomainError('archived', 'no');
    };
    host.beforeCommit = refuse;
    assert.equal((await upload(host.url, [note('one')])).status, 409);
    await assertEmpty(host);
    host.beforeCommit = async () => {};
    const { body } = await upload(host.url, [note('one')]);
    host.beforeCommit = refuse;
    assert.equal((await upload(host.url, [note('one')])).status, 409);
    assert.equal(host.stored().length, 1);
    assert.equal((await fetch(`${host.url}/${body.id}`)).status, 200);
  });

  it('repairs a damaged file when the same bytes are uploaded again', async () => {
    const { body } = await upload(host.url, [note('good')]);
    const file = path.join(host.root, host.stored()[0] as string);
    writeFileSync(file, 'evil');
    assert.equal((await fetch(`${host.url}/${body.id}`)).status, 500);
    assert.equal(host.register.corrupt.size, 1);
    assert.equal((await upload(host.url, [note('good')])).status, 201);
    assert.equal(host.register.corrupt.size, 0);
    assert.equal(await (await fetch(`${host.url}/${body.id}`)).text(), 'good');
  });
});
