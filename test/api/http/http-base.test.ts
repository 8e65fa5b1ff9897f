import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import { newId } from '../../../server/ids.ts';
import { assertBaseHeaders, assertProblem, exchange } from '../../support/http/raw-http.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

/** Sends bytes as a JSON body to an operation that takes one property, `display_name`. */
function send(bytes: string | Uint8Array, headers: Record<string, string> = {}) {
  return admin.request('PATCH', '/api/v1/auth/me', {
    raw: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

describe('queries', () => {
  const answers: [string, number, string][] = [
    ['limit=1', 200, ''],
    ['limit=200&offset=0', 200, ''],
    ['offset=999999999', 200, ''],
    ['', 200, ''],
    ['&&', 200, ''],
    ['limit=0', 422, 'limit'],
    ['limit=201', 422, 'limit'],
    ['limit=-1', 422, 'limit'],
    ['limit=1.5', 422, 'limit'],
    ['limit=1e2', 422, 'limit'],
    ['limit=0x10', 422, 'limit'],
    ['limit=+5', 422, 'limit'],
    ['limit=', 422, 'limit'],
    ['limit', 422, 'limit'],
    ['limit=ten', 422, 'limit'],
    ['limit=%EF%BC%95', 422, 'limit'],
    ['limit=99999999999999999999', 422, 'limit'],
    ['offset=-1', 422, 'offset'],
    ['offset=x', 422, 'offset'],
    ['offset=9999999999', 422, 'offset'],
    ['limit=1&limit=1', 422, 'limit'],
    ['q=a&q=b', 422, 'q'],
    ['q=a&%71=b', 422, 'q'],
    ['q[]=a', 422, 'q[]'],
    ['unknown=1', 422, 'unknown'],
    ['__proto__=1', 422, '__proto__'],
    ['q=a%00b', 422, 'q'],
    [`q=${'a'.repeat(201)}`, 422, 'q'],
    [`q=${'%25'.repeat(200)}`, 200, ''],
    ['q=%zz', 400, ''],
    ['q=%', 400, ''],
    ['q=%FF', 400, ''],
    ['q=%ED%A0%80', 400, ''],
    ['%zz=1', 400, ''],
  ];
  for (const [query, status, path] of answers) {
    it(`answers ${status} to ?${query.slice(0, 40)}`, async () => {
      const answer = await admin.get(`/api/v1/users?${query}`);
      if (status === 200) {
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        assert.deepEqual(Object.keys(answer.body).sort(), ['items', 'limit', 'offset', 'total']);
      } else {
        assertProblem(answer, status, status === 400 ? 'malformed_body' : 'invalid');
        assert.deepEqual(
          (answer.body.errors ?? []).map((error: { path: string }) => error.path),
          path === '' ? [] : [path],
        );
      }
    });
  }

  it('accepts no parameter where none is defined', async () => {
    assertProblem(await admin.get('/api/v1/auth/me?verbose=1'), 422, 'invalid');
    assertProblem(await admin.get('/api/v1/auth/me?a=%zz'), 400, 'malformed_body');
  });

  it('uses the default paging without parameters', async () => {
    const { body } = await admin.get('/api/v1/users');
    assert.equal(body.limit, 50);
    assert.equal(body.offset, 0);
    assert.equal(body.total, body.items.length);
  });
});
describe('request targets', () => {
  const id = newId();
  const answers: [string, number, string][] = [
    ['/api/v1/users/%zz', 400, 'malformed_body'],
    ['/api/v1/users/%', 400, 'malformed_body'],
    ['/api/v1/users/%FF', 400, 'malformed_body'],
    ['/api/v1/%zz', 400, 'malformed_body'],
    ['/%c0%af', 400, 'malformed_body'],
    ['/api/v1/health#part', 400, 'malformed_body'],
    ['*', 400, 'malformed_body'],
    ['api/v1/health', 400, 'malformed_body'],
    ['http://localhost/api/v1/health', 400, 'malformed_body'],
    ['http://elsewhere.example/api/v1/health', 400, 'malformed_body'],
    ['http://[::bad/api', 400, 'malformed_body'],
    ['//a@[bad', 404, 'not_found'],
    ['//elsewhere.example/api/v1/health', 404, 'not_found'],
    ['//api/v1/users', 404, 'not_found'],
    ['/api/v1/users/', 404, 'not_found'],
    ['/api/v1/users/?limit=1', 404, 'not_found'],
    ['/api/v1//users', 404, 'not_found'],
    ['/api/v1/users//', 404, 'not_found'],
    ['/api/v1/users/roster/x', 404, 'not_found'],
    ['/api/v1/users/a%2Fb', 404, 'not_found'],
    ['/api/v1/%75sers', 404, 'not_found'],
    [`/api/v1/users%2f${id}`, 404, 'not_found'],
    ['/api/v1/usersx', 404, 'not_found'],
    [`/api/v1/missions/${id}/tests/`, 404, 'not_found'],
    [`/api/v1/missions//tests/${id}`, 404, 'not_found'],
    [`/api/v1/missions/${id}/tests/${id}/x`, 404, 'not_found'],
    ['/api/docs/', 404, 'not_found'],
    ['/api/Docs', 404, 'not_found'],
    ['/api/v1/..%2fhealth', 404, 'not_found'],
    [`/api/v1/users/..%2f..%2f${id}`, 404, 'not_found'],
    ['/api/v1/users/..%2f..%2fhealth', 404, 'not_found'],
    ['/api/v1/users/%00', 404, 'not_found'],
    ['/api/v1/users/7', 404, 'not_found'],
    [`/api/v1/users/${id}%20`, 404, 'not_found'],
    [`/api/v1/users/${id}`, 404, 'not_found'],
    [`/api/v1/users/${id}/`, 404, 'not_found'],
    ['/api/v1//health', 404, 'not_found'],
    ['/api/v1/health/', 404, 'not_found'],
    ['/API/v1/health', 404, 'not_found'],
    ['/api/v1/Health', 404, 'not_found'],
    ['/api/v1/../v1/health', 404, 'not_found'],
    ['/api', 404, 'not_found'],
    ['/api/', 404, 'not_found'],
    ['/api/v1', 404, 'not_found'],
    ['/api/v2/health', 404, 'not_found'],
    ['/api/v1/unknown', 404, 'not_found'],
    ['/unknown', 404, 'not_found'],
  ];
  for (const [target, status, code] of answers) {
    it(`answers ${status} to ${target}`, async () => {
      const request = (token: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${token}\r\n`;
      assertProblem(
        await exchange(server.url, request(`Authorization: Bearer ${admin.token}\r\n`)),
        status,
        code,
      );
    });
  }

  it('answers an invalid URL with a problem, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const answer = await exchange(
        server.url,
        `${method} http://[::bad/api/v1/users HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      assertProblem(answer, 400, 'malformed_body');
    }
  });

  it('reads a fixed word in a path as itself, not as an identifier', async () => {
    assert.equal((await admin.get('/api/v1/users/roster')).status, 200);
    assert.equal((await admin.get(`/api/v1/users/${server.admin.id}`)).status, 200);
  });

  it('answers 404 to unknown paths with any method, with and without a token', async () => {
    for (const client of [server.anonymous, admin]) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        for (const path of ['/api/v1/unknown', '/api/unknown']) {
          assertProblem(await client.request(method, path), 404, 'not_found');
        }
      }
    }
  });

  const methods: [string, string, string][] = [
    ['POST', '/api/v1/health', 'GET, HEAD'],
    ['DELETE', '/api/health', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/health', 'GET, HEAD'],
    ['GET', '/api/v1/auth/login', 'POST'],
    ['HEAD', '/api/v1/auth/login', 'POST'],
    ['PUT', '/api/v1/users', 'GET, HEAD, POST'],
    ['PUT', `/api/v1/users/${id}`, 'GET, HEAD, PATCH, DELETE'],
    ['DELETE', '/api/v1/users/roster', 'GET, HEAD'],
    ['PATCH', '/api/v1/users/roster', 'GET, HEAD'],
    ['GET', '/api/v1/invitations/accept', 'POST'],
    ['DELETE', '/api/v1/invitations/accept', 'POST'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['OPTIONS', '/api/openapi.json', 'GET, HEAD'],
    ['PUT', '/api/schemas/report-2.json', 'GET, HEAD'],
  ];
  for (const [method, path, allow] of methods) {
    it(`answers 405 to ${method} ${path}`, async () => {
      const answer = await admin.request(method, path);
      assert.equal(answer.headers.get('allow'), allow);
      if (method === 'HEAD') assert.equal(answer.status, 405);
      else assertProblem(answer, 405, 'method_not_allowed');
    });
  }

  it('answers HEAD like GET without the body', async () => {
    for (const path of [
      '/api/v1/health',
      '/api/v1/auth/me',
      '/api/docs',
      '/api/openapi.json',
      '/api/schemas/report-2.json',
    ]) {
      const get = await admin.get(path);
      const answer = await admin.request('HEAD', path);
      assert.equal(answer.status, get.status);
      assert.equal(answer.body, '');
      assert.equal(answer.headers.get('content-type'), get.headers.get('content-type'));
      assert.equal(answer.headers.get('content-length'), get.headers.get('content-length'));
    }
    assert.equal((await server.anonymous.request('HEAD', '/api/v1/auth/me')).status, 401);
  });
});
describe('answers', () => {
  it('have their own request id and strict headers, whatever they contain', async () => {
    const answers = await Promise.all([
      admin.get('/api/v1/auth/me'),
      server.anonymous.get('/api/v1/auth/me'),
      admin.get('/api/v1/unknown'),
      admin.get('/unknown'),
      admin.get('/'),
      admin.get('/api/docs'),
      admin.get('/api/docs.css'),
      admin.get('/api/openapi.json'),
      admin.request('DELETE', `/api/v1/users/${newId()}`),
      send('{'),
    ]);
    const ids = new Set<string>();
    for (const answer of answers) {
      assertBaseHeaders(answer);
      ids.add(answer.headers.get('x-request-id') as string);
    }
    assert.equal(ids.size, answers.length);
  });

  it('do not accept a request id from the caller', async () => {
    const answer = await admin.get('/api/v1/auth/me', { 'x-request-id': 'mine' });
    assertBaseHeaders(answer);
  });

  it('are not stored by caches', async () => {
    assert.equal((await admin.get('/api/v1/auth/me')).headers.get('cache-control'), 'no-store');
  });

  it('reveal nothing about internal errors', onlyWithFile, async () => {
    const { sqlite, close } = openDatabase(path.join(server.dataDir, 'damson.db'));
    sqlite.exec('alter table groups rename to elsewhere');
    try {
      for (const answer of [
        await admin.get('/api/v1/groups'),
        await admin.post('/api/v1/groups', { name: 'a' }),
      ]) {
        assertProblem(answer, 500, 'internal');
        assert.equal(answer.body.errors, undefined);
        assert.doesNotMatch(JSON.stringify(answer.body), /groups|elsewhere|table|sql|node|\.ts|select| at /i);
      }
    } finally {
      sqlite.exec('alter table elsewhere rename to groups');
      await close();
    }
    assert.equal((await admin.get('/api/v1/groups')).status, 200);
  });

  it('ask for a token if it is missing', async () => {
    const answer = await server.anonymous.get('/api/v1/auth/me');
    assertProblem(answer, 401, 'unauthenticated');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
  });
});

describe('the order of refusals', () => {
  let soc: Person;
  before(async () => {
    soc = await server.newPerson('soc');
  });
  const bad = { raw: '{', headers: { 'content-type': 'text/plain' } };

  it('is 401, 403, 404, 422, then 409, whatever else is wrong', async () => {
    const unknown = `/api/v1/users/${newId()}?x=1`;
    const known = `/api/v1/users/${server.admin.id}`;
    assertProblem(await server.anonymous.request('PATCH', unknown, bad), 401, 'unauthenticated');
    assertProblem(await soc.client.request('PATCH', unknown, bad), 403, 'forbidden');
    assertProblem(await soc.client.request('PATCH', '/api/v1/users/no-id', bad), 403, 'forbidden');
    assertProblem(await admin.request('PATCH', unknown, bad), 404, 'not_found');
    assertProblem(await admin.request('PATCH', `${known}?x=1`, bad), 422, 'invalid');
    assertProblem(await admin.request('PATCH', known, bad), 415, 'unsupported_media_type');
    assertProblem(await admin.patch(known, { role: 'soc', is_active: 'no' }), 422, 'invalid');
    assertProblem(await admin.patch(known, { role: 'soc' }), 409, 'last_admin');
  });
});
