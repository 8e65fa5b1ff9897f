import { blankFact, blankRun, blankTest } from '../../../server/interchange/exercise/blank.ts';
import type { PlannedFact, PlannedMission, PlannedTest } from '../../../server/interchange/plan.ts';
import type { Members } from '../interchange/interchange.ts';
import { picture as pixels } from './evidence-samples.ts';

export const picture = 'runs/1/a picture.png';
export const dump = 'runs/1/Größe.txt';
export const evidence: Members = { [picture]: pixels, [dump]: 'hashes: ÄÖ\r\n' };

function fact(
  kind: PlannedFact['kind'],
  result: PlannedFact['result'],
  more: Partial<PlannedFact> = {},
): PlannedFact {
  return { ...blankFact(kind, result), ...more };
}

/** A mission with a value in every field of an exercise. */
export function sampleMission(): PlannedMission {
  return {
    row: 'mission',
    sourceId: '01920000-0000-7000-8000-000000000001',
    leftover: [],
    name: 'Autumn exercise; “first” part',
    organisation: 'Example Ltd',
    client: 'Example Bank',
    description: 'Two weeks.\n\n[Output]\nis no heading here.',
    start_date: '2026-11-02',
    end_date: '2026-11-13',
    status: 'in_progress',
    variables: { domain: 'corp.example', dc: 'dc01' },
    tools: [
      { name: 'Falcon', vendor: 'CrowdStrike', kind: 'edr' },
      { name: 'Splunk', vendor: null, kind: 'siem' },
    ],
    scenarios: [
      { name: 'Credentials', description: null, tests: [reviewed(), executed()] },
      { name: 'Evasion', description: null, tests: [skipped(), pending()] },
    ],
    remediations: [],
    findings: [],
  };
}

function test(
  sourceId: string,
  name: string,
  more: Partial<PlannedTest>,
  run: Partial<PlannedTest['run']>,
): PlannedTest {
  return { ...blankTest(name, sourceId, name), run: { ...blankRun(), ...run }, ...more };
}

function reviewed(): PlannedTest {
  return test(
    '01920000-0000-7000-8000-000000000011',
    'Dump “LSASS”, quietly',
    {
      description: 'Reads the memory of lsass.exe.',
      objective: 'Get the hashes of whoever is signed in.',
      procedure: '1. Sign in\r\n2. Run the command',
      command: '=cmd|"/c procdump" -ma lsass.exe #{file}\n[Output]\nthe last line',
      cleanup_command: 'del #{file}',
      expected_detection: 'An alert of the EDR',
      platforms: ['windows'],
      opsec: 'high',
      tags: ['credentials', 'tier 0, tier 1'],
      catalog_tags: ['T1003.001', 'T1059.001'],
      expectations: [
        {
          kind: 'alerted',
          result: 'yes',
          severity: 'high',
          within_seconds: 300,
          tools: ['Falcon', 'Splunk'],
        },
        { kind: 'prevented', result: 'no', severity: null, within_seconds: null, tools: [] },
      ],
      variables: { file: 'C:\\Temp\\a.dmp' },
      status: 'reviewed_by_blue',
    },
    {
      command: '-ma lsass.exe C:\\Temp\\a.dmp',
      output: 'ProcDump v11\n\n[Facts]\n<b>done</b> 100%',
      red_comment: '@echo it was easy',
      executed_at: '2026-11-03T09:15:30.250Z',
      started_at: '2026-11-03T09:15:00.000Z',
      ended_at: '2026-11-03T09:16:00.000Z',
      source_host: 'kali, jump01',
      target_host: 'ws|42',
      target_user: 'CORP\\alice',
      operator: 'Rhea Red',
      attack_result: 'succeeded',
      blue_comment: 'Seen twice | once by each.',
      detected_at: '2026-11-03T09:17:12.000Z',
      facts: [
        fact('prevented', 'no'),
        fact('alerted', 'yes', {
          at: '2026-11-03T09:17:12.000Z',
          tool: 'Falcon',
          severity: 'high',
          rule_name: 'LSASS; “read”',
          rule_id: 'R-1',
          alert_id: 'INC 7',
          category: 'technique',
          note: 'first line\nsecond "line"',
        }),
        fact('alerted', 'no', { tool: 'Splunk' }),
        fact('logged', 'partial', { at: '2026-11-03T09:15:31.000Z', tool: 'Splunk' }),
        fact('detected', 'yes', { at: '2026-11-03T09:30:00.000Z' }),
        fact('responded', 'yes', { at: '2026-11-03T10:00:00.000Z' }),
      ],
      evidence: [
        { member: picture, file_name: 'a picture.png', side: 'red', caption: 'The dump' },
        { member: dump, file_name: 'Größe.txt', side: 'blue', caption: null },
      ],
    },
  );
}

function executed(): PlannedTest {
  return test(
    '01920000-0000-7000-8000-000000000012',
    'Sign in with the hash',
    { command: 'pth', catalog_tags: ['T1078', 'TA0003'], status: 'executed' },
    { command: 'pth -u alice', executed_at: '2026-11-03T11:00:00.000Z', attack_result: 'failed' },
  );
}

function skipped(): PlannedTest {
  return test(
    '01920000-0000-7000-8000-000000000013',
    'Obfuscate',
    { catalog_tags: ['T1027'], status: 'skipped' },
    {},
  );
}

function pending(): PlannedTest {
  return test(
    '01920000-0000-7000-8000-000000000014',
    'Turn off the sensor',
    { catalog_tags: ['T1562.001'] },
    {},
  );
}
