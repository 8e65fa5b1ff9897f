import type { LibraryExport, MissionExport } from '../../../domain/interchange.ts';
import { t } from '../../words.ts';

type ExportChoice<Format> = { format: Format; name: string; sentence: string };
export type ExportChoices<Format> = readonly [ExportChoice<Format>, ...ExportChoice<Format>[]];

export const missionExportChoices = (): ExportChoices<MissionExport> => [
  {
    format: 'damson',
    name: t('exports.damson'),
    sentence: t('exports.a_zip_with_everything_evidence_too'),
  },
  {
    format: 'purpleops',
    name: t('exports.purpleops'),
    sentence: t('exports.a_zip_of_the_assessment_with'),
  },
  { format: 'vectr', name: t('exports.vectr'), sentence: t('exports.a_csv_with_outcomes_times_and') },
  {
    format: 'navigator',
    name: t('exports.att_ck_navigator'),
    sentence: t('exports.layers_of_the_plan_of_its'),
  },
  {
    format: 'attire',
    name: t('exports.attire'),
    sentence: t('exports.a_json_log_of_each_execution'),
  },
  {
    format: 'ghostwriter',
    name: t('exports.ghostwriter'),
    sentence: t('exports.a_csv_of_the_operation_log'),
  },
  {
    format: 'attack-flow',
    name: t('exports.attack_flow'),
    sentence: t('exports.the_timeline_as_a_flow_in'),
  },
  { format: 'csv', name: t('exports.csv'), sentence: t('exports.a_table_with_a_row_for') },
  {
    format: 'findings-csv',
    name: t('exports.findings_csv'),
    sentence: t('exports.a_table_with_a_row_for_each_finding'),
  },
  { format: 'xlsx', name: t('exports.xlsx'), sentence: t('exports.a_workbook_with_tests_and_findings') },
  { format: 'atomic-runner', name: t('exports.atomic_runner'), sentence: t('exports.schedule') },
  { format: 'bash', name: t('exports.bash'), sentence: t('exports.script') },
  { format: 'powershell', name: t('exports.powershell'), sentence: t('exports.script') },
];

export const libraryExportChoices = (): ExportChoices<LibraryExport> => [
  {
    format: 'damson',
    name: t('exports.damson_library'),
    sentence: t('exports.a_zip_with_templates_and_scenarios'),
  },
  {
    format: 'atomic',
    name: t('exports.atomic_red_team'),
    sentence: t('exports.a_yaml_for_each_technique_what'),
  },
];
