import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type BundleHost, sha256, startBundleHost } from '../support/bundle-host.ts';
import { bodyOf } from '../support/factories.ts';
import { newerEdition, olderEdition, type Stix, technique } from '../support/fixtures/attack-editions.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../support/server.ts';

const older = JSON.stringify(olderEdition(), null, 2);
const newer = JSON.stringify(newerEdition());
const unverified = { allow_unverified: true };
const root = '/api/v1/catalog';

/** Bounds that a test can reach. */
const limits = { maxBytes: 200_000, totalMilliseconds: 5_000, stallMilliseconds: 1000, maxRedirects: 5 };

describe('catalogue', () => {
  let server: TestServer;
  let admin: Client;
  let soc: Client;
  let host: BundleHost;
  let release: (() => void) | null = null;
  const sendText = (text: string) => (response: http.ServerResponse) => response.end(text);
  const redirectTo = (location: string) => (response: http.ServerResponse) =>
    response.writeHead(302, { location }).end();

  before(async () => {
    host = await startBundleHost({
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
        release = () => response.end(newer.slice(200));
      },
    });
    server = await startTestServer({
      seams: {
        catalogue: {
          limits,
          pinned: { version: '9.9', url: `${host.url}/pinned-9.9.json`, sha256: sha256(newer) },
        },
      },
    });
    admin = server.admin.client;
    soc = (await server.newPerson('soc')).client;
  });
  after(async () => {
    await server.close();
    await host.close();
  });
  beforeEach(async () => {
    assert.equal((await admin.post('/api/v1/diag/reset')).status, 200);
  });

  const sync = (body?: unknown) => admin.post(`${root}/sync`, body);
  const importing = (
    text: string,
    query = '?allow_unverified=true',
    headers = { 'content-type': 'application/json' },
  ) => admin.request('POST', `${root}/import${query}`, { raw: text, headers });
  const uploads = () => {
    try {
      return readdirSync(path.join(server.dataDir, 'catalog', '.tmp'));
    } catch {
      return [];
    }
  };
  const refused = (answer: Answer, at: string, message: RegExp) => {
    assert.equal(answer.status, 422, JSON.stringify(answer.body));
    assert.equal(answer.body.code, 'invalid');
    assert.equal(answer.body.errors[0].path, at);
    assert.match(answer.body.errors[0].message, message);
  };
  const ids = (answer: Answer) => answer.body.items.map((item: { external_id: string }) => item.external_id);

  it('is empty before the first sync', async () => {
    assert.deepEqual((await soc.get(`${root}/status`)).body, {
      last_sync: null,
      version: null,
      source_url: null,
      default_url: `${host.url}/pinned-9.9.json`,
      default_version: '9.9',
      counts: { tactics: 0, techniques: 0, subtechniques: 0 },
    });
    for (const list of ['tactics', 'techniques', 'subtechniques']) {
      const answer = await soc.get(`${root}/${list}`);
      assert.deepEqual(answer.body, { items: [], total: 0, limit: 50, offset: 0 });
    }
  });

  it('is read by every signed-in user and by nobody else', async () => {
    for (const list of ['tactics', 'techniques', 'subtechniques', 'status']) {
      assert.equal((await server.anonymous.get(`${root}/${list}`)).status, 401);
      assert.equal((await soc.get(`${root}/${list}`)).status, 200);
    }
  });

  it('is synchronised by who holds catalog.sync', async () => {
    const red = await server.newPerson('redteam');
    const granted = await server.newPerson('soc', { permissions: ['catalog.sync'] });
    for (const [client, status] of [
      [server.anonymous, 401],
      [soc, 403],
      [red.client, 403],
      [granted.client, 200],
    ] as const) {
      assert.equal((await client.post(`${root}/sync`, {})).status, status);
      const answer = await client.request('POST', `${root}/import?allow_unverified=true`, {
        raw: newer,
        headers: { 'content-type': 'application/json' },
      });
      assert.equal(answer.status, status);
    }
  });

  it('syncs from the pinned default when nothing is said', async () => {
    for (const [body, verified] of [
      [undefined, true],
      [{}, true],
      [{ source: `${host.url}/pinned-9.9.json` }, true],
      [{ expected_sha256: sha256(newer), ...unverified }, true],
      [unverified, false],
    ] as const) {
      const answer = await sync(body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.verified, verified);
      assert.equal(answer.body.source_url, `${host.url}/pinned-9.9.json`);
      assert.equal(answer.body.version, '2.0', 'what the bundle says of itself comes first');
    }
  });

  it('answers with what it did, and the status says so from then on', async () => {
    const before = Date.now();
    const answer = await sync({
      source: `${host.url}/attack-1.0.json`,
      expected_sha256: sha256(older).toUpperCase(),
    });
    const { last_sync, ...result } = answer.body;
    assert.deepEqual(result, {
      version: '1.0',
      source_url: `${host.url}/attack-1.0.json`,
      sha256: sha256(older),
      verified: true,
      counts: { tactics: 2, techniques: 3, subtechniques: 3 },
      changes: { added: 8, updated: 0, deprecated: 0 },
    });
    assert.ok(Date.parse(last_sync) >= before);
    const status = (await soc.get(`${root}/status`)).body;
    assert.deepEqual(
      { ...status, default_url: undefined, default_version: undefined },
      {
        last_sync,
        version: '1.0',
        source_url: `${host.url}/attack-1.0.json`,
        counts: result.counts,
        default_url: undefined,
        default_version: undefined,
      },
    );
    const again = await sync({ source: `${host.url}/attack-1.0.json`, ...unverified });
    assert.equal(again.body.verified, false);
    assert.deepEqual(again.body.changes, { added: 0, updated: 0, deprecated: 0 });
    assert.ok(again.body.last_sync > last_sync);
  });

  it('lists tactics in the order of the matrix', async () => {
    await importing(newer);
    assert.deepEqual((await soc.get(`${root}/tactics?limit=2`)).body, {
      items: [
        {
          kind: 'tactic',
          external_id: 'TA9003',
          name: 'Disarming',
          description: null,
          url: 'https://attack.mitre.org/tactics/TA9003',
          deprecated: false,
        },
        {
          kind: 'tactic',
          external_id: 'TA9001',
          name: 'Prowling',
          description: null,
          url: 'https://attack.mitre.org/tactics/TA9001',
          deprecated: false,
        },
      ],
      total: 3,
      limit: 2,
      offset: 0,
    });
    assert.deepEqual(ids(await soc.get(`${root}/tactics?offset=2`)), ['TA9002']);
  });

  it('lists techniques with all their tactics, by tactic and by text', async () => {
    await importing(older);
    const all = await soc.get(`${root}/techniques`);
    assert.deepEqual(ids(all), ['T9001', 'T9002', 'T9003']);
    assert.deepEqual(all.body.items[1], {
      kind: 'technique',
      external_id: 'T9002',
      name: 'Cloaking',
      description: 'How Cloaking is done.',
      url: 'https://attack.mitre.org/techniques/T9002',
      deprecated: false,
      tactics: [
        { external_id: 'TA9001', name: 'Prowling' },
        { external_id: 'TA9002', name: 'Hiding' },
      ],
    });
    for (const [query, expected] of [
      ['tactic=TA9001', ['T9001', 'T9002']],
      ['tactic=hiding', ['T9002', 'T9003']],
      ['tactic=Hiding', []],
      ['tactic=T9001', []],
      ['tactic=TA9999', []],
      ['tactic=', []],
      ['q=KING', ['T9001', 'T9002']],
      ['q=t9003', ['T9003']],
      ['q=9001.001', []],
      ['q=_', []],
      ['q=%25', []],
      ['q=hiding', []],
      ['q=clo&tactic=hiding', ['T9002']],
      ['limit=1&offset=1', ['T9002']],
      ['offset=50', []],
    ] as const) {
      assert.deepEqual(ids(await soc.get(`${root}/techniques?${query}`)), expected, query);
    }
    assert.equal((await soc.get(`${root}/techniques?limit=1&tactic=hiding`)).body.total, 2);
  });

  it('lists sub-techniques with their technique and tactics', async () => {
    await importing(older);
    const all = await soc.get(`${root}/subtechniques`);
    assert.deepEqual(ids(all), ['T9001.001', 'T9001.002', 'T9003.001']);
    assert.deepEqual(all.body.items[2], {
      kind: 'subtechnique',
      external_id: 'T9003.001',
      name: 'Slow Vanishing',
      description: 'How Slow Vanishing is done.',
      url: 'https://attack.mitre.org/techniques/T9003/001',
      deprecated: false,
      technique: { external_id: 'T9003', name: 'Vanishing' },
      tactics: [{ external_id: 'TA9002', name: 'Hiding' }],
    });
    for (const [query, expected] of [
      ['technique=T9001', ['T9001.001', 'T9001.002']],
      ['technique=T9001&q=window', ['T9001.002']],
      ['technique=T9999', []],
      ['technique=TA9001', []],
      ['technique=T9001.001', []],
      ['q=peek&limit=1', ['T9001.001']],
      ['q=.001', ['T9001.001', 'T9003.001']],
    ] as const) {
      assert.deepEqual(ids(await soc.get(`${root}/subtechniques?${query}`)), expected, query);
    }
  });

  it('refuses a query it does not know', async () => {
    for (const query of [
      'tactics?q=a',
      'tactics?limit=0',
      'techniques?limit=201',
      'techniques?offset=-1',
      'techniques?technique=T9001',
      'techniques?tactic=a&tactic=b',
      `techniques?q=${'x'.repeat(201)}`,
      `techniques?tactic=${'x'.repeat(101)}`,
      'subtechniques?tactic=TA9001',
      'status?limit=1',
    ]) {
      assert.equal((await soc.get(`${root}/${query}`)).status, 422, query);
    }
  });

  it('syncs from the catalogue that ships with the program', async () => {
    const answer = await sync({ source: 'bundled' });
    assert.equal(answer.status, 200);
    const { last_sync: _, ...result } = answer.body;
    assert.deepEqual(result, {
      version: '19.1',
      source_url: 'bundled',
      sha256: answer.body.sha256,
      verified: true,
      counts: { tactics: 15, techniques: 222, subtechniques: 475 },
      changes: { added: 712, updated: 0, deprecated: 0 },
    });
    const { items, total } = (await soc.get(`${root}/tactics`)).body;
    assert.equal(total, 15);
    assert.deepEqual(
      items.slice(0, 8).map((item: { name: string }) => item.name),
      [
        'Reconnaissance',
        'Resource Development',
        'Initial Access',
        'Execution',
        'Persistence',
        'Privilege Escalation',
        'Stealth',
        'Defense Impairment',
      ],
    );
    assert.equal((await sync({ source: 'bundled', expected_sha256: answer.body.sha256 })).status, 200);
    const told = bodyOf(await sync({ source: 'bundled', ...unverified }), 200);
    assert.deepEqual([told.sha256, told.verified], [answer.body.sha256, true]);
    refused(
      await sync({ source: 'bundled', expected_sha256: 'a'.repeat(64) }),
      'expected_sha256',
      /not a{64}/,
    );
  });

  it('loads the bundled catalogue with the set-up', async () => {
    const fresh = await startTestServer({ loadCatalog: true });
    try {
      assert.equal((await fresh.admin.client.get(`${root}/status`)).body.version, '19.1');
    } finally {
      await fresh.close();
    }
  });

  it('syncs from a file in its folder, and from nowhere else', async () => {
    const folder = path.join(server.dataDir, 'catalog');
    mkdirSync(path.join(folder, 'inner'), { recursive: true });
    writeFileSync(path.join(folder, 'attack-1.0.json'), older);
    writeFileSync(path.join(folder, 'large.json'), ' '.repeat(limits.maxBytes + 1));
    writeFileSync(path.join(folder, 'inner', 'attack.json'), older);
    writeFileSync(path.join(server.dataDir, 'outside.json'), older);
    symlinkSync(path.join(server.dataDir, 'outside.json'), path.join(folder, 'link.json'));
    symlinkSync(path.join(folder, 'attack-1.0.json'), path.join(folder, 'inner-link.json'));

    const answer = await sync({ source: 'attack-1.0.json', ...unverified });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.source_url, 'attack-1.0.json');
    assert.equal(answer.body.version, '1.0');
    for (const source of ['missing.json', 'link.json', 'inner-link.json', 'inner']) {
      refused(await sync({ source, ...unverified }), 'source', /no readable file/);
    }
    for (const source of [
      '../outside.json',
      'inner/attack.json',
      '..',
      path.join(folder, 'attack-1.0.json'),
      'file:///etc/passwd',
    ]) {
      refused(await sync({ source, ...unverified }), 'source', /must be/);
    }
    assert.equal((await sync({ source: 'large.json', ...unverified })).status, 413);
  });

  it('needs no digest for what the pinned default holds, wherever it comes from', async () => {
    writeFileSync(path.join(server.dataDir, 'catalog', 'mirrored.json'), newer);
    for (const [answer, from] of [
      [await sync({ source: `${host.url}/newer.json` }), `${host.url}/newer.json`],
      [await sync({ source: 'mirrored.json' }), 'mirrored.json'],
      [await importing(newer, ''), 'upload'],
    ] as const) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual([answer.body.verified, answer.body.source_url], [true, from]);
    }
  });

  it('takes the pinned digest where none is given, or does without when told so', async () => {
    writeFileSync(path.join(server.dataDir, 'catalog', 'attack.json'), older);
    const other = new RegExp(`${sha256(older)}, not ${sha256(newer)}; nothing was changed`);
    for (const source of [`${host.url}/attack-1.0.json`, 'attack.json']) {
      refused(await sync({ source }), 'expected_sha256', other);
      refused(await sync({ source, allow_unverified: false }), 'expected_sha256', other);
    }
    refused(await importing(older, ''), 'expected_sha256', other);
    refused(await importing(older, '?allow_unverified=false'), 'expected_sha256', other);
    assert.equal((await soc.get(`${root}/status`)).body.last_sync, null);
    for (const [answer, verified] of [
      [await sync({ source: 'attack.json', expected_sha256: sha256(older) }), true],
      [await sync({ source: 'attack.json', expected_sha256: sha256(older), ...unverified }), true],
      [await sync({ source: 'attack.json', ...unverified }), false],
      [await importing(older, `?expected_sha256=${sha256(older)}`), true],
      [await importing(older), false],
    ] as const) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.verified, verified);
    }
  });

  it('is read as it was or as it will be while it is synchronised', async () => {
    await importing(older);
    const techniques = async () => JSON.stringify(ids(await soc.get(`${root}/techniques`)));
    const before = await techniques();
    const seen = new Set<string>();
    let isOver = false;
    const syncing = importing(newer).finally(() => {
      isOver = true;
    });
    while (!isOver) seen.add(await techniques());
    bodyOf(await syncing, 200);
    const after = await techniques();
    assert.notEqual(before, after);
    assert.deepEqual(
      [...seen].filter((shown) => shown !== before && shown !== after),
      [],
    );
  });

  it('changes nothing when a digest does not match', async () => {
    await importing(older);
    const before = (await soc.get(`${root}/status`)).body;
    writeFileSync(path.join(server.dataDir, 'catalog', 'newer.json'), newer);
    const wrong = sha256(older);
    for (const answer of [
      await sync({ source: `${host.url}/newer.json`, expected_sha256: wrong }),
      await sync({ source: `${host.url}/newer.json`, expected_sha256: wrong, ...unverified }),
      await sync({ source: 'newer.json', expected_sha256: wrong }),
      await sync({ expected_sha256: wrong }),
      await sync({ source: 'bundled', expected_sha256: wrong }),
      await importing(newer, `?expected_sha256=${wrong}`),
      await importing(newer, `?expected_sha256=${wrong}&allow_unverified=true`),
    ]) {
      refused(answer, 'expected_sha256', /nothing was changed/);
    }
    assert.deepEqual((await soc.get(`${root}/status`)).body, before);
    assert.deepEqual(ids(await soc.get(`${root}/techniques`)), ['T9001', 'T9002', 'T9003']);
  });

  it('refuses a pinned default that is not what was pinned, unless told to take it', async () => {
    const other = await startTestServer({
      seams: {
        catalogue: { pinned: { version: '9.9', url: `${host.url}/attack-1.0.json`, sha256: sha256(newer) } },
      },
    });
    try {
      const ask = (body: object) => other.admin.client.post(`${root}/sync`, body);
      for (const body of [
        {},
        { allow_unverified: false },
        { expected_sha256: sha256(newer), ...unverified },
      ]) {
        refused(await ask(body), 'expected_sha256', /nothing was changed/);
      }
      assert.equal((await other.admin.client.get(`${root}/status`)).body.last_sync, null);
      for (const [body, verified] of [
        [{ expected_sha256: sha256(older) }, true],
        [unverified, false],
      ] as const) {
        assert.equal(bodyOf(await ask(body), 200).verified, verified);
      }
    } finally {
      await other.close();
    }
  });

  it('refuses a malformed request', async () => {
    for (const body of [
      { source: '' },
      { source: 5 },
      { source: 'x'.repeat(2001) },
      { source: 'http://user:secret@127.0.0.1/' },
      { source: 'ftp://127.0.0.1/' },
      { expected_sha256: 'abc' },
      { expected_sha256: `${'a'.repeat(64)}\n` },
      { allow_unverified: 'yes' },
      { url: 'bundled' },
    ]) {
      assert.equal((await sync(body)).status, 422, JSON.stringify(body));
    }
    for (const query of ['?expected_sha256=abc', '?allow_unverified=1', '?source=bundled']) {
      assert.equal((await importing(older, query)).status, 422, query);
    }
  });

  it('follows a few redirects and no more', async () => {
    const answer = await sync({ source: `${host.url}/moved`, ...unverified });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.source_url, `${host.url}/moved`);
    const before = host.asked.length;
    refused(
      await sync({ source: `${host.url}/loop`, ...unverified }),
      'source',
      /redirects more than 5 times/,
    );
    assert.equal(host.asked.length - before, 6);
    refused(await sync({ source: `${host.url}/to-a-file`, ...unverified }), 'source', /other than http/);
    refused(await sync({ source: `${host.url}/to-nowhere`, ...unverified }), 'source', /nowhere/);
  });

  it('refuses what is not a whole bundle, and keeps the catalogue', async () => {
    await importing(older);
    const before = (await soc.get(`${root}/status`)).body;
    for (const [at, message] of [
      ['/missing', /answered 404/],
      ['/broken', /answered 500/],
      ['/partial', /answered 206/],
      ['/compressed', /compressed/],
      ['/truncated', /ends before/],
      ['/cut-off', /could not be fetched/],
      ['/silent', /nothing came for 1 s/],
      ['/stalls', /nothing came for 1 s/],
      ['/page', /not a STIX bundle/],
    ] as const) {
      refused(await sync({ source: host.url + at, ...unverified }), 'source', message);
    }
    for (const at of ['/says-too-large', '/endless']) {
      const answer = await sync({ source: host.url + at, ...unverified });
      assert.equal(answer.status, 413);
      assert.equal(answer.body.code, 'too_large');
    }
    refused(await sync({ source: 'http://127.0.0.1:1/', ...unverified }), 'source', /could not be fetched/);
    const orphan: Stix = {
      ...olderEdition(),
      objects: [...(olderEdition().objects as Stix[]), technique('T9009.001', 'Orphan', ['hiding'])],
    };
    refused(await importing(JSON.stringify(orphan)), 'source', /no technique above T9009\.001/);
    refused(await importing(''), 'source', /not a STIX bundle/);
    refused(await importing(older.slice(0, -3)), 'source', /ends before/);
    refused(await importing('{"type":"bundle","objects":[]}'), 'source', /no tactic/);
    assert.deepEqual((await soc.get(`${root}/status`)).body, before);
    assert.deepEqual(uploads(), []);
  });

  it('gives up on a source that takes too long altogether', async () => {
    const slow = await startBundleHost({
      '/drip': (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    });
    const hasty = await startTestServer({
      seams: { catalogue: { limits: { ...limits, totalMilliseconds: 400 } } },
    });
    try {
      const answer = await hasty.admin.client.post(`${root}/sync`, {
        source: `${slow.url}/drip`,
        ...unverified,
      });
      refused(answer, 'source', /within 0\.4 s/);
    } finally {
      await hasty.close();
      await slow.close();
    }
  });

  it('takes a bundle as the body, and leaves nothing of it behind', async () => {
    for (const type of [
      'application/json',
      'application/json; charset=utf-8',
      'application/stix+json;version=2.1',
      'application/octet-stream',
    ]) {
      const answer = await importing(older, undefined, { 'content-type': type });
      assert.equal(answer.status, 200, type);
      assert.equal(answer.body.source_url, 'upload');
      assert.equal(answer.body.version, null);
    }
    assert.equal((await importing(newer)).body.version, '2.0');
    for (const type of [
      'text/html',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      'application/jsonx',
    ]) {
      assert.equal((await importing(older, undefined, { 'content-type': type })).status, 415, type);
    }
    const compressed = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.equal((await importing(older, undefined, compressed)).status, 415);
    assert.deepEqual(uploads(), []);
  });

  it('refuses a body over the bound, told beforehand or not', async () => {
    const body = older + ' '.repeat(limits.maxBytes);
    const told = await importing(body);
    assert.equal(told.status, 413);
    assert.equal(told.body.code, 'too_large');
    const untold = await new Promise<{ status: number }>((resolve, reject) => {
      const request = http.request(`${server.url}${root}/import?allow_unverified=true`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      });
      request.on('error', reject);
      request.on('response', (response) => resolve({ status: response.resume().statusCode ?? 0 }));
      request.write(body.slice(0, 100_000));
      request.end(body.slice(100_000));
    });
    assert.equal(untold.status, 413);
    assert.deepEqual(uploads(), []);
    assert.equal((await soc.get(`${root}/status`)).body.last_sync, null);
  });

  it('keeps nothing of an upload that is cut off', async () => {
    const request = http.request(`${server.url}${root}/import?allow_unverified=true`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'content-length': older.length,
      },
    });
    request.on('error', () => undefined);
    request.write(older.slice(0, 1000));
    while (uploads().length === 0) await new Promise((resolve) => setImmediate(resolve));
    request.destroy();
    while (uploads().length > 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await soc.get(`${root}/status`)).body.last_sync, null);
  });

  it('removes what a killed process was still receiving', async () => {
    const other = await startTestServer();
    try {
      const temporary = path.join(other.dataDir, 'catalog', '.tmp');
      mkdirSync(temporary, { recursive: true });
      writeFileSync(path.join(temporary, 'left-over'), older);
      await other.restart();
      assert.deepEqual(readdirSync(temporary), []);
    } finally {
      await other.close();
    }
  });

  it('lets one sync through at a time, and shows the old catalogue until the new one is whole', async () => {
    await importing(older);
    release = null;
    const first = sync({ source: `${host.url}/slow.json`, expected_sha256: sha256(newer) });
    let isOver = false;
    void first.then(() => {
      isOver = true;
    });
    while (release === null && !isOver) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(release, 'the sync ended before it asked');
    for (const answer of [
      await sync({ source: 'bundled' }),
      await sync(),
      await sync({ source: `${host.url}/newer.json`, ...unverified }),
      await importing(older),
    ]) {
      assert.equal(answer.status, 409, JSON.stringify(answer.body));
      assert.equal(answer.body.code, 'sync_running');
    }
    // What is wrong with a request is said before what stands in its way.
    refused(await sync({ source: '../newer.json' }), 'source', /must be/);
    assert.deepEqual(ids(await soc.get(`${root}/techniques`)), ['T9001', 'T9002', 'T9003']);
    assert.equal((await soc.get(`${root}/status`)).body.counts.tactics, 2);
    (release as () => void)();
    assert.equal((await first).status, 200);
    assert.deepEqual(ids(await soc.get(`${root}/techniques`)), ['T9001', 'T9004']);
    assert.equal((await sync({ source: 'bundled' })).status, 200);
  });

  it('gives tags their names, each once, and names the first that is no entry of its kind', async () => {
    await importing(older);
    const tagged = (...catalog_tags: unknown[]) =>
      admin.post('/api/v1/test-templates', { name: 'Tagged', catalog_tags });
    const hiding = { kind: 'tactic', external_id: 'TA9002' };
    const peeking = { kind: 'technique', external_id: 'T9001' };
    const keyhole = { kind: 'subtechnique', external_id: 'T9001.001' };
    assert.deepEqual((await tagged(keyhole, hiding, keyhole, peeking, hiding)).body.catalog_tags, [
      { ...keyhole, name: 'Keyhole Peeking' },
      { ...hiding, name: 'Hiding' },
      { ...peeking, name: 'Peeking' },
    ]);
    for (const wrong of [
      { kind: 'technique', external_id: 'T9999' },
      { kind: 'technique', external_id: 'T9001.001' },
      { kind: 'tactic', external_id: 'T9001' },
      { kind: 'tactic', external_id: 'hiding' },
    ]) {
      refused(await tagged(hiding, peeking, wrong), 'catalog_tags.2', new RegExp(wrong.external_id));
    }
  });

  it('never shows half of a change', async () => {
    await importing(older);
    let done = false;
    const reading = (async () => {
      const seen = new Set<string>();
      while (!done) {
        const [techniques, subs] = await Promise.all([
          soc.get(`${root}/techniques`),
          soc.get(`${root}/subtechniques`),
        ]);
        for (const { status, body } of [techniques, subs]) {
          assert.equal(status, 200);
          assert.equal(body.total, body.items.length);
          seen.add(JSON.stringify(body));
        }
      }
      return seen;
    })();
    for (let round = 0; round < 6; round += 1) {
      assert.equal((await importing(round % 2 === 0 ? newer : older)).status, 200);
    }
    done = true;
    assert.ok((await reading).size <= 4, 'two lists in two editions');
  });

  describe('over an older edition', () => {
    const template = async (name: string, catalog_tags: { kind: string; external_id: string }[]) => {
      const answer = await admin.post('/api/v1/test-templates', { name, catalog_tags });
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body;
    };
    const deprecated = async () => {
      const lists = await Promise.all(
        ['tactics', 'techniques', 'subtechniques'].map((list) => soc.get(`${root}/${list}?limit=200`)),
      );
      return lists
        .flatMap((list) => list.body.items)
        .filter((item) => item.deprecated)
        .map((item) => item.external_id);
    };

    it('renames, adds and removes what nobody uses', async () => {
      await importing(older);
      const answer = await importing(newer);
      assert.deepEqual(answer.body.changes, { added: 3, updated: 3, deprecated: 0 });
      assert.deepEqual(answer.body.counts, { tactics: 3, techniques: 2, subtechniques: 2 });
      assert.deepEqual(ids(await soc.get(`${root}/techniques?tactic=lurking`)), ['T9004']);
      assert.deepEqual(ids(await soc.get(`${root}/techniques?tactic=hiding`)), []);
      assert.deepEqual(await deprecated(), []);
    });

    it('keeps what a test template is tagged with, and what is above it', async () => {
      await importing(older);
      const tagged = await template('Slow', [{ kind: 'subtechnique', external_id: 'T9003.001' }]);
      const answer = await importing(newer);
      assert.deepEqual(answer.body.changes, { added: 3, updated: 3, deprecated: 2 });
      assert.deepEqual(answer.body.counts, { tactics: 3, techniques: 2, subtechniques: 2 });
      assert.deepEqual(await deprecated(), ['T9003', 'T9003.001']);
      const sub = (await soc.get(`${root}/subtechniques?technique=T9003`)).body.items[0];
      assert.deepEqual(sub.technique, { external_id: 'T9003', name: 'Vanishing' });
      assert.deepEqual(sub.tactics, [{ external_id: 'TA9002', name: 'Lurking' }]);
      assert.deepEqual((await admin.get(`/api/v1/test-templates/${tagged.id}`)).body.catalog_tags, [
        { kind: 'subtechnique', external_id: 'T9003.001', name: 'Slow Vanishing' },
      ]);
      assert.deepEqual((await importing(newer)).body.changes, { added: 0, updated: 0, deprecated: 0 });
      assert.deepEqual((await importing(older)).body.changes, { added: 2, updated: 5, deprecated: 0 });
      assert.deepEqual(await deprecated(), []);
    });

    it('lets go of it once nothing is tagged with it', async () => {
      await importing(older);
      const { id } = await template('Cloak', [{ kind: 'technique', external_id: 'T9002' }]);
      await importing(newer);
      assert.deepEqual(await deprecated(), ['T9002']);
      assert.equal((await admin.patch(`/api/v1/test-templates/${id}`, { catalog_tags: [] })).status, 200);
      assert.deepEqual((await importing(newer)).body.changes, { added: 0, updated: 0, deprecated: 0 });
      assert.deepEqual(await deprecated(), []);
    });

    it('keeps what a scenario template or a mission is tagged with', async () => {
      await importing(older);
      const scenario = await admin.post('/api/v1/scenario-templates', {
        name: 'Night',
        catalog_tags: [{ kind: 'technique', external_id: 'T9002' }],
      });
      assert.equal(scenario.status, 201, JSON.stringify(scenario.body));
      const { id } = await template('Window', [{ kind: 'subtechnique', external_id: 'T9001.002' }]);
      const withTest = await admin.post('/api/v1/scenario-templates', {
        name: 'Day',
        test_template_ids: [id],
      });
      const mission = await admin.post('/api/v1/missions', {
        name: 'Walk',
        scenario_template_ids: [withTest.body.id],
        members: [],
      });
      assert.equal(mission.status, 201, JSON.stringify(mission.body));
      assert.equal((await admin.patch(`/api/v1/test-templates/${id}`, { catalog_tags: [] })).status, 200);
      await importing(newer);
      assert.deepEqual(await deprecated(), ['T9002', 'T9001.002']);
    });
  });
});
