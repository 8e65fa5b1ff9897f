import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fileOf,
  readMission,
  readPlan,
  recognise,
  refusalOf,
  sourceOf,
} from '../../../../test/support/interchange/interchange.ts';
import { type Fields, testCase } from '../../../../test/support/interchange/purpleops.ts';
import type { PlannedTest } from '../../plan.ts';
import { purpleopsReader } from './read.ts';

const meta = {
  id: '650000000000000000000001',
  name: 'Autumn',
  description: 'Two weeks',
  progress: '0|0|0|0',
};

function zipOf(records: readonly Fields[], more: Record<string, string | Buffer> = {}) {
  return sourceOf('Autumn.zip', {
    'meta.json': JSON.stringify(meta),
    'export.json': JSON.stringify(records),
    'export.csv': 'name\n',
    'campaign.json': '[]',
    'navigator.json': '{}',
    ...more,
  });
}

async function readTest(more: Fields): Promise<PlannedTest> {
  const { scenarios } = await readMission(purpleopsReader, zipOf([testCase(more)]));
  return scenarios[0]?.tests[0] as PlannedTest;
}

/** Short form of a fact. */
function brief({ run }: PlannedTest): string[] {
  return run.facts.map(({ kind, result, at, tool, severity }) =>
    [kind, result, at?.slice(11, 19), tool, severity]
      .filter((word) => word !== undefined && word !== null)
      .join(' '),
  );
}

describe('PurpleOps of CyberCX', () => {
  it('is a mission with a test for each test case', async () => {
    const source = zipOf([testCase()]);
    assert.equal(await recognise(purpleopsReader, source), 'yes');
    const mission = await readMission(purpleopsReader, source);
    assert.equal(mission.name, 'Autumn');
    assert.equal(mission.description, 'Two weeks');
    assert.equal(mission.sourceId, meta.id);
    const test = mission.scenarios[0]?.tests[0] as PlannedTest;
    assert.equal(test.sourceId, '650000000000000000000010');
    assert.deepEqual(
      [test.name, test.objective, test.command, test.catalog_tags, test.status],
      ['Dump LSASS', 'Hashes', 'procdump -ma lsass', ['T1003.001'], 'reviewed_by_blue'],
    );
    assert.deepEqual(
      [test.run.executed_at, test.run.started_at, test.run.ended_at, test.run.detected_at],
      [
        '2026-11-03T09:15:00.000Z',
        '2026-11-03T09:15:00.000Z',
        '2026-11-03T09:16:00.000Z',
        '2026-11-03T09:17:12.000Z',
      ],
    );
    assert.deepEqual(brief(test), ['prevented no', 'alerted yes 09:17:12 high', 'logged yes']);
    assert.deepEqual([test.run.level, test.leftover], [null, []]);
  });

  it('is recognised as a single JSON file and in a folder of a zip', async () => {
    const json = fileOf('Autumn.json', JSON.stringify([testCase()]));
    assert.equal(await recognise(purpleopsReader, json), 'yes');
    assert.equal((await readMission(purpleopsReader, json)).name, 'Autumn');
    const nested = sourceOf('a.zip', { 'x/meta.json': JSON.stringify(meta), 'x/export.json': '[]' });
    assert.equal(await recognise(purpleopsReader, nested), 'yes');
    for (const other of [
      sourceOf('a.zip', { 'export.json': '[]' }),
      fileOf('a.json', '[{"techniqueID": "T1003"}]'),
      fileOf('a.json', ''),
    ])
      assert.equal(await recognise(purpleopsReader, other), 'no');
  });

  const answers: [title: string, fields: Fields, facts: string[], level?: string][] = [
    [
      'a partial prevention',
      { prevented: 'Partial', alerted: null, logged: null, outcome: 'Prevented' },
      ['prevented partial'],
    ],
    [
      'any case',
      { prevented: 'yES', alerted: 'FALSE', logged: 'on', outcome: '' },
      ['prevented yes', 'alerted no', 'logged yes 09:17:12'],
    ],
    [
      'N/A',
      { prevented: 'N/A', alerted: null, logged: false, outcome: 'Missed' },
      ['prevented not_applicable', 'logged no'],
      'not_detected',
    ],
    [
      'a miss',
      { prevented: 'No', alerted: false, logged: false, outcome: 'Missed', alertseverity: '' },
      ['prevented no', 'alerted no', 'logged no'],
    ],
    ['no answer', { prevented: null, alerted: null, logged: null, outcome: '', alertseverity: '' }, []],
    [
      'the “No” that forms send before anybody answers',
      { state: 'Pending', prevented: '', alerted: false, logged: false, outcome: '', alertseverity: '' },
      [],
    ],
    [
      'the only control',
      { controls: ['Falcon|edr'] },
      ['prevented no', 'alerted yes 09:17:12 Falcon high', 'logged yes Falcon'],
    ],
    [
      'an outcome that was changed by hand',
      { outcome: 'Logged' },
      ['prevented no', 'alerted yes 09:17:12 high', 'logged yes'],
      'logged',
    ],
  ];
  for (const [title, fields, facts, level] of answers) {
    it(`reads ${title}`, async () => {
      const test = await readTest(fields);
      assert.deepEqual(brief(test), facts);
      assert.equal(test.run.level, level ?? null);
    });
  }

  const kept: [title: string, fields: Fields, leftover: string[]][] = [
    [
      'ratings and priorities',
      { preventedrating: '0.0', detectionrating: '4.5', priority: 'Detect', priorityurgency: 'High' },
      ['Prevention rating: 0.0', 'Detection rating: 4.5', 'Priority: Detect', 'Urgency: High'],
    ],
    [
      'unknown words',
      { prevented: 'maybe', alertseverity: 'Extreme', state: 'Running', outcome: 'Odd' },
      ['Prevented: maybe', 'Alert severity: Extreme', 'State: Running', 'Outcome: Odd'],
    ],
    ['a severity of no alert', { alerted: false, outcome: 'Logged' }, ['Alert severity: High']],
    [
      'several controls',
      { controls: ['Falcon|agent', 'Splunk|'] },
      ['Control Falcon: agent', 'Controls: Falcon, Splunk'],
    ],
    [
      'tools, hosts and what they are',
      { tools: ['Mimikatz|x', 'Rubeus|'], sources: ['kali|the | box'], targets: ['ws1|', 'ws2|'] },
      ['Source kali: the | box', 'Attacker tools: Mimikatz (x), Rubeus'],
    ],
    [
      'what is no technique, tactic or time',
      { mitreid: 'LSASS', tactic: 'Mischief', starttime: 'noon' },
      ['Technique: LSASS', 'Tactic: Mischief', 'Start: noon'],
    ],
    [
      'fields that nobody knows',
      { ticket: 'SEC-1', flags: ['a'], empty: [], uuid: 'ABC' },
      ['UUID: ABC', 'ticket: SEC-1', 'flags: ["a"]'],
    ],
    [
      'files that are not there',
      { redfiles: ['files/6/7/../../etc/passwd|x'] },
      ['Evidence that is not in the file: files/6/7/../../etc/passwd'],
    ],
  ];
  for (const [title, fields, leftover] of kept) {
    it(`keeps ${title}`, async () => {
      assert.deepEqual((await readTest(fields)).leftover.sort(), [...leftover].sort());
    });
  }

  const tactics: [technique: string, tactic: string, tags: string[]][] = [
    ['T1027', 'Defense Evasion', ['T1027']],
    ['T1562.001', 'Defense Evasion', ['T1562.001']],
    ['', 'Defense Evasion', ['TA0005']],
    ['t1078', 'Persistence', ['T1078', 'TA0003']],
    ['', 'Command & Control', ['TA0011']],
    ['T9999', 'stealth', ['T9999', 'TA0005']],
  ];
  for (const [mitreid, tactic, tags] of tactics) {
    it(`reads ${tactic} of ${mitreid || 'no technique'} as ${tags.join(' and ')}`, async () => {
      assert.deepEqual((await readTest({ mitreid, tactic })).catalog_tags, tags);
    });
  }

  it('has evidence of both sides, by the name of its test case', async () => {
    const record = testCase({
      redfiles: ['files/650000000000000000000001/650000000000000000000010/shot.png|before | after'],
      bluefiles: ['files\\650000000000000000000001\\650000000000000000000010\\log.txt|'],
    });
    const id = '650000000000000000000010';
    const source = zipOf([record], { [`${id}/shot.png`]: 'a', [`${id}/log.txt`]: 'b' });
    const { scenarios } = await readMission(purpleopsReader, source);
    assert.deepEqual(scenarios[0]?.tests[0]?.run.evidence, [
      { member: `${id}/shot.png`, file_name: 'shot.png', side: 'red', caption: 'before | after' },
      { member: `${id}/log.txt`, file_name: 'log.txt', side: 'blue', caption: null },
    ]);
  });

  it('reports that its times have no zone and that the JSON alone has no evidence', async () => {
    const record = testCase({ redfiles: ['files/1/2/a.png|'] });
    const { notes, missions } = await readPlan(purpleopsReader, fileOf('a.json', JSON.stringify([record])));
    assert.deepEqual(notes, [
      'Times without a time zone were read as UTC.',
      'Evidence files are in the zip of PurpleOps alone; the test cases name those that are missing.',
    ]);
    assert.deepEqual(missions[0]?.scenarios[0]?.tests[0]?.leftover, [
      'Evidence that is not in the file: files/1/2/a.png',
    ]);
  });

  it('refuses test cases one by one', async () => {
    const records = [
      testCase(),
      testCase({ name: 'Again' }),
      testCase({ id: '2', name: ' ' }),
      testCase({ id: '3', rednotes: 'x'.repeat(10_000_000) }),
      testCase({ id: '4', name: 'Last', redfiles: 'none', tags: [['deep']], sources: null }),
    ];
    const source = zipOf([...records.slice(0, 4), 'text' as unknown as Fields, records[4] as Fields]);
    const { missions, refused } = await readPlan(purpleopsReader, source);
    assert.deepEqual(
      missions[0]?.scenarios[0]?.tests.map(({ name }) => name),
      ['Dump LSASS', 'Dump LSASS', 'Last'],
    );
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      [
        'test case 2: It has the same id as test case 1.',
        'test case 3: It has no name.',
        'test case 5: It is not an object of JSON.',
      ],
    );
  });

  const refusals: [title: string, content: string | Buffer, why: RegExp][] = [
    ['an object', '{"mitreid": 1}', /is a list of test cases/],
    ['what is no JSON', '[{"name": ', /JSON/],
    ['lists within lists', `${'['.repeat(200)}${']'.repeat(200)}`, /deep/],
    ['what is no text', Buffer.from([0, 1, 2, 3, 0xff]), /./],
  ];
  for (const [title, content, why] of refusals) {
    it(`refuses the whole file for ${title}`, async () => {
      assert.match(await refusalOf(purpleopsReader, zipOf([], { 'export.json': content })), why);
    });
  }

  it('reads the CSV if there is no JSON, with the values of its lists', async () => {
    const head = 'id,name,state,prevented,alerted,logged,mitreid,tags,controls,starttime';
    const row =
      '7,"Dump, all",Complete,Partial,True,,T1003.001,"a|#f00,b, c|#0f0","Falcon|one, two,Splunk|",None';
    const csv = Buffer.from(`\ufeff${head}\r\n${row}\r\n`, 'utf16le');
    const source = sourceOf('a.zip', { 'meta.json': JSON.stringify(meta), 'export.csv': csv });
    const { missions, notes } = await readPlan(purpleopsReader, source);
    const test = missions[0]?.scenarios[0]?.tests[0] as PlannedTest;
    assert.deepEqual([test.name, test.tags], ['Dump, all', ['a', 'c']]);
    assert.deepEqual(brief(test), ['prevented partial', 'alerted yes']);
    assert.deepEqual(missions[0]?.tools, [
      { name: 'Falcon', vendor: null, kind: 'other' },
      { name: 'Splunk', vendor: null, kind: 'siem' },
    ]);
    assert.match(notes.join(), /joined by commas/);
    const without = sourceOf('a.zip', { 'meta.json': '{}', 'export.csv': 'name,mitreid\r\nx,T1003\r\n' });
    assert.equal(await refusalOf(purpleopsReader, without), 'The table has no column “id”, “state”.');
  });

  it('reads the templates of a campaign', async () => {
    const campaign = [
      {
        mitreid: 'T1059.001',
        tactic: 'Execution',
        name: 'Run',
        objective: 'o',
        actions: 'iex',
        tools: ['Empire|'],
        uuid: 'u-1',
        tags: ['x|#fff'],
        provider: 'ART',
      },
    ];
    const source = fileOf('testcases.json', JSON.stringify(campaign));
    assert.equal(await recognise(purpleopsReader, source), 'yes');
    const { templates, missions } = await readPlan(purpleopsReader, source);
    assert.equal(missions.length, 0);
    const [template] = templates;
    assert.deepEqual(
      [
        template?.name,
        template?.sourceId,
        template?.command,
        template?.catalog_tags,
        template?.tags,
        template?.leftover,
      ],
      ['Run', 'u-1', 'iex', ['T1059.001'], ['x'], ['Attacker tool: Empire', 'Provider: ART']],
    );
  });
});

describe('PurpleOps of its forks', () => {
  it('has times, sources and incidents of their own (Compass)', async () => {
    const test = await readTest({
      prevented: true,
      alerttime: '2026-11-03 09:18:00',
      preventtime: '2026-11-03 09:15:10',
      incidenttime: '2026-11-03 09:40:00',
      incidentcreated: true,
      incidentseverity: 'Critical',
      preventionsources: ['Defender|'],
      detectionsources: ['Sentinel|', 'Falcon|'],
      expectedalertcreation: true,
      expectedprevention: false,
      expectedincidentcreation: true,
      expectedseverity: 'Medium',
      requirements: 'A domain user',
      state: 'Waiting Red',
      outcome: 'Missed',
      testcasescore: 66,
      alertseverityscore: 100,
      eventtoalert: '00:03:00',
    });
    assert.deepEqual(brief(test), [
      'prevented yes 09:15:10 Defender',
      'alerted yes 09:18:00 Sentinel high',
      'alerted yes 09:18:00 Falcon high',
      'logged yes 09:17:12',
      'responded yes 09:40:00 critical',
    ]);
    assert.deepEqual([test.run.level, test.status, test.procedure], [null, 'executed', 'A domain user']);
    assert.deepEqual(
      test.expectations.map(({ kind, result, severity }) => [kind, result, severity]),
      [
        ['alerted', 'yes', 'medium'],
        ['responded', 'yes', null],
      ],
    );
    assert.deepEqual(test.leftover, ['State: Waiting Red']);
  });

  it('has sources and rules as texts (Blacklight)', async () => {
    const test = await readTest({
      detectionsource: 'Sentinel',
      preventionsource: '',
      rules: ['Suspicious dump|SIG-9'],
      datasources: ['Sysmon|host logs'],
    });
    assert.deepEqual(brief(test), [
      'prevented no',
      'alerted yes 09:17:12 Sentinel high',
      'logged yes Sysmon',
    ]);
    assert.deepEqual(
      [test.run.facts[1]?.rule_name, test.run.facts[1]?.rule_id],
      ['Suspicious dump', 'SIG-9'],
    );
  });
});
