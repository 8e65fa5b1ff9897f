import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import express from 'express';
import { identify } from '../../../server/http/headers.ts';
import { serveInterface } from '../../../server/http/interface-files.ts';

const page = '<!doctype html><meta name="style-nonce" content="__STYLE_NONCE__">';

describe('the files of the interface', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-interface-'));
  let base = '';
  let served = serveInterface(folder);
  const app = express()
    .use(identify)
    .use((request, response, next) => served(request, response, next))
    .use((_request, response) => {
      response.writeHead(404).end();
    });
  const server = createServer(app);
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const browse = (target: string) => fetch(base + target, { headers: { accept: 'text/html,*/*' } });

  it('are reported missing before the build and found afterwards', async () => {
    assert.match(await (await browse('/')).text(), /has not been built/);
    assert.equal((await browse('/missions')).status, 404);
    writeFileSync(path.join(folder, 'index.html'), page);
    assert.match(await (await browse('/')).text(), /style-nonce/);
  });

  it('serve the page to browsers at every path outside /api, with its own nonce, and 404 to programs', async () => {
    const nonces = new Set<string>();
    for (const target of ['/', '/missions', '/missions/1?q=x', '/catalogue/T1059.001']) {
      const answer = await browse(target);
      assert.equal(answer.status, 200, target);
      const nonce = /content="([^"]+)"/.exec(await answer.text())?.[1] ?? '';
      assert.ok(answer.headers.get('content-security-policy')?.includes(`'nonce-${nonce}'`), target);
      assert.equal(answer.headers.get('cache-control'), 'no-store');
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 4);
    for (const target of ['/api', '/api/nothing', '/API/v1/x', '//elsewhere/x']) {
      assert.equal((await browse(target)).status, 404, target);
    }
    assert.equal((await fetch(`${base}/missions`, { headers: { accept: 'application/json' } })).status, 404);
    assert.equal((await fetch(`${base}/missions`, { method: 'POST' })).status, 404);
  });

  it('are still served completely when a build replaces or removes them', async () => {
    cpSync(new URL('../../../server/http', import.meta.url), path.join(folder, 'none'), { recursive: true });
    writeFileSync(path.join(folder, 'app.js'), 'export const one = 1;');
    served = serveInterface(folder);
    const first = await fetch(`${base}/app.js`);
    assert.equal(first.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(first.headers.get('content-encoding'), 'gzip');
    assert.equal(await first.text(), 'export const one = 1;');
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
    const again = await fetch(`${base}/app.js`);
    assert.equal(await again.text(), 'export const one = 1;');
    const tag = again.headers.get('etag') ?? '';
    assert.equal((await fetch(`${base}/app.js`, { headers: { 'if-none-match': tag } })).status, 304);
    for (const target of ['/none/guard.ts', '/index.html', '/../package.json', '/%2e%2e/package.json']) {
      assert.equal((await fetch(base + target)).status, 404, target);
    }
  });
});
