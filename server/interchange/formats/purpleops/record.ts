import { deriveDetectedAt, isSighting, summarise } from '../../../../domain/outcomes.ts';
import { blankTest } from '../../exercise/blank.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { unload } from '../../exercise/test-sections.ts';
import type { ToolList } from '../../exercise/tools.ts';
import type { KnownAttack } from '../../format.ts';
import type { Place, PlannedExpectation, PlannedFact, PlannedTest } from '../../plan.ts';
import type { LooseTimes } from '../../reading/loose-times.ts';
import { readText, type Values } from '../../reading/values.ts';
import { type Archive, readEvidence } from './evidence.ts';
import { agree, findSetLevel, readResult } from './facts.ts';
import { describe, listPairs, nameAll } from './pairs.ts';
import { readSeen } from './seen.ts';
import { carried, fileFields, findOutcome, findSeverity, listFields, scenarioTag } from './words.ts';

/** Fields that PurpleOps derives or uses internally. */
const ownFields = [
  'testcasescore',
  'alertseverityscore',
  'incidentseverityscore',
  'eventtoalert',
  'alerttoincident',
  'modifytime',
  'visible',
  'assessmentid',
  'deleted',
];

/** The test of a record, and its scenario; null without a tag for one. */
export type ReadRecord = { test: PlannedTest; scenario: string | null };

export type RecordContext = { attack: KnownAttack; times: LooseTimes; tools: ToolList; archive: Archive };

/** Takes a test case of an export, returns its test. Content without a field in tests is in its leftover. */
export function readRecord(
  record: Values,
  row: Place,
  sourceId: string,
  name: string,
  context: RecordContext,
): ReadRecord {
  const test = blankTest(row, sourceId, name);
  const { leftover, run } = test;
  const left = (label: string, text: string | null) => {
    if (text !== null) leftover.push(`${label}: ${text}`);
  };
  const time = (field: string, label: string) => context.times.read(readText(record, field), label, leftover);

  const { scenario, tags, techniques } = readTags(record);
  test.tags = tags;
  test.catalog_tags = [
    ...tagWith(readTechnique(record, leftover), readText(record, 'tactic'), context.attack, leftover),
    ...techniques,
  ];
  test.procedure = readText(record, 'requirements');
  test.expectations = readExpected(record, leftover);

  run.evidence = readEvidence(record, test, context.archive);
  run.source_host = nameAll(record, 'sources', 'Source', leftover);
  run.target_host = nameAll(record, 'targets', 'Target', leftover);
  run.ended_at = time('endtime', 'End');
  const start = time('starttime', 'Start');

  const facts = readSeen(record, context, leftover);
  const detect = time('detecttime', 'Detection time');
  run.facts = facts;
  test.status = readStatus(record, facts, leftover);
  if (test.status !== 'pending') run.executed_at = start ?? run.ended_at;
  if (run.ended_at !== null || test.status === 'pending') run.started_at = start;
  run.detected_at = deriveDetectedAt(facts) ?? (isSighting(summarise(facts).logged) ? null : detect);
  const outcome = readText(record, 'outcome');
  const level = outcome === null ? null : findOutcome(outcome);
  if (outcome !== null && level === null) left('Outcome', outcome);
  // A fork derives outcomes by its own rules.
  if (!Object.hasOwn(record, 'testcasescore')) run.level = findSetLevel(facts, level);

  left('Prevention rating', readText(record, 'preventedrating'));
  left('Detection rating', readText(record, 'detectionrating'));
  left('Priority', readText(record, 'priority'));
  left('Urgency', readText(record, 'priorityurgency'));
  left('UUID', readText(record, 'uuid'));
  left('Attacker tools', listPairs(record, 'tools').map(describe).join(', ') || null);
  for (const [field, value] of Object.entries(record)) {
    if (!knownFields.has(field)) left(field, toRest(value));
  }

  const take = (text: keyof typeof carried) =>
    unload(readText(record, text), test, carried[text], (known) => agree(known, facts));
  test.objective = take('objective');
  test.command = take('actions');
  run.red_comment = take('rednotes');
  run.blue_comment = take('bluenotes');
  return { test, scenario };
}

const knownFields = new Set<string>([
  ...ownFields,
  ...listFields,
  ...fileFields,
  ...['id', 'name', 'objective', 'actions', 'rednotes', 'bluenotes', 'uuid', 'mitreid', 'tactic', 'state'],
  ...['prevented', 'preventedrating', 'alerted', 'alertseverity', 'logged', 'detectionrating', 'priority'],
  ...['priorityurgency', 'outcome', 'starttime', 'endtime', 'detecttime', 'alerttime', 'preventtime'],
  ...['incidenttime', 'incidentcreated', 'incidentseverity', 'requirements'],
  ...['expectedseverity', 'expectedprevention', 'expectedalertcreation', 'expectedincidentcreation'],
  ...['detectionsource', 'preventionsource'],
]);

function toRest(value: unknown): string | null {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function readTags(record: Values): { scenario: string | null; tags: string[]; techniques: string[] } {
  const names = listPairs(record, 'tags').map(({ name }) => name);
  const isTechnique = (name: string) => /^TA?\d{4}(?:\.\d{3})?$/.test(name);
  const scenario = names.find((name) => name.startsWith(scenarioTag));
  return {
    scenario: scenario?.slice(scenarioTag.length) ?? null,
    tags: [
      ...new Set(names.filter((name) => name !== '' && !name.startsWith(scenarioTag) && !isTechnique(name))),
    ],
    techniques: names.filter(isTechnique),
  };
}

function readTechnique(record: Values, leftover: string[]): string | null {
  const text = readText(record, 'mitreid')?.trim() ?? null;
  if (text === null || /^T\d{4}(?:\.\d{3})?$/i.test(text)) return text?.toUpperCase() ?? null;
  leftover.push(`Technique: ${text}`);
  return null;
}

/** Expected outcome in a fork of PurpleOps. */
function readExpected(record: Values, leftover: string[]): PlannedExpectation[] {
  const word = readText(record, 'expectedseverity');
  const severity = word === null ? null : findSeverity(word);
  const kinds = [
    ['prevented', 'expectedprevention'],
    ['alerted', 'expectedalertcreation'],
    ['responded', 'expectedincidentcreation'],
  ] as const;
  const expected = kinds.filter(([, field]) => readResult(readText(record, field) ?? '') === 'yes');
  const hasAlert = expected.some(([kind]) => kind === 'alerted');
  if (word !== null && (severity === null || !hasAlert)) leftover.push(`Expected severity: ${word}`);
  return expected.map(([kind]) => ({
    kind,
    result: 'yes',
    severity: kind === 'alerted' ? severity : null,
    within_seconds: null,
    tools: [],
  }));
}

function readStatus(
  record: Values,
  facts: readonly PlannedFact[],
  leftover: string[],
): PlannedTest['status'] {
  const state = readText(record, 'state')?.trim() ?? 'Pending';
  switch (state.toLowerCase()) {
    case 'complete':
    case 'completed':
      return facts.length > 0 ? 'reviewed_by_blue' : 'executed';
    case 'waiting blue':
    case 'waiting red':
      leftover.push(`State: ${state}`);
      return 'executed';
    case 'pending':
      return 'pending';
    default:
      leftover.push(`State: ${state}`);
      return 'pending';
  }
}
