import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type http from 'node:http';
import path from 'node:path';
import { after, before, beforeEach } from 'node:test';
import { newerEdition, olderEdition } from '../fixtures/attack-editions.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../servers/server.ts';
import { type BundleHost, sha256, startBundleHost } from './bundle-host.ts';

export const older = JSON.stringify(olderEdition(), null, 2);
export const newer = JSON.stringify(newerEdition());
export const unverified = { allow_unverified: true };
export const root = '/api/v1/catalog';

/** Limits low enough for a test to reach. */
export const limits = {
  maxBytes: 200_000,
  totalMilliseconds: 300_000,
  stallMilliseconds: 20_000,
  maxRedirects: 5,
};

export type SharedCatalogue = {
  server: TestServer;
  admin: Client;
  soc: Client;
  host: BundleHost;
  /** Releases the host's `/slow.json`, once requested. */
  release: (() => void) | null;
  sync(body?: unknown): Promise<Answer>;
  importing(text: string, query?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Files that the server is receiving, by name. */
  uploads(): string[];
};

/** One server, and a host of good and bad bundles, for the tests of a suite; each test starts with an empty catalogue. */
export function shareCatalogue(): SharedCatalogue {
  const shared = {
    release: null,
    sync: (body) => shared.admin.post(`${root}/sync`, body),
    importing: (text, query = '?allow_unverified=true', headers = { 'content-type': 'application/json' }) =>
      shared.admin.request('POST', `${root}/import${query}`, { raw: text, headers }),
    uploads() {
      try {
        return readdirSync(path.join(shared.server.dataDir, 'catalog', '.tmp'));
      } catch {
        return [];
      }
    },
  } as SharedCatalogue;

  before(async () => {
    shared.host = await startHost((release) => {
      shared.release = release;
    });
    shared.server = await startTestServer({
      seams: {
        catalogue: {
          limits,
          pinned: { version: '9.9', url: `${shared.host.url}/pinned-9.9.json`, sha256: sha256(newer) },
        },
      },
    });
    shared.admin = shared.server.admin.client;
    shared.soc = (await shared.server.newPerson('soc')).client;
  });
  after(async () => {
    await shared.server.close();
    await shared.host.close();
  });
  beforeEach(async () => {
    assert.equal((await shared.admin.post('/api/v1/diag/reset')).status, 200);
  });
  return shared;
}

const sendText = (text: string) => (response: http.ServerResponse) => response.end(text);
const redirectTo = (location: string) => (response: http.ServerResponse) =>
  response.writeHead(302, { location }).end();

function startHost(onSlow: (release: () => void) => void): Promise<BundleHost> {
  return startBundleHost({
    '/pinned-9.9.json': sendText(newer),
    '/attack-1.0.json': sendText(older),
    '/newer.json': sendText(newer),
    '/moved': redirectTo('/moved-again'),
    '/moved-again': redirectTo('/attack-1.0.json'),
    '/loop': redirectTo('/loop'),
    '/to-a-file': redirectTo('file:///etc/passwd'),
    '/to-nowhere': (response) => response.writeHead(301).end(),
    '/compressed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
    '/partial': (response) => response.writeHead(206).end(older),
    '/broken': (response) => response.writeHead(500).end(older),
    '/truncated': sendText(older.slice(0, -3)),
    '/cut-off': (response) => {
      response.writeHead(200, { 'content-length': older.length });
      response.write(older.slice(0, 500), () => response.destroy());
    },
    '/says-too-large': (response) => response.writeHead(200, { 'content-length': 500_000 }).write('{'),
    '/endless': (response) => {
      response.write('{"type":"bundle","objects":[');
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    },
    '/silent': () => undefined,
    '/stalls': (response) => response.write(older.slice(0, 500)),
    '/page': sendText('<!doctype html><title>Sign in</title>'),
    '/slow.json': (response) => {
      response.write(newer.slice(0, 200));
      onSlow(() => response.end(newer.slice(200)));
    },
  });
}

export function refused(answer: Answer, at: string, message: RegExp): void {
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  assert.equal(answer.body.code, 'invalid');
  assert.equal(answer.body.errors[0].path, at);
  assert.match(answer.body.errors[0].message, message);
}

export const ids = (answer: Answer) =>
  answer.body.items.map((item: { external_id: string }) => item.external_id);
