import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { BlobRegister } from '../../blobs/register.ts';
import { inTransaction, type OpenedDatabase, openDatabase } from '../../database/database.ts';
import { migrate } from '../../database/migrate.ts';
import { newId } from '../../ids.ts';
import { createLog } from '../../log.ts';
import { openOutputRegister } from './register.ts';
import { keepOutput, recordOutput, stageOutput } from './service.ts';

describe('keeping the outputs folder in order', () => {
  const log = createLog('silent');
  const now = Date.parse('2026-11-20T09:30:00.000Z');
  const owner = { id: newId(), engagement_id: newId() };
  let folder: string;
  let database: OpenedDatabase;
  let register: BlobRegister;
  const fileOf = (text: string) => {
    const sha256 = createHash('sha256').update(text).digest('hex');
    return path.join(folder, 'outputs', owner.engagement_id, owner.id, sha256);
  };
  const keep = async (text: string, size = text.length) => {
    const staged = await stageOutput(register, text);
    await keepOutput(register, owner, staged, async () => {
      const output = { task_external_id: '7', size, sha256: staged.sha256, created_at: '' };
      await inTransaction(database.db, (trx) => recordOutput(trx, owner, output));
      return true;
    });
  };
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'damson-outputs-'));
    const file = path.join(folder, 'damson.db');
    database = openDatabase(file);
    await migrate(database.sqlite, file);
    database.sqlite
      .prepare(
        "insert into engagements (id, name, status, created_at, updated_at) values (?, 'E', 'planned', '', '')",
      )
      .run(owner.engagement_id);
    database.sqlite
      .prepare(
        "insert into simulations (id, engagement_id, name, status, created_at, updated_at) values (?, ?, 'S', 'pending', '', '')",
      )
      .run(owner.id, owner.engagement_id);
    register = openOutputRegister(database.db, { folder: path.join(folder, 'outputs'), bucket: null });
    await register.prepare();
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('removes what no record refers to, also when the file server’s clock is a little behind', async () => {
    await keep('recorded');
    mkdirSync(path.dirname(fileOf('')), { recursive: true });
    for (const [text, secondsBehind] of [
      ['a minute less a second', 59],
      ['long before', 3600],
    ] as const) {
      writeFileSync(fileOf(text), text);
      const time = now / 1000 - secondsBehind;
      utimesSync(fileOf(text), time, time);
    }
    assert.deepEqual(await register.sweep(log, () => now), { removed: 1, leftAlone: 1, damaged: 0 });
    assert.equal(existsSync(fileOf('recorded')), true);
    assert.equal(existsSync(fileOf('a minute less a second')), false);
    assert.equal(existsSync(fileOf('long before')), true);
  });

  it('reads a suspected file before it reports it as damaged', async () => {
    await keep('intact', 5);
    await keep('missing');
    rmSync(fileOf('missing'));
    assert.deepEqual(await register.sweep(log, () => now), { removed: 0, leftAlone: 0, damaged: 1 });
    assert.equal(register.corrupt.size, 1);
  });

  it('keeps no file of an output that was not recorded', async () => {
    await keepOutput(register, owner, await stageOutput(register, 'twice'), async () => false);
    assert.equal(existsSync(fileOf('twice')), false);
    await keep('twice');
    await keepOutput(register, owner, await stageOutput(register, 'twice'), async () => false);
    assert.equal(existsSync(fileOf('twice')), true);
  });
});
