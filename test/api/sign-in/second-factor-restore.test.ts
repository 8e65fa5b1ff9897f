import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { restore, startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { type AuthenticatorApp, addApp, Clock } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';

describe('a restored second factor', () => {
  const key = Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 31 + 5) % 256)).toString(
    'base64',
  );
  const clock = new Clock();
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-restored-'));
  let server: TestServer;
  let app: AuthenticatorApp;
  let recoveryCodes: string[];
  let backup: string;
  before(async () => {
    server = await startTestServer({ env: { SVC_ENCRYPTION_KEY: key }, seams: { now: clock.now } });
    ({ app, recoveryCodes } = await addApp(server.admin.client, password, clock));
    assert.equal((await server.admin.client.post('/api/v1/backups')).status, 202);
    await endedJob(server.admin.client);
    const backups = path.join(server.dataDir, 'backups');
    const name = readdirSync(backups).find((file) => file.endsWith('.damson'));
    backup = path.join(backups, name as string);
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const cases: [what: string, env: Record<string, string>, methods: string[]][] = [
    ['with the key is as it was', { SVC_ENCRYPTION_KEY: key }, ['totp', 'recovery_code']],
    ['without the key is asked for all the same', {}, ['recovery_code']],
  ];
  for (const [what, env, methods] of cases) {
    it(what, async () => {
      const dataDir = path.join(folder, String(methods.length));
      const settings = readSettings(
        {},
        { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent', ...env },
      );
      await restore(backup, settings);
      const restored = await startServer(settings, { now: clock.now });
      try {
        const anonymous = new Client(restored.url, null);
        const login = { email: server.admin.email, password };
        const asked = await anonymous.post('/api/v1/auth/login', login);
        assertProblem(asked, 401, 'second_factor_required');
        assert.deepEqual(asked.body.second_factor.methods, methods);
        const { challenge } = asked.body.second_factor;
        const finish = (given: object) =>
          anonymous.post('/api/v1/auth/login/second-factor', { challenge, ...given });
        const code = await finish({ code: app.codeAt(clock.nextStep()) });
        if (methods.includes('totp')) {
          assert.equal(code.status, 200, JSON.stringify(code.body));
        } else {
          assertProblem(code, 503, 'encryption_key_changed');
          assert.equal((await finish({ recovery_code: recoveryCodes[0] })).status, 200);
        }
      } finally {
        await restored.close();
      }
    });
  }
});
