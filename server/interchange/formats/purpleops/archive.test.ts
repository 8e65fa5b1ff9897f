import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Members,
  readPlan,
  recognise,
  refusalOf,
  sourceOf,
} from '../../../../test/support/interchange/interchange.ts';
import type { PlannedTest } from '../../plan.ts';
import { purpleopsReader } from './read.ts';

type Fields = Record<string, unknown>;

const execution: Fields = {
  id: 'x1',
  stepId: 's1',
  version: 3,
  status: { status: 'complete', startedAt: '2026-11-03T09:15:00Z', endedAt: '2026-11-03T09:16:00Z' },
  executedBy: { id: 'u', displayName: 'Rhea Red' },
  commandRun: 'procdump -ma lsass',
  sourceHost: 'kali',
  targetHost: '',
  redNotes: 'easy',
  detectionCategory: 'technique',
  detectionModifiers: ['delayed', 'alert'],
  protection: 'not_blocked',
  detectedAt: '2026-11-03T09:17:12.5Z',
  detectingSource: 'Falcon EDR',
  detectingRuleRef: 'R-1',
  alertSeverity: 'high',
  blueNotes: 'seen',
};

function archive(changes: Fields = {}, more: { step?: Fields; manifest?: Fields } = {}): Members {
  const step = {
    id: 's1',
    name: 'Dump LSASS',
    objective: 'Hashes',
    techniqueId: 'T1003',
    subtechniqueId: 'T1003.001',
    tacticId: 'TA0006',
    procedure: { command: 'procdump', cleanup: 'del', executor: 'cmd' },
    targetAsset: 'ws1',
    tools: ['Procdump'],
    controlsInScope: ['Splunk'],
    ...more.step,
  };
  return {
    'manifest.json': JSON.stringify({ formatVersion: 1, blindFiltered: true, ...more.manifest }),
    'engagement.json': JSON.stringify({
      engagement: {
        id: 'e1',
        name: 'Autumn',
        client: 'Example',
        description: 'Two weeks',
        status: 'closed',
        startsOn: '2026-11-02T00:00:00Z',
        endsOn: '2026-11-13T00:00:00Z',
      },
      scenarios: [
        {
          scenario: { id: 'c1', name: 'Credentials', narrative: 'First', threatActor: 'APT29' },
          steps: [
            { step, execution: { ...execution, ...changes } },
            { step, execution: {} },
            { step: { id: 's3' }, execution: {} },
          ],
        },
      ],
      findings: [
        {
          finding: {
            id: 'f1',
            title: 'No alert',
            description: 'd',
            recommendation: 'r',
            severity: 'high',
            status: 'accepted_risk',
            owner: { displayName: 'Ola' },
          },
          linkedStepIds: ['s1', 'gone'],
        },
        { finding: { id: 'f2' }, linkedStepIds: null },
      ],
      comments: [{ executionId: 'x1', author: { displayName: 'Bea' }, body: 'why?' }],
    }),
    'evidence.json': JSON.stringify({
      entries: [
        { blobSha256: 'ab', filename: '../../shot.png', caption: 'c', side: 'blue', executionId: 'x1' },
        { blobSha256: 'gone', filename: 'b', side: 'red', executionId: 'x1' },
      ],
    }),
    'evidence/ab': 'bytes',
    'activity.jsonl': '',
  };
}

async function readTest(changes: Fields): Promise<PlannedTest> {
  const { missions } = await readPlan(purpleopsReader, sourceOf('a.zip', archive(changes)));
  return missions[0]?.scenarios[0]?.tests[0] as PlannedTest;
}

const brief = ({ run }: PlannedTest) =>
  run.facts.map(({ kind, result, at, tool, severity, category }) =>
    [kind, result, at, tool, severity, category].filter((word) => word !== null).join(' '),
  );

describe('an archive of Blacklight', () => {
  it('is a mission with its steps, evidence and findings', async () => {
    const source = sourceOf('a.zip', archive());
    assert.equal(await recognise(purpleopsReader, source), 'yes');
    const { missions, refused, notes } = await readPlan(purpleopsReader, source);
    const [mission] = missions;
    assert.deepEqual(
      [
        mission?.name,
        mission?.client,
        mission?.start_date,
        mission?.end_date,
        mission?.status,
        mission?.leftover,
      ],
      ['Autumn', 'Example', '2026-11-02', '2026-11-13', 'completed', ['Threat actor of Credentials: APT29']],
    );
    const test = mission?.scenarios[0]?.tests[0] as PlannedTest;
    assert.deepEqual(
      [
        test.command,
        test.cleanup_command,
        test.catalog_tags,
        test.status,
        test.run.executed_at,
        test.run.target_host,
        test.run.operator,
      ],
      [
        'procdump',
        'del',
        ['T1003.001', 'TA0006'],
        'reviewed_by_blue',
        '2026-11-03T09:15:00.000Z',
        'ws1',
        'Rhea Red',
      ],
    );
    assert.deepEqual(brief(test), [
      'prevented no',
      'alerted yes 2026-11-03T09:17:12.500Z Falcon EDR high technique',
    ]);
    assert.deepEqual(test.run.evidence, [
      { member: 'evidence/ab', file_name: '../../shot.png', side: 'blue', caption: 'c' },
    ]);
    assert.deepEqual(test.leftover, [
      'executor: cmd',
      'Detection modifiers: delayed',
      'Attacker tools: Procdump',
      'Comment of Bea: why?',
    ]);
    assert.deepEqual(
      mission?.remediations.map(({ title, measure, priority, status, owner, tests }) => [
        title,
        measure,
        priority,
        status,
        owner,
        tests,
      ]),
      [['No alert', 'r', 'high', 'risk_accepted', 'Ola', ['s1']]],
    );
    assert.deepEqual(
      refused.map(({ row, why }) => `${row}: ${why}`),
      [
        'Credentials, step 2: It has the same id as Credentials, step 1.',
        'Credentials, step 3: It has no name.',
        'finding 2: It has no title.',
      ],
    );
    assert.deepEqual(notes, ['The archive leaves out what blue had not been shown yet.']);
  });

  const scores: [title: string, changes: Fields, facts: string[], leftover?: string][] = [
    [
      'telemetry as a log',
      { detectionCategory: 'telemetry', detectionModifiers: [], alertSeverity: '' },
      ['prevented no', 'logged yes 2026-11-03T09:17:12.500Z Falcon EDR telemetry'],
    ],
    [
      'nothing detected',
      { detectionCategory: 'none', protection: 'n/a', alertSeverity: null },
      ['prevented not_applicable', 'alerted no', 'logged no'],
    ],
    ['nothing scored', { detectionCategory: null, protection: null, alertSeverity: '' }, []],
    [
      'unknown words',
      { detectionCategory: 'psychic', protection: 'shield', alertSeverity: '' },
      [],
      'Protection: shield',
    ],
    [
      'words that objects inherit',
      { detectionCategory: 'constructor', protection: 'constructor', alertSeverity: 'toString' },
      [],
      'Protection: constructor',
    ],
    [
      'a partial prevention',
      { detectionCategory: null, protection: 'partial', alertSeverity: '' },
      ['prevented partial'],
    ],
  ];
  for (const [title, changes, facts, leftover] of scores) {
    it(`reads ${title}`, async () => {
      const test = await readTest(changes);
      assert.deepEqual(brief(test), facts);
      if (leftover !== undefined) assert.ok(test.leftover.includes(leftover));
    });
  }

  it('refuses another version of the archive', async () => {
    const source = sourceOf('a.zip', archive({}, { manifest: { formatVersion: 2 } }));
    assert.equal(await refusalOf(purpleopsReader, source), 'The archive is of version 2; 1 is known.');
  });
});
