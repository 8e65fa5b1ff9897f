import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { answerWith, mythicTask, startMythic } from '../../support/c2/c2-frameworks.ts';
import { during, encryptionKey } from '../../support/c2/c2-server.ts';
import { damson, prepareData, serving } from '../../support/commands/command.ts';
import { noSignals } from '../../support/servers/platform.ts';
import { type Answer, Client, password } from '../../support/servers/server.ts';

it('a token is in no log line, answer, file, backup or manifest', { skip: noSignals }, async (t) => {
  const token = 'Zq8-token-that-must-not-be-seen-7Wx';
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-secrets-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { SVC_ENCRYPTION_KEY: encryptionKey, LOG_LEVEL: 'trace', APP_ENV: 'development' };
  const email = 'ada@damson.test';
  await prepareData(dataDir, { env });
  const made = await damson(
    ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada', '--password-stdin'],
    { env, input: `${password}\n` },
  );
  assert.equal(made.code, 0, made.stderr);
  const mythic = await during(t, startMythic({ data: { token, tasks: [mythicTask()] } }));
  const running = await serving(dataDir, { env });
  t.after(() => running.stop('SIGKILL'));

  const answers: Answer[] = [];
  const session = await new Client(running.url, null).post('/api/auth/login', { email, password });
  const client = new Client(running.url, session.body.access_token);
  const ask = async (method: string, target: string, body?: unknown, raw?: string): Promise<Answer> => {
    const answer = await client.request(method, target, {
      ...(body === undefined ? {} : { body }),
      ...(raw === undefined ? {} : { raw, headers: { 'content-type': 'application/json' } }),
    });
    answers.push(answer);
    return answer;
  };
  const engagement = (await ask('POST', '/api/engagements', { name: 'Harbour' })).body.id;
  const simulations = `/api/engagements/${engagement}/simulations`;
  const simulation = (await ask('POST', simulations, { name: 'Look around' })).body.id;
  const config = `/api/engagements/${engagement}/c2-config`;
  const good = { framework: 'mythic', base_url: mythic.url, token };

  // Bodies with a token, refused in every possible way.
  await ask('PUT', config, undefined, `{"framework": "mythic", "token": "${token}"`);
  await ask('PUT', config, { ...good, base_url: `https://${token}:${token}@mythic.example` });
  await ask('PUT', config, { ...good, token: `${token}\r\n${token}` });
  await ask('PUT', config, { ...good, token: [token] });
  await ask('PUT', config, { ...good, password: token });
  await ask('PUT', config, { ...good, framework: token });
  await ask('PUT', config, { ...good, base_url: token });
  await ask('PUT', config, { ...good, tls: 'pin', tls_fingerprint: token });
  await ask('POST', `/api/simulations/${simulation}/c2/tasks`, { external_id: '900', token });
  // Then the token is stored, used, and rejected.
  assert.equal((await ask('PUT', config, good)).status, 200);
  await ask('GET', config);
  assert.equal((await ask('POST', `${config}/test`)).body.ok, true);
  assert.equal(
    (await ask('POST', `/api/simulations/${simulation}/c2/tasks`, { external_id: '900' })).status,
    201,
  );
  for (const intercept of [
    answerWith(200, JSON.stringify({ errors: [{ message: token, extensions: { code: token } }] })),
    answerWith(500, token),
    answerWith(302, token, { location: `https://${token}.example/` }),
    answerWith(200, token),
  ]) {
    mythic.intercept = intercept;
    await ask('POST', `${config}/test`);
    await ask('GET', `/api/engagements/${engagement}/c2/callbacks`);
    await ask('GET', `/api/engagements/${engagement}/c2/tasks`);
    await ask('GET', `/api/simulations/${simulation}/c2/tasks`);
  }
  mythic.intercept = null;
  await ask('GET', `/api/simulations/${simulation}/c2/tasks`);
  await ask('GET', `/api/simulations/${simulation}`);
  await ask('GET', '/api/engagements');
  await ask('GET', '/api/openapi.json');
  await ask('GET', '/api/health');
  assert.ok(mythic.requests.some((request) => request.headers.apitoken === token));

  const backup = path.join(dataDir, 'all.damson');
  const outcomes = [await damson(['backup', backup, '--data-dir', dataDir], { env })];
  assert.equal(outcomes[0]?.code, 0, outcomes[0]?.stderr);
  outcomes.push(await damson(['verify', '--data-dir', dataDir], { env }));
  await ask('PUT', config, { ...good, token: `${token}-2` });
  await ask('DELETE', config);
  const stopped = await running.stop();
  assert.equal(stopped.code, 0);

  const looks = (what: string, text: string | Buffer): void => {
    assert.ok(!text.includes(token), `the token is in ${what}`);
    assert.ok(!text.includes(Buffer.from(token).toString('base64').slice(0, 40)), `the token is in ${what}`);
  };
  for (const [index, answer] of answers.entries()) {
    looks(`answer ${index}`, JSON.stringify([answer.status, [...answer.headers], answer.body]));
  }
  assert.ok(stopped.stdout.split('\n').length > answers.length, 'every request is in the log');
  looks('the log', stopped.stdout + stopped.stderr);
  for (const outcome of outcomes) looks('what a command prints', outcome.stdout + outcome.stderr);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  assert.ok(files.length >= 3);
  for (const entry of files) {
    const file = path.join(entry.parentPath, entry.name);
    looks(entry.name, readFileSync(file));
  }
  // The manifest does not even reveal that a token exists.
  const archive = readFileSync(backup).toString('latin1');
  const manifest = archive.slice(archive.indexOf('{\n "format"'), archive.lastIndexOf('}\n'));
  assert.match(manifest, /"members"/);
  assert.doesNotMatch(manifest.replaceAll(/[0-9a-f]{64}/g, 'digest'), /token|c2|sealed/i);
});
