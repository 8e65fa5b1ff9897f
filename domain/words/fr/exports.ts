import type { exports as english } from '../en/exports.ts';
import type { Translated } from '../translate.ts';

export const exports: Translated<typeof english> = {
  format: 'Format',
  export: 'Exporter',
  export_test_templates: 'Exporter les modèles de test',
  only_those_that_the_list_shows: 'Seulement ceux de la liste actuelle',
  scenario: 'Scénario',
  whole_mission: 'Tous les scénarios',
  export_mission: 'Exporter la mission',
  damson: 'Damson',
  damson_library: 'Bibliothèque Damson',
  atomic_red_team: 'Atomic Red Team',
  purpleops: 'PurpleOps',
  vectr: 'VECTR',
  attire: 'ATTiRe',
  ghostwriter: 'Ghostwriter',
  att_ck_navigator: 'ATT&CK Navigator',
  attack_flow: 'Attack Flow',
  csv: 'CSV',
  findings_csv: 'Constats en CSV',
  atomic_runner: 'Planning AtomicRunner',
  schedule: 'Un CSV pour Invoke-AtomicRedTeam.',
  bash: 'Scripts pour bash',
  script: 'Un script par scénario, avec ses commandes et les valeurs au début.',
  powershell: 'Scripts pour PowerShell',
  xlsx: 'XLSX',
  a_zip_with_everything_evidence_too: 'Un zip avec tout, preuves comprises, pour un autre Damson.',
  a_zip_of_the_assessment_with: 'Un zip de l’évaluation avec ses preuves, pour PurpleOps.',
  a_csv_with_outcomes_times_and: 'Un CSV avec les résultats, les heures et les outils de chaque test.',
  layers_of_the_plan_of_its: 'Des layers pour le plan, ses résultats et sa couverture.',
  a_json_log_of_each_execution: 'Un journal JSON de chaque exécution, sans les enregistrements des Bleus.',
  a_csv_of_the_operation_log: 'Un CSV du journal d’opération, sans les enregistrements des Bleus.',
  the_timeline_as_a_flow_in: 'La chronologie sous forme de flow, en STIX 2.1.',
  a_table_with_a_row_for: 'Un tableau avec une ligne par test.',
  a_table_with_a_row_for_each_finding:
    'Un tableau avec une ligne par constat que vous pouvez lire, brouillons compris.',
  a_workbook_with_tests_and_findings:
    'Un classeur avec une feuille des tests et une des constats que vous pouvez lire.',
  a_zip_with_templates_and_scenarios: 'Un zip avec modèles et scénarios pour un autre Damson.',
  a_yaml_for_each_technique_what:
    'Un YAML par technique ; le contenu d’Atomic Red Team est exporté tel quel.',
};
