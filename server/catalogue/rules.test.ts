import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type CatalogueEntry,
  chooseDigest,
  compareCatalogues,
  describeSource,
  findKind,
  judgeGone,
  parseRedirect,
  parseSource,
  refuseOtherDigest,
  type Source,
  type StoredEntry,
} from './rules.ts';

const pinned = { version: '19.1', url: 'https://pinned.test/attack.json', sha256: 'a'.repeat(64) };
const given = 'b'.repeat(64);

test('an external id determines the kind of an entry', () => {
  for (const [id, kind] of [
    ['TA0043', 'tactic'],
    ['T1059', 'technique'],
    ['T1059.001', 'subtechnique'],
    ['T105', null],
    ['T1059.01', null],
    ['T1059\n', null],
    ['TA0043.001', null],
    ['', null],
  ] as const) {
    assert.equal(findKind(id), kind, id);
  }
});

test('a source is the pinned default, an address, the bundled catalogue or a file of the folder', () => {
  const named: [string | undefined, Source, string][] = [
    [undefined, { kind: 'url', url: pinned.url }, pinned.url],
    [pinned.url, { kind: 'url', url: pinned.url }, pinned.url],
    ['bundled', { kind: 'bundled' }, 'bundled'],
    [
      'http://127.0.0.1:8080/a.json#x',
      { kind: 'url', url: 'http://127.0.0.1:8080/a.json' },
      'http://127.0.0.1:8080/a.json',
    ],
    [
      'HTTPS://example.test/a b',
      { kind: 'url', url: 'https://example.test/a%20b' },
      'https://example.test/a%20b',
    ],
    ['attack 18.1.json', { kind: 'file', name: 'attack 18.1.json' }, 'attack 18.1.json'],
    ['a..b', { kind: 'file', name: 'a..b' }, 'a..b'],
  ];
  for (const [text, source, record] of named) {
    assert.deepEqual(parseSource(text, pinned), source);
    assert.equal(describeSource(source), record);
  }
  for (const text of [
    'file:///etc/passwd',
    'ftp://example.test/a',
    'http://user:secret@example.test/',
    'https://user@example.test/',
    'https://',
    'http:///',
    '..',
    '.',
    '../attack.json',
    '..\\attack.json',
    'folder/attack.json',
    '/etc/passwd',
    'C:\\attack.json',
    '.tmp',
    '.hidden',
    'a\0b',
    'x'.repeat(256),
  ]) {
    assert.throws(() => parseSource(text, pinned), { code: 'invalid', message: /^source: must be/ }, text);
  }
});

test('a source must match the given or pinned digest, unless the caller waives it', () => {
  const digests = { default: pinned.sha256, bundled: 'c'.repeat(64) };
  const others: Source[] = [
    { kind: 'url', url: pinned.url },
    { kind: 'url', url: 'https://example.test/' },
    { kind: 'file', name: 'a' },
    { kind: 'upload' },
  ];
  for (const source of others) {
    assert.equal(chooseDigest(source, { allow_unverified: false }, digests), pinned.sha256);
    assert.equal(chooseDigest(source, { allow_unverified: true }, digests), null);
  }
  for (const allow_unverified of [true, false]) {
    assert.equal(chooseDigest({ kind: 'bundled' }, { allow_unverified }, digests), digests.bundled);
    for (const source of [...others, { kind: 'bundled' } as const]) {
      assert.equal(chooseDigest(source, { expected_sha256: given, allow_unverified }, digests), given);
    }
  }
});

test('a digest must match', () => {
  refuseOtherDigest(given, null);
  refuseOtherDigest(given, given);
  assert.throws(() => refuseOtherDigest(given, pinned.sha256), {
    code: 'invalid',
    message: /^expected_sha256: .*b{64}, not a{64}; nothing was changed$/,
  });
});

test('a redirect is followed to http or https, never from https to http', () => {
  const secure = new URL('https://example.test/a/b');
  const plain = new URL('http://example.test/a/b');
  assert.equal(parseRedirect(secure, 200, 'https://other.test/'), null);
  assert.equal(parseRedirect(secure, 304, 'https://other.test/'), null);
  for (const status of [301, 302, 303, 307, 308]) {
    assert.equal(parseRedirect(secure, status, 'https://other.test/x')?.href, 'https://other.test/x');
    assert.equal(parseRedirect(secure, status, '../c')?.href, 'https://example.test/c');
    assert.equal(parseRedirect(plain, status, '//other.test/')?.href, 'http://other.test/');
    assert.equal(parseRedirect(plain, status, 'https://other.test/')?.href, 'https://other.test/');
    for (const location of [
      undefined,
      'http://',
      'file:///etc/passwd',
      'https://user:secret@other.test/',
      'data:,x',
    ]) {
      assert.throws(() => parseRedirect(plain, status, location), { code: 'invalid' }, location);
    }
    assert.throws(() => parseRedirect(secure, status, 'http://example.test/'), /from https to http/);
  }
});

function entry(external_id: string, more: Partial<StoredEntry> = {}): StoredEntry {
  return {
    kind: findKind(external_id)!,
    external_id,
    name: external_id,
    description: null,
    url: '',
    short_name: null,
    position: 0,
    parent_id: null,
    tactic_ids: [],
    platforms: [],
    deprecated: false,
    ...more,
  };
}

test('changes between two editions are counted', () => {
  const tactics = [entry('TA0001'), entry('TA0002')];
  const technique = entry('T0001', { tactic_ids: ['TA0001'] });
  const sub = entry('T0001.001', { parent_id: 'T0001', tactic_ids: ['TA0002'] });
  const all = [...tactics, technique, sub];
  const ids = (items: CatalogueEntry[]) => items.map((item) => item.external_id);
  const cases: {
    name: string;
    current: StoredEntry[];
    next: CatalogueEntry[];
    tagged?: string[];
    added?: string[];
    updated?: string[];
    moved?: string[];
    deprecated?: string[];
    removed?: string[];
  }[] = [
    { name: 'nothing', current: all, next: all },
    { name: 'a first edition', current: [], next: all, added: ids(all) },
    {
      name: 'untagged ones go',
      current: all,
      next: [tactics[0]!, technique],
      removed: ['TA0002', 'T0001.001'],
    },
    {
      name: 'a tagged one stays with what is above it',
      current: all,
      next: [entry('TA0009')],
      tagged: ['T0001.001'],
      added: ['TA0009'],
      // Its technique stays, and so does that technique's tactic.
      deprecated: ['TA0001', 'TA0002', 'T0001', 'T0001.001'],
    },
    {
      name: 'what is below a tagged one does not stay for it',
      current: all,
      next: [tactics[1]!],
      tagged: ['T0001'],
      deprecated: ['TA0001', 'T0001'],
      removed: ['T0001.001'],
    },
    {
      name: 'a former tactic of one that is still there does not stay for it',
      current: all,
      next: [tactics[1]!, entry('T0001', { tactic_ids: ['TA0002'] })],
      tagged: ['T0001', 'T0001.001'],
      updated: ['T0001'],
      moved: ['T0001'],
      deprecated: ['T0001.001'],
      removed: ['TA0001'],
    },
    {
      name: 'one that is deprecated already is not counted again',
      current: [...tactics, entry('T0001', { deprecated: true })],
      next: tactics,
      tagged: ['T0001'],
    },
    {
      name: 'one that is deprecated and no longer tagged goes',
      current: [...tactics, entry('T0001', { deprecated: true })],
      next: tactics,
      removed: ['T0001'],
    },
    {
      name: 'one that comes back is updated',
      current: [...tactics, entry('T0001', { deprecated: true })],
      next: [...tactics, entry('T0001')],
      updated: ['T0001'],
    },
    {
      name: 'the order of tactics and of nothing else is free',
      current: [...tactics, entry('T0001', { tactic_ids: ['TA0001', 'TA0002'], platforms: ['a', 'b'] })],
      next: [...tactics, entry('T0001', { tactic_ids: ['TA0002', 'TA0001'], platforms: ['a', 'b'] })],
    },
    ...(
      [
        { name: 'x' },
        { description: 'x' },
        { url: 'x' },
        { short_name: 'x' },
        { position: 1 },
        { platforms: ['x'] },
      ] as Partial<StoredEntry>[]
    ).map((change) => ({
      name: `another ${Object.keys(change)[0]}`,
      current: all,
      next: [entry('TA0001', change), ...all.slice(1)],
      updated: ['TA0001'],
    })),
  ];
  for (const { name, current, next, tagged = [], ...expected } of cases) {
    const difference = compareCatalogues(current, next);
    assert.deepEqual(
      {
        added: ids(difference.added),
        updated: ids(difference.updated),
        moved: ids(difference.moved),
        ...judgeGone(difference.gone, new Set(tagged)),
      },
      { added: [], updated: [], moved: [], deprecated: [], removed: [], ...expected },
      name,
    );
  }
});
