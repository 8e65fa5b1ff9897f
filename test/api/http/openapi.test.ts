import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describeAccess, listSecurity } from '../../../server/http/openapi.ts';
import { problems } from '../../../server/http/problem.ts';
import { assertBaseHeaders } from '../../support/http/raw-http.ts';
import { registry } from '../../support/http/registry.ts';
import { type Answer, startTestServer, type TestServer } from '../../support/servers/server.ts';

const operations = registry();

let server: TestServer;
let document: Answer['body'];
before(async () => {
  server = await startTestServer();
  document = (await server.anonymous.get('/api/openapi.json')).body;
});
after(() => server.close());

/** Every schema of a kind anywhere in the document. */
function* objectsIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const answer = await server.anonymous.get('/api/openapi.json');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
    assertBaseHeaders(answer);
    assert.equal(answer.body.openapi, '3.1.0');
    const validator = new Validator();
    const result = await validator.validate(structuredClone(answer.body));
    assert.ok(result.valid, JSON.stringify(result.errors, null, 2));
    assert.equal(validator.version, '3.1');
    const broken = { ...answer.body, paths: { '/x': { get: { responses: 7 } } } };
    assert.equal((await new Validator().validate(broken)).valid, false, 'the validator finds what is wrong');
  });

  it('lists every operation, and nothing else', () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const registered = operations.map(
      ({ method, prefix, path }) => `${method} ${prefix}${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    );
    assert.deepEqual(listed.sort(), registered.sort());
  });

  it('has one operation per method and path, whatever its identifiers are called', () => {
    const places = operations.map(
      ({ method, prefix, path }) => `${method} ${prefix}${path.replaceAll(/:\w+/g, ':id')}`,
    );
    assert.deepEqual(
      places.filter((place, index) => places.indexOf(place) !== index),
      [],
    );
  });

  it('documents for each operation its callers, its input and its answers', () => {
    const ids = new Set<string>();
    for (const operation of operations) {
      const { method, prefix, path, access, summary, query, body, accepts, status } = operation;
      const place = prefix + path.replaceAll(/:(\w+)/g, '{$1}');
      const described = document.paths[place][method.toLowerCase()];
      const name = `${method} ${place}`;
      assert.ok(!ids.has(described.operationId), name);
      ids.add(described.operationId);
      assert.equal(described.summary, summary, name);
      assert.equal(described['x-access'], describeAccess(access), name);
      assert.deepEqual(described.security, listSecurity(operation), name);
      assert.ok(described.responses[String(status)], name);
      const problem = described.responses.default.content['application/problem+json'];
      assert.deepEqual(problem.schema, { $ref: '#/components/schemas/Problem' }, name);
      assert.equal(described.requestBody !== undefined, body !== undefined || accepts === 'stream', name);
      const inPath = described.parameters.filter((parameter: { in: string }) => parameter.in === 'path');
      assert.deepEqual(
        inPath.map((parameter: { name: string }) => parameter.name),
        [...path.matchAll(/:(\w+)/g)].map((match) => match[1]),
        name,
      );
      if (query === undefined) assert.equal(described.parameters.length, inPath.length, name);
    }
  });

  it('describes paging, errors and strict bodies as they are', () => {
    const [limit, offset] = document.paths['/api/v1/users'].get.parameters;
    assert.deepEqual(limit.schema, { type: 'integer', minimum: 1, maximum: 200, default: 50 });
    assert.deepEqual(offset.schema, { type: 'integer', minimum: 0, default: 0 });
    assert.deepEqual(document.components.schemas.Problem.properties.code.enum, Object.keys(problems));
    const body = document.paths['/api/v1/groups'].post.requestBody.content['application/json'].schema;
    assert.equal(body.additionalProperties, false);
    assert.deepEqual(body.required, ['name']);
    const login = document.paths['/api/auth/login'].post.responses['200'].content['application/json'].schema;
    assert.deepEqual(login.required, ['access_token', 'token_type', 'expires_in', 'user']);
  });

  it('refers to nothing outside of itself', () => {
    for (const object of objectsIn(document)) {
      if (typeof object.$ref === 'string') assert.match(object.$ref, /^#\//);
    }
    assert.doesNotMatch(JSON.stringify(document), /https?:\/\/(?!json-schema\.org)/);
  });
});

describe('the reference', () => {
  it('is one page of text that loads nothing but its own style sheet, and runs nothing', async () => {
    const answer = await server.anonymous.get('/api/docs');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assertBaseHeaders(answer);
    const page: string = answer.body;
    assert.doesNotMatch(
      page,
      /<script|<iframe|<img|<object|<embed|<style|\son\w+=|\sstyle=|javascript:|@import|url\(/i,
    );
    assert.deepEqual(
      [...page.matchAll(/(?:src|href|action)="([^"#][^"]*)"/g)].map((match) => match[1]).sort(),
      ['/api/docs.css', '/api/openapi.json'],
    );
  });

  it('passes its own content security policy', async () => {
    const page = await server.anonymous.get('/api/docs');
    const policy = new Map(
      (page.headers.get('content-security-policy') ?? '').split(';').map((part) => {
        const [name = '', ...sources] = part.trim().split(' ');
        return [name, sources.join(' ')] as const;
      }),
    );
    assert.equal(policy.get('default-src'), "'none'");
    assert.equal(policy.get('style-src'), "'self'");
    const sheet = await server.anonymous.get('/api/docs.css');
    assert.equal(sheet.status, 200);
    assert.equal(sheet.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.doesNotMatch(sheet.body, /@import|url\(/);
  });

  it('shows every operation, with links that lead somewhere', async () => {
    const page: string = (await server.anonymous.get('/api/docs')).body;
    assert.equal([...page.matchAll(/<details>/g)].length, operations.length);
    for (const { summary } of operations) {
      assert.ok(page.includes(summary.replaceAll('&', '&amp;').replaceAll('<', '&lt;')), summary);
    }
    const anchors = new Set([...page.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]));
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g))
      assert.ok(anchors.has(target as string), target);
  });

  it('is public, like the document', async () => {
    for (const path of ['/api/docs', '/api/docs.css', '/api/openapi.json']) {
      assert.equal((await server.anonymous.request('HEAD', path)).status, 200);
      assert.equal((await server.anonymous.get(`${path}/`)).status, 404);
    }
  });
});
