import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { engagementStatuses } from '../../../domain/engagements.ts';
import type { Expectation } from '../../../domain/expectations.ts';
import { attackResults, missionStatuses, testStatuses } from '../../../domain/missions.ts';
import { factKinds, factResults } from '../../../domain/outcomes.ts';
import { roles } from '../../../domain/permissions.ts';
import { priorities, remediationStatuses } from '../../../domain/remediations.ts';
import {
  evidenceDetails,
  reportedSides,
  reportKindNames,
  reportKinds,
  reportStatuses,
} from '../../../domain/reports.ts';
import { simulationStatuses } from '../../../domain/simulations.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import {
  attackResultName,
  kindName,
  missionStatusName,
  priorityName,
  remediationStatusName,
  resultName,
  testStatusName,
} from '../../../domain/words.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { LevelBadge } from '../../ui/badges/status-badge.tsx';
import { describeExpectation } from '../../ui/expectations/expectation-words.ts';
import { roleName } from '../../ui/people/role-words.ts';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { formatCount } from '../../ui/text/format-count.ts';
import { Name } from '../../ui/text/name.tsx';
import { DateRange, Moment } from '../../ui/times/time.tsx';
import { engagementStatusName } from '../engagements/engagement-words.ts';
import { evidenceName, sideName, statusName } from '../missions/report/report-words.ts';
import { simulationStatusName } from '../simulations/simulation-words.ts';
import { toWords } from './words.ts';

/** What values name by their identifiers. */
export type Known = {
  levels: readonly DetectionLevel[];
  /** Names of people by their identifiers. */
  people: ReadonlyMap<string, string>;
};

type Names = readonly [values: readonly string[], names: Readonly<Record<string, string>>];
const names: Readonly<Partial<Record<string, Names>>> = {
  'test.status': [testStatuses, testStatusName],
  'mission.status': [missionStatuses, missionStatusName],
  'engagement.status': [engagementStatuses, engagementStatusName],
  'simulation.status': [simulationStatuses, simulationStatusName],
  'simulation.engagement_status': [engagementStatuses, engagementStatusName],
  'remediation.status': [remediationStatuses, remediationStatusName],
  attack_result: [attackResults, attackResultName],
  priority: [priorities, priorityName],
  'report.kind': [reportKinds, reportKindNames],
  'report.status': [reportStatuses, statusName],
  'report.side': [reportedSides, sideName],
  'report.evidence': [evidenceDetails, evidenceName],
  'fact.kind': [factKinds, kindName],
  'fact.result': [factResults, resultName],
  role: [roles, roleName],
  detection_level_source: [['set', 'derived'], { set: 'a person', derived: 'what was seen' }],
};

/** Lists of identifiers, which are told by how many there are. */
const counts: Readonly<Partial<Record<string, string>>> = {
  evidence_ids: 'file',
  test_ids: 'test',
  tool_ids: 'tool',
  test_template_ids: 'template',
};

/** Fields whose words are the interface's own. */
const worded = new Set(['severity', 'category', 'modifiers', 'kind', 'status', 'result', 'run_reason']);
const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type Props = { objectType: string; field: string; value: unknown; known: Known };

/** A value of a field as the interface shows it; text only, whatever it is. */
export function ShownValue({ objectType, field, value, known }: Props): ReactNode {
  if (value === null || value === undefined || value === '') return <Nothing />;
  if (field === 'detection_level_id' || field === 'detection_level') {
    const level = known.levels.find(({ id, key }) => id === value || key === value);
    if (level !== undefined) return <LevelBadge level={level} />;
  }
  if (typeof value === 'string') return <ShownText {...{ objectType, field, known }} text={value} />;
  if (typeof value === 'number') return field === 'size' ? formatFileSize(value) : value.toLocaleString();
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return <ShownList {...{ objectType, field, known }} values={value} />;
  return <ShownObject value={value as Record<string, unknown>} />;
}

function ShownText({ objectType, field, text, known }: Omit<Props, 'value'> & { text: string }) {
  const named = names[`${objectType}.${field}`] ?? names[field];
  if (named?.[0].includes(text)) return named[1][text];
  if (moment.test(text)) return <Moment at={text} />;
  if (day.test(text)) return <DateRange from={text} to={text} />;
  const person = known.people.get(text);
  if (person !== undefined) return <Name>{person}</Name>;
  return <Name>{worded.has(field) ? toWords(text) : text}</Name>;
}

function ShownList({ values, ...props }: Omit<Props, 'value'> & { values: readonly unknown[] }) {
  if (values.length === 0) return <Nothing />;
  const counted = counts[props.field];
  if (counted !== undefined) return formatCount(values.length, counted);
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <span key={index}>
      {index === 0 ? null : ', '}
      <ShownValue {...props} value={value} />
    </span>
  ));
}

/** A person, a tool, a member, a tag, or what else has a name; the rest as it was recorded. */
function ShownObject({ value }: { value: Record<string, unknown> }) {
  const { display_name, name, external_id, user, role_hint } = value;
  if (isExpectation(value)) return `${kindName[value.kind]}: ${describeExpectation(value)}`;
  if (typeof display_name === 'string') return <Name>{display_name}</Name>;
  if (typeof user === 'object' && user !== null && typeof role_hint === 'string') {
    return (
      <>
        <ShownObject value={user as Record<string, unknown>} /> ({role_hint})
      </>
    );
  }
  const id = typeof external_id === 'string' ? `${toVisibleText(external_id)} ` : '';
  if (typeof name === 'string') {
    return (
      <>
        {id}
        <Name>{name}</Name>
      </>
    );
  }
  if (id !== '') return id;
  if (typeof value.length === 'number' && typeof value.sha256 === 'string') {
    return `a text of ${value.length.toLocaleString()} characters`;
  }
  return (
    <Text span inherit ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {toVisibleText(JSON.stringify(value))}
    </Text>
  );
}

function isExpectation(value: object): value is Expectation {
  return 'within_seconds' in value && 'kind' in value && factKinds.some((kind) => kind === value.kind);
}

function Nothing() {
  return (
    <Text span inherit c="dimmed">
      empty
    </Text>
  );
}
