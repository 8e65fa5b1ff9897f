import type { exports as english } from '../en/exports.ts';
import type { Translated } from '../translate.ts';

export const exports: Translated<typeof english> = {
  format: 'Format',
  export: 'Exportieren',
  export_test_templates: 'Testvorlagen exportieren',
  only_those_that_the_list_shows: 'Nur die derzeit aufgelisteten',
  scenario: 'Szenario',
  whole_mission: 'Alle Szenarien',
  export_mission: 'Mission exportieren',
  damson: 'Damson',
  damson_library: 'Damson-Bibliothek',
  atomic_red_team: 'Atomic Red Team',
  purpleops: 'PurpleOps',
  vectr: 'VECTR',
  attire: 'ATTiRe',
  ghostwriter: 'Ghostwriter',
  att_ck_navigator: 'ATT&CK Navigator',
  attack_flow: 'Attack Flow',
  csv: 'CSV',
  findings_csv: 'Feststellungen als CSV',
  atomic_runner: 'AtomicRunner-Zeitplan',
  schedule: 'Eine CSV für Invoke-AtomicRedTeam.',
  bash: 'Skripte für bash',
  script: 'Ein Skript je Szenario, mit seinen Befehlen und den Werten am Anfang.',
  powershell: 'Skripte für PowerShell',
  xlsx: 'XLSX',
  a_zip_with_everything_evidence_too: 'Ein Zip mit allem, auch den Nachweisen, für ein anderes Damson.',
  a_zip_of_the_assessment_with: 'Ein Zip des Assessments mit seinen Nachweisen für PurpleOps.',
  a_csv_with_outcomes_times_and: 'Ein CSV mit Ergebnissen, Zeiten und Werkzeugen jedes Tests.',
  layers_of_the_plan_of_its: 'Layer für den Plan, seine Ergebnisse und seine Abdeckung.',
  a_json_log_of_each_execution: 'Ein JSON-Protokoll jeder Ausführung, ohne die Einträge von Blau.',
  a_csv_of_the_operation_log: 'Ein CSV des Operationsprotokolls, ohne die Einträge von Blau.',
  the_timeline_as_a_flow_in: 'Die Zeitachse als Flow, in STIX 2.1.',
  a_table_with_a_row_for: 'Eine Tabelle mit einer Zeile je Test.',
  a_table_with_a_row_for_each_finding:
    'Eine Tabelle mit einer Zeile je Feststellung, die Sie lesen dürfen, auch Entwürfe.',
  a_workbook_with_tests_and_findings:
    'Eine Arbeitsmappe mit einem Blatt der Tests und einem der Feststellungen, die Sie lesen dürfen.',
  a_zip_with_templates_and_scenarios: 'Ein Zip mit Vorlagen und Szenarien für ein anderes Damson.',
  a_yaml_for_each_technique_what:
    'Ein YAML je Technik; Inhalte von Atomic Red Team werden unverändert exportiert.',
};
