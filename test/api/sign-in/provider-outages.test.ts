import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { createLog } from '../../../server/log.ts';
import { endedJob, endedVerification } from '../../support/backups/backup-jobs.ts';
import { addApp } from '../../support/http/authenticator.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { selfSignedCertificate } from '../../support/http/self-signed.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { BrowserCookies } from '../../support/servers/browser-cookies.ts';
import { Client, password, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { beginAt, finishAt, oidcSettings, signInAt } from '../../support/sign-in/flow.ts';
import { Idp } from '../../support/sign-in/idp.ts';

const minute = 60_000;
const folder = mkdtempSync(path.join(tmpdir(), 'damson-provider-'));
const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
const lines: string[] = [];
let idp: Idp;
let server: TestServer;
before(async () => {
  idp = await Idp.start();
  const log = createLog('debug', (line) => lines.push(line));
  const env = oidcSettings(idp, { asks_second_factor: true });
  server = await startTestServer({ env, seams: { now: clock.now, log }, inFolders: true });
  idp.serve([`${server.url}/sign-in/with/example`], { refreshes: false });
});
after(async () => {
  await server.close();
  await idp.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  clock.ahead = 0;
  idp.broken.clear();
  idp.isSilent = false;
  idp.isDown = false;
});

const begin = (): Promise<{ status: number; body: { detail: string } }> =>
  new BrowserCookies(server.url).post('/api/v1/auth/provider/begin', { provider: 'example' });
const testIt = async (of: TestServer) => {
  const { checks } = bodyOf(
    await of.admin.client.post('/api/v1/sign-in-providers/test', { id: 'example' }),
    200,
  );
  return checks.find(({ fault }: { fault: string | null }) => fault !== null);
};
const local = async () =>
  (await server.anonymous.post('/api/v1/auth/login', { email: server.admin.email, password })).status;

describe('a provider', () => {
  it('that can’t be reached when the server starts lets it start', async () => {
    idp.isDown = true;
    await server.restart();
    assert.equal(await local(), 200);
    assertProblem(await (begin() as never), 502, 'directory_unavailable');
    assert.ok(lines.some((line) => line.includes('"provider_failed"') && line.includes('"example"')));
  });

  it('without its discovery document works by the last one, also after a restart', async () => {
    assert.equal((await begin()).status, 200);
    idp.broken.add('/.well-known/openid-configuration');
    await server.restart();
    const { answer } = await signInAt(server, idp, { sub: 'kept', groups: ['/soc'] });
    assert.equal(answer.status, 200);
    rmSync(path.join(server.dataDir, 'sign-in'), { recursive: true });
    await server.restart();
    assertProblem(await (begin() as never), 502, 'directory_unavailable');
  });

  it('that never answers keeps nobody else waiting, and is given up', async () => {
    await server.restart();
    idp.isSilent = true;
    const asking = Promise.all([begin(), testIt(server)]);
    assert.equal(await local(), 200);
    const [begun, found] = await asking;
    assertProblem(begun as never, 502, 'directory_unavailable');
    assert.equal(found?.fault, 'timed_out');
  });

  it('with a clock 5 minutes behind fails the test, and an expired token lets nobody in', async () => {
    clock.ahead = 5 * minute;
    const { check, fault, value } = await testIt(server);
    assert.deepEqual([check, fault], ['clock', 'clock']);
    assert.ok(Math.abs(Number(value) + 300) < 30, value);
    clock.ahead = 8 * 24 * 60 * minute;
    const { answer } = await signInAt(server, idp, { sub: 'late', groups: ['/soc'] });
    assertProblem(answer, 403, 'sign_in_refused');
    assert.match(answer.body.detail, /^The clocks of Example/);
  });

  it('without refresh tokens has sessions of four hours', async () => {
    const { browser } = await signInAt(server, idp, { sub: 'bounded', groups: ['/soc'] });
    for (const hours of [0.9, 1.8, 2.7]) {
      clock.ahead = hours * 60 * minute;
      assert.equal((await browser.renew()).status, 200);
    }
    clock.ahead = 3.1 * 60 * minute;
    assertProblem(await browser.renew(), 409, 'renewal_over');
  });

  it('is followed by the second factor where its settings say so', async () => {
    const person = { sub: 'factor', groups: ['/soc'] };
    const { client } = await signInAt(server, idp, person);
    const { app } = await addApp(client, '', clock);
    clock.ahead = minute;
    const asked = await signInAt(server, idp, person);
    assertProblem(asked.answer, 401, 'second_factor_required');
    const { challenge, asked: begun } = asked.answer.body.second_factor;
    assert.deepEqual(begun, { next: '/', stay: 'browser' });
    const code = app.codeAt(clock.now());
    const done = await asked.browser.post('/api/v1/auth/login/second-factor', { challenge, code });
    assert.equal(bodyOf(done, 200).user.role, 'soc');
  });

  it('keeps its people from setting a password here', async () => {
    const { client } = await signInAt(server, idp, { sub: 'no-password', groups: ['/soc'] });
    assert.equal(bodyOf(await client.get('/api/v1/auth/identities'), 200).proof, 'provider');
    const body = { current_password: '', new_password: 'another battery horse' };
    assertProblem(await client.post('/api/v1/auth/password', body), 403, 'forbidden');
  });
});

describe('a provider of a private authority', () => {
  const issue = (names: string[]) => selfSignedCertificate({ commonName: 'id', names });
  const tryWith = async (names: string[], ca: string | null, issuerOf = (url: string) => url) => {
    const certificate = issue(names);
    const secure = await Idp.start(certificate);
    secure.issuer = issuerOf(secure.issuer);
    secure.serve(['https://damson.example/sign-in/with/example']);
    const file = path.join(folder, 'ca.pem');
    writeFileSync(file, ca ?? certificate.cert);
    const other = await startTestServer({ env: { ...oidcSettings(secure), SVC_OIDC_CA: file } });
    const found = await testIt(other);
    await other.close();
    await secure.close();
    return found;
  };

  it('is trusted by SVC_OIDC_CA', async () => {
    assert.equal((await tryWith(['localhost'], null)).check, 'groups');
  });

  it('is not trusted without it, nor for another name', async () => {
    assert.equal((await tryWith(['localhost'], issue(['localhost']).cert)).fault, 'certificate_untrusted');
    assert.equal((await tryWith(['other.example'], null)).fault, 'certificate_name');
  });

  it('is not taken for another issuer', async () => {
    const found = await tryWith(['localhost'], null, (url) => `${url}/other`);
    assert.ok(['issuer_differs', 'not_json', 'http_status'].includes(found.fault), found.fault);
  });
});

it('nothing secret is in the folder, the log, the history, a backup or an answer', async () => {
  idp.serve([`${server.url}/sign-in/with/example`], { refreshes: true });
  await server.restart();
  const browser = new BrowserCookies(server.url);
  idp.person = { sub: 'secrets', groups: ['/bosses'] };
  const back = await idp.follow(await beginAt(browser), server.url);
  const entered = await finishAt(browser, back);
  const client = new Client(server.url, bodyOf(entered, 200).session.access_token);
  clock.ahead = 10 * minute;
  bodyOf(await browser.renew(), 200);
  const admin = await server.signIn(server.admin.email, password);
  bodyOf(await admin.post('/api/v1/verification'), 202);
  assert.deepEqual((await endedVerification(admin)).result?.database_problems, []);
  bodyOf(await admin.post('/api/v1/backups'), 202);
  const { backup_id: backup } = await endedJob(admin);
  const shown = await Promise.all(
    [
      '/api/v1/sign-in-providers',
      '/api/v1/auth/providers',
      '/api/v1/audit?limit=200',
      '/api/v1/users?limit=200',
      '/api/v1/auth/identities',
      '/api/v1/auth/sessions',
    ].map(async (place) => JSON.stringify((await client.get(place)).body)),
  );
  const files = (readdirSync(server.dataDir, { recursive: true }) as string[])
    .map((name) => path.join(server.dataDir, name))
    .filter((name) => statSync(name).isFile());
  assert.ok(files.some((name) => name.includes(String(backup)) || name.endsWith('.damson')));
  const places = [
    ...files.map((name) => [name, readFileSync(name)] as const),
    ['log', Buffer.from(lines.join(''))] as const,
    ...shown.map((text, index) => [`answer ${index}`, Buffer.from(text)] as const),
  ];
  const secrets = [idp.clientSecret, ...idp.issued];
  assert.ok(secrets.length > 5, String(secrets.length));
  for (const [place, content] of places) {
    for (const secret of secrets) assert.ok(!content.includes(secret), `${place} has ${secret}`);
  }
});
