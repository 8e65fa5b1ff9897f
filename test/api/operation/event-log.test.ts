import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createLog } from '../../../server/log.ts';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { addApp, Clock, demandOf } from '../../support/http/authenticator.ts';
import { registry } from '../../support/http/registry.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  nobody,
  placeOf,
} from '../../support/missions/factories.ts';
import {
  Client,
  type Person,
  password,
  startTestServer,
  type TestServer,
} from '../../support/servers/server.ts';

type Line = { event: string; [field: string]: unknown };

const hostile = 'Eve"}\n{"level":"fatal"}\u001b[2J\u2028<b>';
const outside = '203.0.113.7';

describe('the log', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  const lines: string[] = [];
  const secrets = ['net user eve hunter2', 'a secret of the customer', password, 'another battery horse'];

  before(async () => {
    const seams = { log: createLog('info', (line) => lines.push(line)) };
    server = await startTestServer({ seams });
    admin = server.admin.client;
    red = await server.newPerson('redteam');
  });
  after(() => server.close());

  /** The log lines caused by `work`, except those of requests. */
  async function linesOf(work: () => Promise<unknown>): Promise<Line[]> {
    const from = lines.length;
    await work();
    return lines
      .slice(from)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ event }) => event !== 'request');
  }

  async function onlyLine(work: () => Promise<unknown>): Promise<Line> {
    const found = await linesOf(work);
    assert.equal(found.length, 1, JSON.stringify(found));
    const { time, request_id, ...line } = found[0] as Line;
    assert.match(String(request_id), /./);
    assert.match(String(time), /Z$/);
    return line as Line;
  }

  const by = (user_id: string | undefined, level = 'info') => ({
    level,
    ...(user_id === undefined ? {} : { user_id }),
    address: '127.0.0.1',
  });
  const refused = (
    user_id: string | undefined,
    method: string,
    target: string,
    status: number,
    code: string,
  ) => ({
    ...by(user_id, 'warn'),
    event: 'refused',
    method,
    path: target,
    status,
    code,
  });

  it('logs sign-ins and sign-outs', async () => {
    const signIn = (secret: string, email = red.email) =>
      server.anonymous.post('/api/v1/auth/login', { email, password: secret });
    let session = { access_token: '' };
    assert.deepEqual(
      await onlyLine(async () => {
        session = bodyOf(await signIn(password), 200);
      }),
      { ...by(red.id), event: 'signed_in' },
    );
    assert.deepEqual(
      await onlyLine(() => new Client(server.url, session.access_token).post('/api/v1/auth/logout')),
      { ...by(red.id), event: 'signed_out' },
    );
    const failed = refused(red.id, 'POST', '/api/v1/auth/login', 401, 'unauthenticated');
    assert.deepEqual(await onlyLine(() => signIn('another battery horse')), {
      ...failed,
      event: 'sign_in_failed',
    });
    const { user_id: _nobody, ...unknown } = failed;
    assert.deepEqual(await onlyLine(() => signIn(password, 'hunter2@damson.test')), {
      ...unknown,
      event: 'sign_in_failed',
    });
  });

  it('logs second factors: challenges, failures, additions and removals', async () => {
    const person = await server.newPerson('redteam');
    const base = '/api/v1/auth/second-factor';
    const clock = new Clock();
    await server.restart({ log: createLog('info', (line) => lines.push(line)), now: clock.now });
    const login = await server.anonymous.post('/api/v1/auth/login', { email: person.email, password });
    const client = new Client(server.url, login.body.access_token);
    const begun = await linesOf(async () => {
      const { app, recoveryCodes } = await addApp(client, password, clock);
      secrets.push(...recoveryCodes);
      const path = '/api/v1/auth/login/second-factor';
      const { challenge } = await demandOf(server, person.email, password);
      const finish = (given: object) => server.anonymous.post(path, { challenge, ...given });
      await finish({ code: app.codeAt(0) });
      await finish({ recovery_code: recoveryCodes[0] });
      const proof = { current_password: password };
      await client.post(`${base}/totp/removal`, { ...proof, code: app.codeAt(0) });
      await client.post(`${base}/recovery-codes`, { ...proof, recovery_code: recoveryCodes[1] });
      await client.post(`${base}/totp/removal`, { ...proof, code: app.codeAt(clock.nextStep()) });
      await server.admin.client.delete(`/api/v1/users/${person.id}/second-factor`);
      secrets.push(challenge);
    });
    const told = begun.map(({ event, user_id, second_factor, code, object }) => ({
      event,
      user_id,
      ...(second_factor === undefined ? {} : { second_factor }),
      ...(code === undefined ? {} : { code }),
      ...(object === undefined ? {} : { object }),
    }));
    const user_id = person.id;
    assert.deepEqual(told, [
      { event: 'totp_begun', user_id },
      { event: 'totp_added', user_id },
      { event: 'second_factor_asked', user_id, code: 'second_factor_required' },
      { event: 'sign_in_failed', user_id, code: 'second_factor_wrong' },
      { event: 'signed_in', user_id, second_factor: 'recovery_code' },
      { event: 'second_factor_failed', user_id, code: 'invalid' },
      { event: 'recovery_codes_made', user_id },
      { event: 'totp_removed', user_id },
      { event: 'second_factor_reset', user_id: server.admin.id, object: user_id },
    ]);
    await server.restart();
  });

  it('logs refusals', async () => {
    assert.deepEqual(
      await onlyLine(() => server.anonymous.get('/api/v1/missions?q=hunter2')),
      refused(undefined, 'GET', '/api/v1/missions', 401, 'unauthenticated'),
    );
    assert.deepEqual(
      await onlyLine(() => red.client.patch(`/api/v1/users/${nobody}`, { role: 'admin' })),
      refused(red.id, 'PATCH', `/api/v1/users/${nobody}`, 403, 'forbidden'),
    );
    assert.deepEqual(
      await onlyLine(() =>
        server.anonymous.request('POST', '/api/v1/auth/login', { headers: { origin: 'https://evil.test' } }),
      ),
      refused(undefined, 'POST', '/api/v1/auth/login', 403, 'forbidden'),
    );
    const guesses = await linesOf(async () => {
      for (let guess = 0; guess < 40; guess += 1) {
        const email = 'guessed@damson.test';
        await server.anonymous.post('/api/v1/auth/login', { email, password: 'another battery horse' });
      }
    });
    assert.ok(guesses.some(({ status, event }) => status === 429 && event === 'sign_in_failed'));
  });

  it('logs every change of rights', async () => {
    const ids = { user: '', group: '', invitation: '', mission: '', session: '' };
    const person = { email: 'eve@damson.test', display_name: 'Eve <b>', role: 'soc', password };
    const changes: [string, () => Promise<{ status: number }>, () => object][] = [
      [
        'user_created',
        async () => {
          const answer = await admin.post('/api/v1/users', person);
          ids.user = answer.body.id;
          return answer;
        },
        () => ({ object: ids.user, role: 'soc', is_active: true, group_ids: [], password: 'set' }),
      ],
      [
        'user_changed',
        () => admin.patch(`/api/v1/users/${ids.user}`, { role: 'redteam' }),
        () => ({ object: ids.user, role: 'redteam' }),
      ],
      [
        'user_changed',
        () => admin.patch(`/api/v1/users/${ids.user}`, { password: 'another battery horse' }),
        () => ({ object: ids.user, password: 'set' }),
      ],
      [
        'user_changed',
        () => admin.patch(`/api/v1/users/${ids.user}`, { is_active: false }),
        () => ({ object: ids.user, is_active: false }),
      ],
      [
        'group_created',
        async () => {
          const answer = await admin.post('/api/v1/groups', {
            name: 'hunter2',
            permissions: ['catalog.sync'],
            member_ids: [ids.user],
          });
          ids.group = answer.body.id;
          return answer;
        },
        () => ({ object: ids.group, permissions: ['catalog.sync'], member_ids: [ids.user] }),
      ],
      [
        'group_changed',
        () => admin.patch(`/api/v1/groups/${ids.group}`, { permissions: [] }),
        () => ({ object: ids.group, permissions: [] }),
      ],
      [
        'user_changed',
        () => admin.patch(`/api/v1/users/${ids.user}`, { group_ids: [] }),
        () => ({ object: ids.user, group_ids: [] }),
      ],
      ['group_deleted', () => admin.delete(`/api/v1/groups/${ids.group}`), () => ({ object: ids.group })],
      [
        'invitation_created',
        async () => {
          const answer = await admin.post('/api/v1/invitations', { email: 'x@damson.test', role: 'soc' });
          ids.invitation = answer.body.id;
          secrets.push(answer.body.token);
          return answer;
        },
        () => ({ object: ids.invitation, role: 'soc', group_ids: [] }),
      ],
      [
        'invitation_withdrawn',
        () => admin.delete(`/api/v1/invitations/${ids.invitation}`),
        () => ({ object: ids.invitation }),
      ],
      [
        'members_changed',
        async () => {
          ids.mission = (await newMission(admin, { tests: 0 })).id;
          const members = [{ user_id: red.id, role_hint: 'red' }];
          return admin.put(`/api/v1/missions/${ids.mission}/members`, { members });
        },
        () => ({ object: ids.mission, member_ids: [red.id] }),
      ],
      [
        'sessions_ended',
        () => admin.delete(`/api/v1/users/${ids.user}/sessions`),
        () => ({ object: ids.user }),
      ],
      [
        'session_ended',
        async () => {
          const other = await server.signIn(server.admin.email, server.admin.password);
          const { sid } = JSON.parse(
            Buffer.from((other.token as string).split('.')[1] as string, 'base64url').toString(),
          );
          ids.session = sid;
          return admin.delete(`/api/v1/auth/sessions/${sid}`);
        },
        () => ({ object: ids.session }),
      ],
      ['user_deleted', () => admin.delete(`/api/v1/users/${ids.user}`), () => ({ object: ids.user })],
    ];
    for (const [event, change, about] of changes) {
      const found = await linesOf(async () => assert.ok((await change()).status < 300, event));
      const { time: _time, request_id: _id, ...line } = found.at(-1) as Line;
      assert.deepEqual(line, { ...by(server.admin.id), event, ...about() });
    }
    const invited = bodyOf(
      await admin.post('/api/v1/invitations', { email: 'y@damson.test', role: 'soc' }),
      201,
    );
    secrets.push(invited.token);
    let accepted = '';
    const line = await onlyLine(async () => {
      const fields = { display_name: 'Eve', password, token: invited.token };
      accepted = bodyOf(await server.anonymous.post('/api/v1/invitations/accept', fields), 201).user.id;
    });
    assert.deepEqual(line, { ...by(accepted), event: 'invitation_accepted', role: 'soc' });
    const own = await server.signIn('y@damson.test', password);
    const passwords = { current_password: password, new_password: 'another battery horse' };
    assert.deepEqual(await onlyLine(() => own.post('/api/v1/auth/password', passwords)), {
      ...by(accepted),
      event: 'password_changed',
    });
  });

  it('logs downloads before their first byte', async () => {
    const place = placeOf(await newMission(admin, { members: [red] }));
    const record = bodyOf(await attach(admin, place, evidenceForm('a secret of the customer')), 201);
    assert.deepEqual(await onlyLine(() => red.client.get(`/api/v1/evidence/${record.id}`)), {
      ...by(red.id),
      event: 'evidence_sent',
      object: record.id,
    });
    assert.deepEqual(await linesOf(() => red.client.request('HEAD', `/api/v1/evidence/${record.id}`)), []);
    let backup = '';
    const begun = await linesOf(async () => {
      bodyOf(await admin.post('/api/v1/backups'), 202);
      backup = (await endedJob(admin)).backup_id as string;
    });
    assert.deepEqual(begun.map(({ event }) => event).toSorted(), ['backup_begun', 'backup_made']);
    for (const [event, work] of [
      ['backup_sent', () => admin.get(`/api/v1/backups/${backup}/file`)],
      ['backup_deleted', () => admin.delete(`/api/v1/backups/${backup}`)],
    ] as const) {
      assert.deepEqual(await onlyLine(work), { ...by(server.admin.id), event, object: backup });
    }
    assert.deepEqual(readdirSync(path.join(server.dataDir, 'backups')), []);
  });

  it('accepts an address from a trusted proxy, and only an address', async () => {
    await server.restart(undefined, { trustProxy: 1 });
    for (const [reported, address] of [
      [outside, outside],
      ['hunter2"}', undefined],
    ] as const) {
      const line = await onlyLine(() =>
        server.anonymous.request('GET', '/api/v1/missions', { headers: { 'x-forwarded-for': reported } }),
      );
      assert.equal(line.address, address);
    }
  });

  it('contains no typed text and no secret', async () => {
    const place = placeOf(await newMission(admin, { name: hostile, members: [red] }));
    const written = {
      command: 'net user eve hunter2',
      output: 'NTLM of Eve: hunter2',
      red_comment: 'hunter2',
    };
    bodyOf(await red.client.put(place.path, written), 200);
    bodyOf(await admin.post('/api/v1/groups', { name: 'hunter2 of Eve' }), 201);
    bodyOf(await admin.patch(`/api/v1/users/${red.id}`, { display_name: 'Eve hunter2' }), 200);
    await server.anonymous.get('/hunter2/%0a%1b?password=hunter2');
    await server.anonymous.post('/api/v1/setup', {
      install_token: 'hunter2-token',
      email: 'hunter2@damson.test',
      display_name: 'hunter2',
      password: 'another battery horse',
    });
    const text = lines.join('').replaceAll('"path":"/hunter2/%0a%1b"', '');
    for (const secret of [...secrets, 'hunter2', 'Eve', admin.token as string, red.client.token as string]) {
      assert.equal(text.includes(secret), false, secret);
    }
    for (const line of lines) {
      assert.match(line, /^\{[\x20-\x7e]*\}\n$/);
      JSON.parse(line);
    }
  });
});

it('every operation on rights, and every one that sends files, declares its log event', () => {
  const silent = [
    'POST /auth/renew',
    'POST /auth/renewal',
    'POST /auth/ticket',
    'POST /auth/provider/begin',
    'POST /invitations/preview',
    'PATCH /auth/me',
    'POST /auth/second-factor/passkeys/challenge',
    'GET /catalog/matrix',
    'GET /missions/:mission_id/events',
    'GET /metrics',
  ];
  const rights = /^\/(users|groups|invitations|auth|setup)\b/;
  const unlogged = registry()
    .filter(({ method, path: place, streams }) => streams || (method !== 'GET' && rights.test(place)))
    .filter(({ logs }) => logs === undefined)
    .map(({ method, path: place }) => `${method} ${place}`);
  assert.deepEqual([...new Set(unlogged)].toSorted(), silent.toSorted());
});
