import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { damson, preloading, prepareData, serving } from '../../support/commands/command.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { noSignals } from '../../support/servers/platform.ts';
import { Client } from '../../support/servers/server.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-catalogue-storage-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

/** Opening the bundle fails with the code in this variable. */
const failing = (code: string) =>
  preloading(`
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const { openSync } = fs;
    fs.openSync = (file, ...rest) => {
      if (String(file).endsWith('bundle.json')) throw Object.assign(new Error('a fault on purpose'), { code: '${code}' });
      return openSync(file, ...rest);
    };
    syncBuiltinESMExports();`);

describe('a bundle that can’t be opened', { skip: noSignals }, () => {
  const email = 'ada@example.org';
  const password = 'plum jam on toast';
  const source = { source: 'bundle.json', allow_unverified: true };

  for (const [code, status, refusal] of [
    ['EMFILE', 503, 'unavailable'],
    ['ENFILE', 503, 'unavailable'],
    ['ENOENT', 422, 'invalid'],
    ['EACCES', 422, 'invalid'],
  ] as const) {
    it(`with ${code} is refused as ${refusal}`, async () => {
      const who = ['--email', email, '--display-name', 'Ada', '--password-stdin'];
      await prepareData(dataDir);
      await damson(['create-admin', '--data-dir', dataDir, ...who], { input: password });
      mkdirSync(path.join(dataDir, 'catalog'), { recursive: true });
      writeFileSync(path.join(dataDir, 'catalog', 'bundle.json'), '{}');
      const server = await serving(dataDir, { env: failing(code) });
      const signedIn = await new Client(server.url, null).post('/api/v1/auth/login', { email, password });
      const client = new Client(server.url, bodyOf(signedIn, 200).access_token);
      assertProblem(await client.post('/api/v1/catalog/sync', source), status, refusal);
      assert.equal((await server.stop()).code, 0);
    });
  }
});
