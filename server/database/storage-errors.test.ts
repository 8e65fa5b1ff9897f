import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { judgeStorageError, restoreThreadError } from './storage-errors.ts';

/** Exit code of a thread that throws this. */
async function thrownInThread(what: string): Promise<Error> {
  const code = `
    import Sqlite from 'better-sqlite3';
    import pg from 'pg';
    import { DatabaseUnreachable } from ${JSON.stringify(new URL('refused.ts', import.meta.url).href)};
    throw ${what};`;
  const here = new URL(`data:text/javascript,${encodeURIComponent(resolved(code))}`);
  const [error] = await once(new Worker(here), 'error').catch((thrown: unknown) => [thrown]);
  return restoreThreadError(error as NodeJS.ErrnoException);
}

function resolved(code: string): string {
  return code.replaceAll(
    /from '([^']+)'/g,
    (_, name: string) => `from ${JSON.stringify(import.meta.resolve(name))}`,
  );
}

describe('a storage failure in a thread has the same meaning as elsewhere', () => {
  const full =
    "Object.assign(new pg.DatabaseError('no space', 8, 'error'), { code: '53100', severity: 'ERROR' })";
  for (const [what, verdict] of [
    ["new DatabaseUnreachable(new Error('cut'))", 'busy'],
    ["new Sqlite.SqliteError('full', 'SQLITE_FULL')", 'full'],
    ["new Sqlite.SqliteError('torn', 'SQLITE_CORRUPT')", 'broken'],
    ["Object.assign(new Error('full'), { code: 'ENOSPC' })", 'full'],
    [full, 'full'],
    ["new Error('of the program')", null],
  ] as const) {
    it(what, async () => assert.equal(judgeStorageError(await thrownInThread(what)), verdict));
  }
});
