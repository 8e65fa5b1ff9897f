import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bodyOf } from '../../support/missions/factories.ts';
import type { Client } from '../../support/servers/server.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/test-templates';
const missing = '01900000-0000-7000-8000-00000000dead';

const nullableTexts = [
  'description',
  'objective',
  'procedure',
  'command',
  'cleanup_command',
  'expected_detection',
] as const;

const credentialAccess = { kind: 'tactic', external_id: 'TA0006' };
const lsassMemory = { kind: 'subtechnique', external_id: 'T1003.001' };

const full = {
  name: 'Dump LSASS memory',
  description: 'Reads the memory of the process that holds the credentials',
  objective: 'Credentials of whoever is signed in',
  procedure: '1. Open a shell as administrator\r\n2. Run the command\r\n',
  command: 'rundll32.exe comsvcs.dll, MiniDump 624 C:\\dump.bin full  ',
  cleanup_command: 'del C:\\dump.bin',
  expected_detection: 'Process access to lsass.exe with 0x1010',
  platforms: ['windows'],
  opsec: 'high',
  tags: ['credentials', 'needs admin'],
  catalog_tags: [credentialAccess, lsassMemory],
  expectations: [{ kind: 'alerted', result: 'yes', severity: 'high', within_seconds: 300, tool_ids: [] }],
  variables: { output_file: 'C:\\Windows\\Temp\\lsass.dmp' },
  source: 'an import of last week',
};

describe('new test templates', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    admin = server.admin.client;
  });
  after(() => server.close());

  const create = async (fields: object = {}): Promise<Record<string, unknown> & { id: string }> => {
    const made = await admin.post(path, { name: 'A test', ...fields });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body;
  };
  const nameOf = async (list: string, externalId: string): Promise<string> => {
    const { items } = (await admin.get(`/api/v1/catalog/${list}?limit=200`)).body;
    return (
      items.find((item: { external_id: string }) => item.external_id === externalId)?.name ??
      assert.fail(`${externalId} is not among the ${list}`)
    );
  };

  describe('making one', () => {
    it('keeps every field and shows the tags with their names', async () => {
      const { created_at, updated_at, id, ...shown } = await create(full);
      assert.deepEqual(shown, {
        ...full,
        catalog_tags: [
          { ...credentialAccess, name: await nameOf('tactics', 'TA0006') },
          { ...lsassMemory, name: await nameOf('subtechniques', 'T1003.001') },
        ],
      });
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
      assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.equal(created_at, updated_at);
      const read = await admin.get(`${path}/${id}`);
      assert.equal(read.status, 200);
      assert.deepEqual(read.body, { id, created_at, updated_at, ...shown });
    });

    it('needs a name only', async () => {
      const {
        id: _id,
        created_at: _created,
        updated_at: _updated,
        ...shown
      } = await create({ name: 'Bare' });
      assert.deepEqual(shown, {
        name: 'Bare',
        description: null,
        objective: null,
        procedure: null,
        command: null,
        cleanup_command: null,
        expected_detection: null,
        platforms: [],
        opsec: null,
        tags: [],
        catalog_tags: [],
        expectations: [],
        variables: {},
        source: null,
      });
    });

    it('accepts null for nullable fields', async () => {
      for (const field of [...nullableTexts, 'opsec', 'source']) {
        assert.equal((await create({ [field]: null }))[field], null);
      }
    });

    it('accepts null as an empty list, on create and update', async () => {
      const none = { platforms: null, tags: null, catalog_tags: null };
      const empty = { platforms: [], tags: [], catalog_tags: [] };
      const made = await create(none);
      const { platforms, tags, catalog_tags } = made;
      assert.deepEqual({ platforms, tags, catalog_tags }, empty);
      const full = { platforms: ['linux'], tags: ['t'], catalog_tags: [lsassMemory] };
      for (const field of ['platforms', 'tags', 'catalog_tags'] as const) {
        const { id, updated_at: _before, ...before } = await create(full);
        const { updated_at: _after, ...after } = bodyOf(
          await admin.patch(`${path}/${id}`, { [field]: null }),
          200,
        );
        assert.deepEqual(after, { id, ...before, [field]: [] });
      }
    });

    it('accepts catalogue tags as any answer shows them, and reads only their kind and id', async () => {
      const { catalog_tags: shown } = await create({ catalog_tags: [lsassMemory, credentialAccess] });
      const entries = ['subtechniques?q=T1003.001', 'tactics?limit=200'].map(
        async (list) => (await admin.get(`/api/v1/catalog/${list}`)).body.items,
      );
      const listed = (await Promise.all(entries))
        .flat()
        .filter(({ external_id }) => ['T1003.001', 'TA0006'].includes(external_id));
      assert.equal(listed.length, 2);
      const renamed = (shown as object[]).map((tag) => ({ ...tag, name: { not: 'looked at' } }));
      for (const catalog_tags of [shown, renamed, listed]) {
        const made = await create({ catalog_tags });
        assert.deepEqual(made.catalog_tags, shown);
        const { id } = await create();
        const changed = bodyOf(await admin.patch(`${path}/${id}`, { catalog_tags }), 200);
        assert.deepEqual(changed.catalog_tags, shown);
      }
    });

    it('trims names, platforms and tags, and keeps the first of repeated ones', async () => {
      const made = await create({
        name: '  Spaced out\t',
        platforms: ['linux', ' macos ', 'linux', 'macos', 'Linux'],
        tags: [' b', 'a', 'b ', 'a', 'B'],
        catalog_tags: [lsassMemory, credentialAccess, lsassMemory],
      });
      assert.equal(made.name, 'Spaced out');
      assert.deepEqual(made.platforms, ['linux', 'macos', 'Linux']);
      assert.deepEqual(made.tags, ['b', 'a', 'B']);
      assert.deepEqual(
        (made.catalog_tags as { external_id: string }[]).map((tag) => tag.external_id),
        ['T1003.001', 'TA0006'],
      );
    });

    const many = (n: number) => Array.from({ length: n }, (_, index) => `label ${index}`);
    const bounds: [string, object, string | null][] = [
      ['a name of 200', { name: 'n'.repeat(200) }, null],
      ['a name of 201', { name: 'n'.repeat(201) }, 'name'],
      ['an empty name', { name: '' }, 'name'],
      ['a blank name', { name: ' \t\n ' }, 'name'],
      ['a name that is a number', { name: 7 }, 'name'],
      ['a name of null', { name: null }, 'name'],
      ['an absent name', { name: undefined }, 'name'],
      ...nullableTexts.flatMap((field): [string, object, string | null][] => [
        [`${field} of 100,000`, { [field]: 'x'.repeat(100_000) }, null],
        [`${field} of 100,001`, { [field]: 'x'.repeat(100_001) }, field],
        [`${field} that is a list`, { [field]: ['x'] }, field],
      ]),
      ['50 platforms', { platforms: many(50) }, null],
      ['51 platforms', { platforms: many(51) }, 'platforms'],
      ['a platform of 100', { platforms: ['p'.repeat(100)] }, null],
      ['a platform of 101', { platforms: ['linux', 'p'.repeat(101)] }, 'platforms.1'],
      ['an empty platform', { platforms: [' '] }, 'platforms.0'],
      ['platforms in one string', { platforms: 'linux' }, 'platforms'],
      ['an unknown opsec', { opsec: 'extreme' }, 'opsec'],
      ['100 tags', { tags: many(100) }, null],
      ['101 tags', { tags: many(101) }, 'tags'],
      ['a tag of 100', { tags: ['t'.repeat(100)] }, null],
      ['a tag of 101', { tags: ['t'.repeat(101)] }, 'tags.0'],
      ['an empty tag', { tags: ['fine', ''] }, 'tags.1'],
      ['101 catalogue tags', { catalog_tags: Array(101).fill(lsassMemory) }, 'catalog_tags'],
      [
        'a catalogue tag with what no answer shows',
        { catalog_tags: [{ ...lsassMemory, colour: 'x' }] },
        'catalog_tags.0.colour',
      ],
      ['a catalogue tag without kind', { catalog_tags: [{ external_id: 'T1003' }] }, 'catalog_tags.0.kind'],
      ['a source of 500', { source: 's'.repeat(500) }, null],
      ['a source of 501', { source: 's'.repeat(501) }, 'source'],
      ['an unknown property', { colour: 'red' }, 'colour'],
      ['an id', { id: missing }, 'id'],
      ['a time', { updated_at: '2026-11-20T09:30:00.000Z' }, 'updated_at'],
    ];
    for (const [what, fields, refusedAt] of bounds) {
      it(`${refusedAt === null ? 'takes' : 'refuses'} ${what}`, async () => {
        const made = await admin.post(path, { name: 'Bounds', ...fields });
        if (refusedAt === null) {
          assert.equal(made.status, 201, JSON.stringify(made.body));
          await admin.delete(`${path}/${made.body.id}`);
          return;
        }
        assert.equal(made.status, 422, JSON.stringify(made.body));
        assert.equal(made.body.code, 'invalid');
        assert.deepEqual(
          made.body.errors.map((error: { path: string }) => error.path),
          [refusedAt],
        );
      });
    }

    it('refuses an unknown catalogue tag by its position, and stores nothing', async () => {
      const before = (await admin.get(path)).body.total;
      for (const unknown of [
        { kind: 'technique', external_id: 'T9999' },
        { kind: 'technique', external_id: 'T1003.001' },
        { kind: 'tactic', external_id: 'credential-access' },
        { kind: 'technique', external_id: 't1003' },
      ]) {
        const made = await admin.post(path, { name: 'Mistagged', catalog_tags: [lsassMemory, unknown] });
        assert.equal(made.status, 422);
        assert.equal(made.body.errors[0].path, 'catalog_tags.1');
        assert.ok(made.body.errors[0].message.includes(unknown.external_id));
      }
      assert.equal((await admin.get(path)).body.total, before);
    });

    const hostile = [
      '<script>alert(1)</script><img src=x onerror=alert(1)>',
      '\u202Egnp.exe\u2066\u2069 \u200F\u200B',
      '"; rm -rf / #$(reboot)`id` %s %n {{7*7}} %00 ../../etc/passwd',
      "Robert'); DROP TABLE test_templates;--",
      'e\u0301 \u00E9 \uD83D\uDC69\u200D\uD83D\uDCBB \uFEFF inside \u0001\u001B[31m\u0007\u007F',
      `\r\n\t trailing and leading ${'x'.repeat(10_000)} \r\n`,
      '',
    ];
    it('returns hostile text verbatim', async () => {
      for (const text of hostile) {
        const fields = Object.fromEntries(nullableTexts.map((field) => [field, text]));
        const label = text.trim().slice(0, 90).trim() || 'blank';
        const made = await create({
          ...fields,
          name: label,
          tags: [label],
          platforms: [label],
          source: label,
        });
        const read = (await admin.get(`${path}/${made.id}`)).body;
        for (const field of nullableTexts) assert.equal(read[field], text);
        assert.deepEqual(
          [read.name, read.tags, read.platforms, read.source],
          [label, [label], [label], label],
        );
        const patched = await admin.patch(`${path}/${made.id}`, { command: `${text}!` });
        assert.equal(patched.body.command, `${text}!`);
        await admin.delete(`${path}/${made.id}`);
      }
    });
  });
});
