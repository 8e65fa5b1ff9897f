import {
  type ImportAction,
  type ImportedKind,
  type ImportFormat,
  importActions,
} from '../../../domain/interchange.ts';
import type { ImportRow } from '../../../server/interchange/contract.ts';
import { inSentence, t } from '../../words.ts';

/** Name of a format, its file types, and the objects it creates. */
export const formatWords = (): Readonly<
  Record<ImportFormat, { name: string; files: string; becomes: string }>
> => ({
  atomic: {
    name: t('exports.atomic_red_team'),
    files: t('interchange.yaml_or_a_zip_of_the'),
    becomes: t('interchange.test_templates_2'),
  },
  damson: {
    name: t('exports.damson_library'),
    files: 'zip',
    becomes: t('interchange.test_and_scenario_templates_missions_with'),
  },
  purpleops: {
    name: t('exports.purpleops'),
    files: t('interchange.zip_json_or_csv'),
    becomes: t('interchange.a_mission_with_its_evidence'),
  },
  vectr: {
    name: t('exports.vectr'),
    files: t('interchange.csv_of_an_environment_yaml_of'),
    becomes: t('interchange.a_mission_a_bundle_becomes_templates'),
  },
  caldera: {
    name: t('interchange.caldera'),
    files: t('interchange.yaml_of_adversaries_and_abilities_json'),
    becomes: t('interchange.templates_a_report_becomes_a_mission'),
  },
  ctid: {
    name: t('interchange.ctid_emulation_plan'),
    files: t('interchange.yaml'),
    becomes: t('interchange.a_scenario_and_its_test_templates'),
  },
  attire: {
    name: t('exports.attire'),
    files: t('interchange.json'),
    becomes: t('interchange.executions_on_the_tests_of_a'),
  },
  ghostwriter: {
    name: t('exports.ghostwriter'),
    files: t('interchange.csv_of_an_operation_log'),
    becomes: t('interchange.executions_on_the_tests_of_a'),
  },
  navigator: {
    name: t('exports.att_ck_navigator'),
    files: t('interchange.json_layer'),
    becomes: t('interchange.a_selection_of_techniques'),
  },
  'attack-flow': {
    name: t('exports.attack_flow'),
    files: t('interchange.json_stix_2_1'),
    becomes: t('interchange.a_scenario_and_its_templates'),
  },
  'atomic-runner': {
    name: t('exports.atomic_runner'),
    files: t('interchange.csv_of_a_schedule'),
    becomes: t('interchange.a_mission_to_be_run'),
  },
  'atomic-log': {
    name: t('interchange.invoke_atomic_log'),
    files: t('interchange.syslog_or_event_log'),
    becomes: t('interchange.executions_on_the_tests_of_a'),
  },
  'cobalt-strike': {
    name: t('interchange.cobalt_strike'),
    files: t('interchange.beacon_logs'),
    becomes: t('interchange.executions_on_the_tests_of_a'),
  },
  sliver: {
    name: t('interchange.sliver'),
    files: t('interchange.audit_log'),
    becomes: t('interchange.executions_on_the_tests_of_a'),
  },
  mythic: {
    name: t('interchange.mythic'),
    files: t('interchange.json_tasks'),
    becomes: t('interchange.executions_on_the_tests_of_a'),
  },
  sigma: {
    name: t('interchange.sigma'),
    files: t('interchange.yaml_rules'),
    becomes: t('interchange.rules_that_expectations_and_facts_can'),
  },
  csv: {
    name: t('interchange.table_of_your_own'),
    files: t('interchange.csv_or_xlsx'),
    becomes: t('interchange.templates_or_tests_column_by_column'),
  },
});

/** Actions to count in a summary; skipped rows only if there are any. */
export function listActions(totals: Readonly<Record<ImportAction, number>>): ImportAction[] {
  return importActions.filter((action) => action !== 'left_out' || totals.left_out > 0);
}

export const kindWords = (): Readonly<Record<ImportedKind, { one: string; many: string }>> => ({
  test_template: { one: t('interchange.test_template'), many: t('interchange.test_templates_2') },
  scenario_template: { one: t('interchange.scenario_template'), many: t('interchange.scenario_templates') },
  mission: { one: t('interchange.kind.mission'), many: t('interchange.kind.missions') },
  test: { one: t('interchange.kind.test'), many: t('interchange.kind.tests') },
  remediation: { one: t('interchange.kind.remediation'), many: t('interchange.kind.remediations') },
  finding: { one: t('interchange.kind.finding'), many: t('interchange.kind.findings') },
  execution: { one: t('interchange.kind.execution'), many: t('interchange.kind.executions') },
  selection: {
    one: t('interchange.selection_of_techniques'),
    many: t('interchange.selections_of_techniques'),
  },
  rule: { one: t('interchange.detection_rule'), many: t('interchange.detection_rules') },
});

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Made = { what: ImportedKind | null; object: ImportRow['object'] };

/** The page of the object created from a row; null if there is none. */
export function toObjectPath({ what, object }: Made): string | null {
  if (object === null) return null;
  const { id, mission_id } = object;
  switch (what) {
    case 'test_template':
      return `/templates/${id}`;
    case 'scenario_template':
      return `/templates/scenarios/${id}`;
    case 'mission':
      return `/missions/${id}`;
    case 'test':
    case 'execution':
      return mission_id === null ? null : `/missions/${mission_id}/tests/${id}`;
    case 'remediation':
      return mission_id === null ? null : `/missions/${mission_id}/remediation`;
    default:
      return null;
  }
}

/** Actions for rows, in a line: "12 new, 1 refused". */
export function describeTotals(totals: Readonly<Record<ImportAction, number>>): string {
  const parts = importActions
    .filter((action) => totals[action] > 0)
    .map((action) =>
      t('interchange.count_of_action', {
        count: totals[action],
        action: inSentence(t(`interchange.action.${action}`)),
      }),
    );
  return parts.length === 0 ? '–' : parts.join(', ');
}
