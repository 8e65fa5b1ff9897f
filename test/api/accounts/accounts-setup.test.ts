import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { issueInstallToken } from '../../../server/accounts/setup/service.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { type RunningServer, startServer } from '../../../server/index.ts';
import { readSettings } from '../../../server/settings.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { Client, password } from '../../support/servers/server.ts';

const settings = (dataDir: string) =>
  readSettings({}, { APP_ENV: 'test', SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent' });

describe('the first set-up', () => {
  let dataDir: string;
  let server: RunningServer;
  let client: Client;
  let now: number;
  beforeEach(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'damson-setup-'));
    now = Date.now();
    server = await startServer(settings(dataDir), { now: () => now });
    client = new Client(server.url, null);
  });
  afterEach(async () => {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function newToken(): Promise<string> {
    const { db, close } = openDatabase(path.join(dataDir, 'damson.db'));
    try {
      return await issueInstallToken(db, () => now, 'command');
    } finally {
      await close();
    }
  }

  const body = (install_token: string, email = 'ada@damson.test') => ({
    install_token,
    email,
    display_name: 'Ada',
    password,
    load_catalog: false,
  });

  it('creates an administrator and signs them in, once', async () => {
    assert.equal(server.setupRequired, true);
    assert.deepEqual((await client.get('/api/v1/setup')).body, { required: true });
    const token = await newToken();
    const made = await client.post('/api/setup', body(token));
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(Object.keys(made.body).sort(), ['access_token', 'expires_in', 'token_type', 'user']);
    assert.equal(made.body.user.role, 'admin');
    assert.ok(made.body.user.last_login_at >= made.body.user.created_at);
    assert.equal((await new Client(server.url, made.body.access_token).get('/api/v1/auth/me')).status, 200);
    for (const tree of ['/api/v1', '/api']) {
      assert.deepEqual((await client.get(`${tree}/setup`)).body, { required: false });
      assertProblem(await client.post(`${tree}/setup`, body(token)), 409, 'already_set_up');
      assertProblem(await client.post(`${tree}/setup`, body('another')), 409, 'already_set_up');
    }
    await server.close();
    server = await startServer(settings(dataDir));
    assert.equal(server.setupRequired, false);
  });

  it('needs the most recently issued token', async () => {
    assertProblem(await client.post('/api/v1/setup', body('guessed')), 403, 'forbidden');
    const first = await newToken();
    const second = await newToken();
    for (const wrong of [first, 'guessed', second.slice(1), `${second} `, second.toLowerCase()]) {
      assertProblem(await client.post('/api/v1/setup', body(wrong)), 403, 'forbidden');
    }
    assert.equal((await client.post('/api/v1/setup', body(second))).status, 201);
  });

  it('needs it within the hour', async () => {
    const hour = 60 * 60_000;
    const token = await newToken();
    now += hour;
    const refused = await client.post('/api/v1/setup', body(token));
    assertProblem(refused, 403, 'forbidden');
    assert.match(refused.body.detail, /expired/);
    now -= 1;
    assert.equal((await client.post('/api/v1/setup', body(token))).status, 201);
  });

  it('refuses a token that an older program issued without an expiry', async () => {
    const token = await newToken();
    const { sqlite, close } = openDatabase(path.join(dataDir, 'damson.db'));
    sqlite.exec("delete from instance where key = 'install_token_expires_at'");
    await close();
    assertProblem(await client.post('/api/v1/setup', body(token)), 403, 'forbidden');
    assert.equal((await client.post('/api/v1/setup', body(await newToken()))).status, 201);
  });

  it('does not use up the token on a refusal', async () => {
    const token = await newToken();
    const bad: Record<string, unknown>[] = [
      { ...body(token), email: 'nobody' },
      { ...body(token), password: 'too short' },
      { ...body(token), display_name: '' },
      { ...body(token), role: 'admin' },
    ];
    for (const attempt of bad) assertProblem(await client.post('/api/v1/setup', attempt), 422, 'invalid');
    assert.equal((await client.post('/api/v1/setup', body(token))).status, 201);
  });

  it('succeeds for one of several at once', async () => {
    const token = await newToken();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        client.post('/api/v1/setup', body(token, `ada${index}@damson.test`)),
      ),
    );
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409, 409, 409, 409]);
    const winner = answers.find((answer) => answer.status === 201);
    const users = await new Client(server.url, winner?.body.access_token).get('/api/v1/users');
    assert.equal(users.body.total, 1);
  });

  it('stores no token in plain text', async () => {
    const token = await newToken();
    const { sqlite, close } = openDatabase(path.join(dataDir, 'damson.db'));
    const kept = JSON.stringify(sqlite.prepare('select * from instance').all());
    await close();
    assert.ok(!kept.includes(token), kept);
  });
});
