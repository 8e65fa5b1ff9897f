import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Permission, permissions } from '../../../domain/permissions.ts';
import { newId } from '../../../server/ids.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import { bodyOf, evidenceForm, newMission, placeOf } from '../../support/missions/factories.ts';
import { type Answer, Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const operations = registry().filter(({ access }) => access !== 'public');
const nameOf = ({ method, prefix, path }: Operation) => `${method} ${prefix}${path}`;

/** For a person alone, in both trees where accounts are. */
const forPeople = new Set([
  'POST /auth/renew',
  'POST /auth/ticket',
  'POST /auth/logout',
  'GET /auth/sessions',
  'DELETE /auth/sessions/:session_id',
  'PATCH /auth/me',
  'POST /auth/password',
  'GET /auth/provider/sign-out',
  'GET /auth/identities',
  'POST /auth/identities/begin',
  'POST /auth/identities',
  'POST /auth/identities/directory',
  'DELETE /auth/identities/:identity_id',
  'POST /sign-in-providers/test',
  'GET /auth/second-factor',
  'POST /auth/second-factor/totp',
  'POST /auth/second-factor/totp/confirm',
  'POST /auth/second-factor/totp/removal',
  'POST /auth/second-factor/recovery-codes',
  'POST /auth/second-factor/passkeys/challenge',
  'POST /auth/second-factor/passkeys/offer',
  'POST /auth/second-factor/passkeys',
  'PATCH /auth/second-factor/passkeys/:passkey_id',
  'POST /auth/second-factor/passkeys/:passkey_id/removal',
  // Tokens make no tokens.
  'GET /tokens',
  'GET /tokens/all',
  'POST /tokens',
  'DELETE /tokens/:token_id',
  // Nor do they invite anybody, give rights or set passwords.
  'POST /users',
  'PATCH /users/:user_id',
  'DELETE /users/:user_id',
  'GET /users/:user_id/sessions',
  'DELETE /users/:user_id/sessions',
  'DELETE /users/:user_id/second-factor',
  'POST /invitations',
  'DELETE /invitations/:invitation_id',
  'POST /groups',
  'PATCH /groups/:group_id',
  'DELETE /groups/:group_id',
  // Screens of a person.
  'GET /notifications',
  'POST /notifications/read',
  'GET /home/waiting',
  'GET /home/stream',
  'GET /home/first-steps',
  'POST /missions/:mission_id/presence',
  // Beyond repair.
  'POST /backups/:backup_id/restore',
  'DELETE /backups/:backup_id',
  'POST /audit/erasures',
  'POST /diag/reset',
  // Where this server connects to.
  'PUT /engagements/:engagement_id/c2-config',
  'DELETE /engagements/:engagement_id/c2-config',
  'POST /engagements/:engagement_id/c2-config/test',
]);

/** Published facts, and who one is. */
const forEveryToken = new Set([
  'GET /auth/me',
  'GET /permissions',
  'GET /catalog/tactics',
  'GET /catalog/techniques',
  'GET /catalog/subtechniques',
  'GET /catalog/status',
  'GET /catalog/groups',
  'GET /catalog/groups/:external_id',
  'GET /catalog/campaigns',
  'GET /catalog/campaigns/:external_id',
  'GET /catalog/software',
  'GET /catalog/software/:external_id',
  'GET /catalog/techniques/:external_id/threats',
  'GET /catalog/matrix',
  'GET /catalog/techniques/search',
  'GET /detection-rules',
  'GET /detection-levels',
]);

/** Make another mission. */
const madeFromMissions = new Set(['POST /missions/:mission_id/clone', 'POST /missions/:mission_id/retest']);

let server: TestServer;
let bound: { id: string };
let other: { id: string };
let evidence: string;
const clients = {} as Record<'full' | 'least' | 'bound', Client>;

async function newToken(scopes: readonly Permission[], fields: object = {}): Promise<Client> {
  const body = { name: `Program ${newId()}`, scopes, expires_in_days: 1, ...fields };
  const { token } = bodyOf(await server.admin.client.post('/api/v1/tokens', body), 201);
  return new Client(server.url, token);
}

before(async () => {
  server = await startTestServer();
  const { client } = server.admin;
  bound = await newMission(client);
  const elsewhere = await newMission(client);
  other = elsewhere;
  const { path } = placeOf(elsewhere);
  evidence = bodyOf(await client.request('POST', `${path}/evidence`, { raw: evidenceForm() }), 201).id;
  clients.full = await newToken(permissions);
  clients.least = await newToken(['user.read']);
  clients.bound = await newToken(permissions, { mission_id: bound.id });
});
after(() => server.close());

/** Asks in a way that is refused at the latest before anything is done: no operation takes this parameter. */
function attempt(client: Client, { method, prefix, path }: Operation, mission = newId()): Promise<Answer> {
  const target = path
    .replace(':mission_id', mission)
    .replace(':evidence_id', evidence)
    .replaceAll(/:\w+/g, newId());
  return client.request(method, `${prefix}${target}?no_such_parameter=1`);
}

const isServed = ({ status }: Answer) => status !== 401 && status !== 403;

describe('a token with every scope of an administrator', () => {
  for (const operation of operations) {
    const isForPeople = forPeople.has(`${operation.method} ${operation.path}`);
    it(`${nameOf(operation)} is ${isForPeople ? 'refused' : 'open'} to it`, async () => {
      const answer = await attempt(clients.full, operation);
      if (!isForPeople) return assert.ok(isServed(answer), String(answer.status));
      assertProblem(answer, 403, 'forbidden');
      assert.equal(answer.body.detail, 'This token is not for this');
    });
  }

  it('is refused only operations that there are', () => {
    const known = new Set(operations.map(({ method, path }) => `${method} ${path}`));
    for (const names of [forPeople, forEveryToken, madeFromMissions]) {
      for (const name of names) assert.ok(known.has(name), name);
    }
  });
});

describe('a token with one scope that opens nearly nothing', () => {
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    const isOpen = forEveryToken.has(name) || /^GET \/users\/(roster|candidates)$/.test(name);
    it(`${nameOf(operation)} is ${isOpen ? 'open' : 'refused'} to it`, async () => {
      const answer = await attempt(clients.least, operation);
      if (isOpen) assert.ok(isServed(answer), String(answer.status));
      else assertProblem(answer, 403, 'forbidden');
    });
  }
});

describe('a token that is bound to a mission', () => {
  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;
    const isOfMission = /^\/(missions\/:mission_id|evidence\/:evidence_id)/.test(operation.path);
    const isRefused = forPeople.has(name) || madeFromMissions.has(name);
    if (!isOfMission) {
      const isOpen = forEveryToken.has(name);
      it(`${nameOf(operation)} is ${isOpen ? 'open' : 'refused'} to it`, async () => {
        const answer = await attempt(clients.bound, operation);
        if (isOpen) assert.ok(isServed(answer), String(answer.status));
        else assertProblem(answer, 403, 'forbidden');
      });
    } else if (isRefused) {
      it(`${nameOf(operation)} is refused to it`, async () => {
        assertProblem(await attempt(clients.bound, operation, bound.id), 403, 'forbidden');
      });
    } else {
      it(`${nameOf(operation)} of another mission is 404`, async () => {
        assertProblem(await attempt(clients.bound, operation, other.id), 404, 'not_found');
        assertProblem(await attempt(clients.bound, operation, other.id.toUpperCase()), 404, 'not_found');
      });
    }
  }

  it('reads its own mission, and none beside it', async () => {
    const own = `/api/v1/missions/${bound.id}`;
    assert.equal((await clients.bound.get(own)).status, 200);
    assertProblem(await clients.bound.get(`${own}/comparison/${other.id}`), 404, 'not_found');
    assert.equal((await clients.full.get(`${own}/comparison/${other.id}`)).status, 200);
  });
});
