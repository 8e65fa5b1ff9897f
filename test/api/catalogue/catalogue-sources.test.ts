import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { sha256, startBundleHost } from '../../support/catalogue/bundle-host.ts';
import {
  ids,
  limits,
  newer,
  older,
  refused,
  root,
  shareCatalogue,
  unverified,
} from '../../support/catalogue/catalogue.ts';
import { olderEdition, type Stix, technique } from '../../support/fixtures/attack-editions.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { noLinks } from '../../support/servers/platform.ts';
import { startTestServer } from '../../support/servers/server.ts';

describe('sources of the catalogue', () => {
  const catalogue = shareCatalogue();
  const { sync, importing, uploads } = catalogue;

  it('syncs from the pinned default unless told otherwise', async () => {
    for (const [body, verified] of [
      [undefined, true],
      [{}, true],
      [{ source: `${catalogue.host.url}/pinned-9.9.json` }, true],
      [{ expected_sha256: sha256(newer), ...unverified }, true],
      [unverified, false],
    ] as const) {
      const answer = await sync(body);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.equal(answer.body.verified, verified);
      assert.equal(answer.body.source_url, `${catalogue.host.url}/pinned-9.9.json`);
      assert.equal(answer.body.version, '2.0', 'what the bundle says of itself comes first');
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
    const { items, total } = (await catalogue.soc.get(`${root}/tactics`)).body;
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

  it('syncs from a file in its folder and from no other folder', async () => {
    const folder = path.join(catalogue.server.dataDir, 'catalog');
    mkdirSync(path.join(folder, 'inner'), { recursive: true });
    writeFileSync(path.join(folder, 'attack-1.0.json'), older);
    writeFileSync(path.join(folder, 'large.json'), ' '.repeat(limits.maxBytes + 1));
    writeFileSync(path.join(folder, 'inner', 'attack.json'), older);
    writeFileSync(path.join(catalogue.server.dataDir, 'outside.json'), older);

    const answer = await sync({ source: 'attack-1.0.json', ...unverified });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.source_url, 'attack-1.0.json');
    assert.equal(answer.body.version, '1.0');
    for (const source of ['missing.json', 'inner']) {
      refused(await sync({ source, ...unverified }), 'source', /not a readable file/);
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

  it('follows no link in its folder', { skip: noLinks }, async () => {
    const folder = path.join(catalogue.server.dataDir, 'catalog');
    mkdirSync(folder, { recursive: true });
    for (const place of [catalogue.server.dataDir, folder])
      writeFileSync(path.join(place, 'linked.json'), older);
    symlinkSync(path.join(catalogue.server.dataDir, 'linked.json'), path.join(folder, 'link.json'));
    symlinkSync(path.join(folder, 'linked.json'), path.join(folder, 'inner-link.json'));
    for (const source of ['link.json', 'inner-link.json']) {
      refused(await sync({ source, ...unverified }), 'source', /not a readable file/);
    }
  });

  it('needs no digest for what the pinned default holds, wherever it comes from', async () => {
    writeFileSync(path.join(catalogue.server.dataDir, 'catalog', 'mirrored.json'), newer);
    for (const [answer, from] of [
      [await sync({ source: `${catalogue.host.url}/newer.json` }), `${catalogue.host.url}/newer.json`],
      [await sync({ source: 'mirrored.json' }), 'mirrored.json'],
      [await importing(newer, ''), 'upload'],
    ] as const) {
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      assert.deepEqual([answer.body.verified, answer.body.source_url], [true, from]);
    }
  });

  it('uses the pinned digest if none is given, or none if told so', async () => {
    writeFileSync(path.join(catalogue.server.dataDir, 'catalog', 'attack.json'), older);
    const other = new RegExp(`${sha256(older)}, not ${sha256(newer)}; nothing was changed`);
    for (const source of [`${catalogue.host.url}/attack-1.0.json`, 'attack.json']) {
      refused(await sync({ source }), 'expected_sha256', other);
      refused(await sync({ source, allow_unverified: false }), 'expected_sha256', other);
    }
    refused(await importing(older, ''), 'expected_sha256', other);
    refused(await importing(older, '?allow_unverified=false'), 'expected_sha256', other);
    assert.equal((await catalogue.soc.get(`${root}/status`)).body.last_sync, null);
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

  it('changes nothing when a digest does not match', async () => {
    await importing(older);
    const before = (await catalogue.soc.get(`${root}/status`)).body;
    writeFileSync(path.join(catalogue.server.dataDir, 'catalog', 'newer.json'), newer);
    const wrong = sha256(older);
    for (const answer of [
      await sync({ source: `${catalogue.host.url}/newer.json`, expected_sha256: wrong }),
      await sync({ source: `${catalogue.host.url}/newer.json`, expected_sha256: wrong, ...unverified }),
      await sync({ source: 'newer.json', expected_sha256: wrong }),
      await sync({ expected_sha256: wrong }),
      await sync({ source: 'bundled', expected_sha256: wrong }),
      await importing(newer, `?expected_sha256=${wrong}`),
      await importing(newer, `?expected_sha256=${wrong}&allow_unverified=true`),
    ]) {
      refused(answer, 'expected_sha256', /nothing was changed/);
    }
    assert.deepEqual((await catalogue.soc.get(`${root}/status`)).body, before);
    assert.deepEqual(ids(await catalogue.soc.get(`${root}/techniques`)), ['T9001', 'T9002', 'T9003']);
  });

  it('refuses a pinned default with a different digest, unless told to accept it', async () => {
    const other = await startTestServer({
      seams: {
        catalogue: {
          pinned: { version: '9.9', url: `${catalogue.host.url}/attack-1.0.json`, sha256: sha256(newer) },
        },
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

  it('has ATT&CK 19.1 for its pinned default', async () => {
    const plain = await startTestServer();
    try {
      const { client } = plain.admin;
      const { default_version, default_url } = bodyOf(await client.get(`${root}/status`), 200);
      assert.deepEqual(
        [default_version, default_url],
        [
          '19.1',
          'https://raw.githubusercontent.com/mitre-attack/attack-stix-data/v19.1/enterprise-attack/enterprise-attack-19.1.json',
        ],
      );
      const headers = { 'content-type': 'application/json' };
      const other = await client.request('POST', `${root}/import`, { raw: older, headers });
      refused(
        other,
        'expected_sha256',
        /not bdf1ce86a4e604214c5076d37ae4dcb322678afc528df8492e6fdc1b554f5da3;/,
      );
    } finally {
      await plain.close();
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
    const answer = await sync({ source: `${catalogue.host.url}/moved`, ...unverified });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.equal(answer.body.source_url, `${catalogue.host.url}/moved`);
    const before = catalogue.host.asked.length;
    refused(
      await sync({ source: `${catalogue.host.url}/loop`, ...unverified }),
      'source',
      /redirects more than 5 times/,
    );
    assert.equal(catalogue.host.asked.length - before, 6);
    refused(
      await sync({ source: `${catalogue.host.url}/to-a-file`, ...unverified }),
      'source',
      /other than http/,
    );
    refused(await sync({ source: `${catalogue.host.url}/to-nowhere`, ...unverified }), 'source', /nowhere/);
  });

  for (const address of [
    'http://169.254.169.254/latest/meta-data/',
    'http://[fe80::1]/bundle.json',
    'http://100.100.100.200/bundle.json',
    'https://168.63.129.16/bundle.json',
    'http://2852039166/bundle.json',
    'http://0xa9fea9fe/bundle.json',
    'http://[::ffff:169.254.169.254]/bundle.json',
    'http://[64:ff9b:1::a9fe:a9fe]/bundle.json',
    'http://[fd00:ec2::254]/bundle.json',
  ]) {
    it(`never connects to ${address}, directly or by redirect`, async () => {
      refused(await sync({ source: address, ...unverified }), 'source', /link-local/);
      const leading = await startBundleHost({
        '/bundle.json': (response) => response.writeHead(302, { location: address }).end(),
      });
      const answer = await sync({ source: `${leading.url}/bundle.json`, ...unverified });
      await leading.close();
      refused(answer, 'source', /link-local/);
      assert.deepEqual(leading.asked, ['/bundle.json']);
    });
  }

  it('refuses an incomplete bundle and keeps the catalogue', async () => {
    await importing(older);
    const before = (await catalogue.soc.get(`${root}/status`)).body;
    for (const [at, message] of [
      ['/missing', /answered 404/],
      ['/broken', /answered 500/],
      ['/partial', /answered 206/],
      ['/compressed', /compressed/],
      ['/truncated', /ends before/],
      ['/cut-off', /could not be fetched/],
      ['/page', /not a STIX bundle/],
    ] as const) {
      refused(await sync({ source: catalogue.host.url + at, ...unverified }), 'source', message);
    }
    for (const at of ['/says-too-large', '/endless']) {
      const answer = await sync({ source: catalogue.host.url + at, ...unverified });
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
    assert.deepEqual((await catalogue.soc.get(`${root}/status`)).body, before);
    assert.deepEqual(uploads(), []);
  });

  it('gives up on a source that falls silent', async () => {
    const hasty = await startTestServer({
      seams: { catalogue: { limits: { ...limits, stallMilliseconds: 1000 } } },
    });
    try {
      for (const at of ['/silent', '/stalls']) {
        const source = `${catalogue.host.url}${at}`;
        const answer = await hasty.admin.client.post(`${root}/sync`, { source, ...unverified });
        refused(answer, 'source', /nothing came for 1 s/);
      }
    } finally {
      await hasty.close();
    }
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
});
