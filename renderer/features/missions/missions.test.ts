import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Mission, TestSummary } from '../../../server/missions/contract.ts';
import { findLastChange, patchTests } from '../../api/missions/patch-tests.ts';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { loadWords } from '../../words.ts';
import { choosePreview, formatHex, parseCsv } from '../evidence/preview-kinds.ts';
import { arrange, findNeighbours, listRows, readArrangement } from './arrangement/arrange-tests.ts';

await loadWords('en');

describe('the table of tests', () => {
  const mission = missionOf([
    { id: 'a', name: 'Beta', status: 'executed', evidence_count: 2, updated_at: '2026-11-20T09:00:03.000Z' },
    { id: 'b', name: 'alpha', status: 'pending', evidence_count: 0, updated_at: '2026-11-20T09:00:01.000Z' },
    { id: 'c', name: 'Gamma', status: 'pending', evidence_count: 2, updated_at: '2026-11-20T09:00:02.000Z' },
  ]);
  const rows = listRows(mission);
  const ids = (query: string) =>
    arrange(rows, readArrangement(new URLSearchParams(query)))
      .map(({ test: { id } }) => id)
      .join('');

  for (const [query, expected] of [
    ['', 'abc'],
    ['dir=desc', 'cba'],
    ['status=pending', 'bc'],
    ['status=nonsense&sort=nonsense', 'abc'],
    ['q=ALPH', 'b'],
    ['q=t1059', 'abc'],
    ['level=none', 'abc'],
    ['scenario=other', ''],
    ['sort=name', 'bac'],
    ['sort=evidence&dir=desc', 'acb'],
    ['sort=changed', 'bca'],
  ] as const) {
    test(`"${query}" gives ${expected}`, () => assert.equal(ids(query), expected));
  }

  test('a test that no longer passes the filters keeps its place between its neighbours', () => {
    const pending = arrange(rows, readArrangement(new URLSearchParams('status=pending')));
    assert.deepEqual(findNeighbours(rows, pending, 'a'), { previous: null, next: 'b', number: 1, of: 3 });
    assert.deepEqual(findNeighbours(rows, pending, 'c'), { previous: 'b', next: null, number: 2, of: 2 });
    assert.deepEqual(findNeighbours(rows, [], 'c'), { previous: null, next: null, number: 1, of: 1 });
    assert.deepEqual(findNeighbours(rows, pending, 'gone'), {
      previous: null,
      next: 'b',
      number: null,
      of: 2,
    });
  });

  test('a change updates the counts, an older one is ignored, and an unknown test is reported', () => {
    const newer = { id: 'b', status: 'executed' as const, updated_at: '2026-11-20T10:00:00.000Z' };
    const changed = patchTests(mission, [newer, { id: 'new', updated_at: newer.updated_at }]);
    assert.equal(changed.unknown, true);
    assert.deepEqual(
      { pending: changed.mission.counts.pending, executed: changed.mission.counts.executed },
      { pending: 1, executed: 2 },
    );
    assert.equal(findLastChange(changed.mission), newer.updated_at);
    const older = patchTests(mission, [
      { id: 'a', status: 'pending', updated_at: '2026-11-20T08:00:00.000Z' },
    ]);
    assert.deepEqual(older.mission.counts, mission.counts);
    assert.equal(mission.scenarios[0]?.tests[1]?.status, 'pending');
  });
});

describe('shown evidence', () => {
  test('is chosen by the type the server found', () => {
    const kindOf = (mime_type: string, file_name = 'a') => choosePreview({ mime_type, file_name });
    assert.equal(kindOf('image/png'), 'image');
    assert.equal(kindOf('image/svg+xml'), 'bytes');
    assert.equal(kindOf('text/csv'), 'table');
    assert.equal(kindOf('application/json'), 'text');
    assert.equal(kindOf('application/pdf'), 'pdf');
    assert.equal(kindOf('video/mp4'), 'bytes');
    assert.equal(kindOf('application/x-asciicast'), 'recording');
    assert.equal(kindOf('application/gzip'), 'bytes');
    assert.equal(kindOf('application/gzip', 'run.cast.gz'), 'recording');
  });

  const most = { rows: 10, columns: 10 };
  for (const [text, expected] of [
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a;b\r\n"1;2";"say ""hi"""',
      [
        ['a', 'b'],
        ['1;2', 'say "hi"'],
      ],
    ],
    [
      'a\tb\n"two\nlines"\t',
      [
        ['a', 'b'],
        ['two\nlines', ''],
      ],
    ],
    ['', []],
    ['"never closed,\n', [['never closed,\n']]],
  ] as const) {
    test(`CSV ${JSON.stringify(text)}`, () => assert.deepEqual(parseCsv(text, most), expected));
  }

  test('CSV ends at its limits', () => {
    assert.deepEqual(parseCsv('1,2,3\n4,5,6\n7,8,9', { rows: 2, columns: 2 }), [
      ['1', '2'],
      ['4', '5'],
    ]);
  });

  test('bytes are shown with offset and ASCII', () => {
    const lines = formatHex(new Uint8Array([...Buffer.from('PK\u0003\u0004 and more bytes')]));
    assert.equal(
      lines,
      '00000000  50 4b 03 04 20 61 6e 64  20 6d 6f 72 65 20 62 79  PK.. and more by\n' +
        `00000010  74 65 73${' '.repeat(42)}tes`,
    );
  });

  test('sizes are written as people write them', () => {
    assert.deepEqual([0, 999, 1500, 12_345, 26_214_400].map(formatFileSize), [
      '0 B',
      '999 B',
      '1.5 kB',
      '12 kB',
      '26 MB',
    ]);
  });
});

test('invisible characters are written out', () => {
  assert.equal(toVisibleText('a\u202eb\u0000c\u001b[31m\r\nd\te\u200b'), 'a[U+202E]b␀c␛[31m\nd\te[U+200B]');
});

function missionOf(
  tests: Pick<TestSummary, 'id' | 'name' | 'status' | 'evidence_count' | 'updated_at'>[],
): Mission {
  const count = (status: string) => tests.filter((one) => one.status === status).length;
  return {
    id: 'mission',
    name: 'Mission',
    client: null,
    organisation: null,
    threats: [],
    tlpt: false,
    description: null,
    status: 'in_progress',
    start_date: null,
    end_date: null,
    members: [],
    catalog_tags: [],
    catalog_version: null,
    created_by: null,
    created_at: '2026-11-20T09:00:00.000Z',
    updated_at: '2026-11-20T09:00:00.000Z',
    counts: {
      tests: tests.length,
      pending: count('pending'),
      skipped: 0,
      blocked: 0,
      executed: count('executed'),
      reviewed_by_blue: 0,
    },
    remediations: { open: 0, in_progress: 0, fixed: 0, verified: 0, risk_accepted: 0, declined: 0 },
    retest_of: null,
    settle_at_review: 'ask',
    sightings_visible_to_red: false,
    replay_opened: false,
    locked: false,
    variables: {},
    outline_changed_at: null,
    visibility: 'open',
    reveal: null,
    scenarios: [
      {
        id: 'scenario',
        source_template_id: null,
        name: 'Scenario',
        description: null,
        position: 0,
        catalog_tags: [],
        hiding: null,
        tests: tests.map((one, position) => ({
          ...one,
          scenario_id: 'scenario',
          position,
          run_number: 1,
          platforms: ['windows'],
          opsec: null,
          catalog_tags: [{ kind: 'technique', external_id: 'T1059', name: 'Command' }],
          detection_level: null,
          outcome: null,
          expectation_met: 'none',
          executed_at: null,
          detected_at: null,
          assignee: null,
          tags: [],
          started_at: null,
          ended_at: null,
          source_host: null,
          target_host: null,
          operator: null,
          attack_result: null,
          detection_level_source: null,
          last_actor: null,
          hiding: null,
        })),
      },
    ],
  };
}
