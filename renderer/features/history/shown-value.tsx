import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { engagementStatuses } from '../../../domain/engagements.ts';
import type { Expectation } from '../../../domain/expectations.ts';
import { findingKinds, findingSides, findingStatuses } from '../../../domain/findings.ts';
import {
  attackResults,
  missionStatuses,
  missionVisibilities,
  settlings,
  testStatuses,
} from '../../../domain/missions.ts';
import { toolKinds } from '../../../domain/organisations.ts';
import {
  detectionCategories,
  detectionModifiers,
  factKinds,
  factResults,
  levelSources,
  severities,
} from '../../../domain/outcomes.ts';
import { permissions, roles } from '../../../domain/permissions.ts';
import { priorities, remediationStatuses } from '../../../domain/remediations.ts';
import {
  evidenceDetails,
  reportedSides,
  reportKinds,
  reportLocales,
  reportStatuses,
} from '../../../domain/reports.ts';
import { runReasons } from '../../../domain/runs.ts';
import { sides } from '../../../domain/sides.ts';
import { simulationStatuses } from '../../../domain/simulations.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { DetectionLevel } from '../../../server/detection-levels/contract.ts';
import { LevelBadge } from '../../ui/badges/status-badge.tsx';
import { describeExpectation } from '../../ui/expectations/expectation-words.ts';
import { formatFileSize } from '../../ui/text/file-size.ts';
import { Name } from '../../ui/text/name.tsx';
import { DateRange, Moment } from '../../ui/times/time.tsx';
import { findText, formatNumber, inSentence, t } from '../../words.ts';
import { nameLocale } from '../missions/report/locale-words.ts';
import { toWords } from './words.ts';

/** Names for the ids in values. */
export type Known = {
  levels: readonly DetectionLevel[];
  /** Names of people by id. */
  people: ReadonlyMap<string, string>;
};

type Named = readonly [values: readonly string[], key: string];

/** API values with the prefixes of their message keys. */
const names = {
  'test.status': [testStatuses, 'names.test_status'],
  'mission.status': [missionStatuses, 'names.mission_status'],
  'engagement.status': [engagementStatuses, 'names.engagement_status'],
  'simulation.status': [simulationStatuses, 'names.simulation_status'],
  'simulation.engagement_status': [engagementStatuses, 'names.engagement_status'],
  'remediation.status': [remediationStatuses, 'names.remediation_status'],
  'finding.status': [findingStatuses, 'names.finding_status'],
  'finding.kind': [findingKinds, 'names.finding_kind'],
  'finding.side': [findingSides, 'names.finding_side'],
  'mission.settle_at_review': [settlings, 'mission_editor.at_review'],
  'mission.visibility': [missionVisibilities, 'hiding.visibility'],
  'evidence.side': [sides, 'names.side'],
  attack_result: [attackResults, 'names.attack_result'],
  priority: [priorities, 'names.priority'],
  'report.kind': [reportKinds, 'report_sections.kind'],
  'report.status': [reportStatuses, 'names.report_status'],
  'report.side': [reportedSides, 'report_sections.side'],
  'report.evidence': [evidenceDetails, 'report_sections.detail'],
  'fact.kind': [factKinds, 'names.fact_kind'],
  'fact.result': [factResults, 'names.fact_result'],
  role: [roles, 'names.role'],
  permissions: [permissions, 'permissions.name'],
  severity: [severities, 'names.severity'],
  category: [detectionCategories, 'names.category'],
  modifiers: [detectionModifiers, 'names.modifier'],
  run_reason: [runReasons, 'names.run_reason'],
  'tool.kind': [toolKinds, 'names.tool_kind'],
  detection_level_source: [levelSources, 'names.level_source'],
} as const satisfies Record<string, Named>;

/** The name of an API value; null when it has none. */
function nameValue(field: string, value: string): string | null {
  const [values, key] = Object.entries<Named>(names).find(([name]) => name === field)?.[1] ?? [];
  return values?.includes(value) ? findText(`${key}.${value}`) : null;
}

/** The name of a value of one kind of object; null when it has none. */
function nameOwnValue(objectType: string, field: string, value: string): string | null {
  switch (`${objectType}.${field}`) {
    case 'alert.state':
      return findText(`alert_fields.state.${value}`);
    case 'sighting.kind':
      return findText(`sighting_fields.kind.${value}`);
    case 'sighting.judgement':
    case 'sighting.decided':
      return findText(`sighting_fields.status.${value}`);
    case 'sighting.not_ours_reason':
      return findText(`sighting_fields.reason.${value}`);
    case 'c2_configuration.framework':
      return findText(`history.framework.${value}`);
    case 'c2_configuration.tls':
      return findText(`history.certificate_check.${value}`);
    case 'report.locale': {
      const locale = reportLocales.find((known) => known === value);
      return locale === undefined ? null : nameLocale(locale);
    }
    default:
      return null;
  }
}

/** Lists of ids, shown as a count. */
const counts = {
  evidence_ids: 'shared.count.files',
  test_ids: 'shared.count.tests',
  remediation_ids: 'history.remediations',
  tests: 'shared.count.tests',
  tool_ids: 'history.tools',
  test_template_ids: 'history.templates',
} as const;

/** Fields whose values are translated. */
const worded = new Set(['severity', 'category', 'modifiers', 'kind', 'status', 'result', 'run_reason']);
const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

type Props = { objectType: string; field: string; value: unknown; known: Known };

/** A displayed value of a field; always text only. */
export function ShownValue({ objectType, field, value, known }: Props): ReactNode {
  if (value === null || value === undefined || value === '') return <Nothing />;
  if (field === 'detection_level_id' || field === 'detection_level') {
    const level = known.levels.find(({ id, key }) => id === value || key === value);
    if (level !== undefined) return <LevelBadge level={level} />;
  }
  if (typeof value === 'string') return <ShownText {...{ objectType, field, known }} text={value} />;
  if (typeof value === 'number') return field === 'size' ? formatFileSize(value) : formatNumber(value);
  if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no');
  if (Array.isArray(value)) return <ShownList {...{ objectType, field, known }} values={value} />;
  return <ShownObject value={value as Record<string, unknown>} />;
}

function ShownText({ objectType, field, text, known }: Omit<Props, 'value'> & { text: string }) {
  const named =
    nameValue(`${objectType}.${field}`, text) ??
    nameValue(field, text) ??
    nameOwnValue(objectType, field, text);
  if (named !== null) return named;
  if (moment.test(text)) return <Moment at={text} />;
  if (day.test(text)) return <DateRange from={text} to={text} />;
  const person = known.people.get(text);
  if (person !== undefined) return <Name>{person}</Name>;
  return <Name>{worded.has(field) ? toWords(text) : text}</Name>;
}

function ShownList({ values, ...props }: Omit<Props, 'value'> & { values: readonly unknown[] }) {
  if (values.length === 0) return <Nothing />;
  const counted = Object.entries(counts).find(([field]) => field === props.field)?.[1];
  if (counted !== undefined) return t(counted, { count: values.length });
  return values.map((value, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
    <span key={index}>
      {index === 0 ? null : ', '}
      <ShownValue {...props} value={value} />
    </span>
  ));
}

/** A person, a tool, a member, a tag, or another named object; anything else as recorded. */
function ShownObject({ value }: { value: Record<string, unknown> }) {
  const { display_name, name, external_id, user, role_hint } = value;
  if (isExpectation(value))
    return t('history.expectation', {
      kind: t(`names.fact_kind.${value.kind}`),
      expected: describeExpectation(value),
    });
  if ('rule_name' in value) return <Name>{String(value.rule_name ?? value.rule_id)}</Name>;
  if (typeof display_name === 'string') return <Name>{display_name}</Name>;
  if (typeof user === 'object' && user !== null && typeof role_hint === 'string') {
    return (
      <>
        <ShownObject value={user as Record<string, unknown>} /> (
        {inSentence(findText(`names.member_hint.${role_hint}`) ?? role_hint)})
      </>
    );
  }
  if ('test_ids' in value || 'jurisdiction' in value || 'rationale' in value)
    return <TlptItem item={value} />;
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
    return t('history.long_text', { count: value.length });
  }
  const entries = Object.entries(value);
  if (entries.every(([, said]) => typeof said === 'string' || typeof said === 'number')) {
    return (
      <Name>
        {entries.map(([label, said]) => t('shared.labelled', { label, value: String(said) })).join(' · ')}
      </Name>
    );
  }
  return (
    <Text span inherit ff="monospace" style={{ overflowWrap: 'anywhere' }}>
      {toVisibleText(JSON.stringify(value))}
    </Text>
  );
}

/** Item of a TLPT list, with all its fields. */
function TlptItem({ item: { id: _id, captured, test_ids, ...said } }: { item: Record<string, unknown> }) {
  const parts = Object.values(said).filter((part) => part !== null);
  if (typeof captured === 'boolean') parts.push(t(`tlpt_fields.captured.${captured ? 'yes' : 'no'}`));
  if (Array.isArray(test_ids) && test_ids.length > 0) {
    parts.push(t('shared.count.tests', { count: test_ids.length }));
  }
  return <Name>{parts.join(' · ')}</Name>;
}

function isExpectation(value: object): value is Expectation {
  return 'within_seconds' in value && 'kind' in value && factKinds.some((kind) => kind === value.kind);
}

function Nothing() {
  return (
    <Text span inherit c="dimmed">
      {t('history.empty')}
    </Text>
  );
}
