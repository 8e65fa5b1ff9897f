import type { missions as english } from '../en/missions.ts';
import type { Translated } from '../translate.ts';

export const missions: Translated<typeof english> = {
  new_mission: 'Nouvelle mission',
  create_mission: 'Créer la mission',
  scenarios_scenarios: 'Scénarios{scenarios}',
  single_tests_tests: 'Tests isolés{tests}',
  whoever_makes_a_mission_is_a: 'Vous devenez membre des missions que vous créez : ici, du côté rouge.',
  without_any_the_mission_begins_empty:
    'Sans sélection, la mission commence vide ; des tests peuvent être ajoutés à tout moment.',
  only_completed_missions_can_be_archived: 'Seules les missions terminées peuvent être archivées',
  archive: 'Archiver',
  they_can_be_read_from_then: 'Les missions archivées sont en lecture seule. C’est irréversible.',
  they_will_be_gone_for_everybody: 'Elles seront supprimées pour tous, avec leurs tests et leurs preuves.',
  progress: 'Avancement',
  a_mission_is_an_exercise_in:
    'Dans une mission, les Rouges exécutent des tests copiés de modèles de scénario et les Bleus les revoient.',
  you_will_find_a_mission_here: 'Les missions apparaissent ici dès que vous en êtes membre.',
  save_members: 'Enregistrer les membres',
  you_are_no_longer_among_them: 'Vous vous êtes retiré : vous ne verrez plus cette mission.',
  red: 'Rouge',
  blue: 'Bleu',
  lead: 'Responsable',
  observer: 'Observateur',
  unknown: 'Inconnu',
  role_of_name: 'Rôle de {name}',
  remove_name: 'Retirer {name}',
  add_a_member: 'Ajouter un membre',
  loading_people: 'Chargement des personnes…',
  nobody_is_called_so: 'Aucune personne correspondante',
  no_members_only_administrators_see_this: 'Aucun membre : seuls les administrateurs voient cette mission.',
  left_more: '{left, plural, one {# autre} other {# autres}}',
  slice_damson: '{slice} · Damson',
  retest_of: 'Retest de',
  details: 'Détails',
  mission: 'mission',
  timeline: 'Chronologie',
  alerts: 'Alertes',
  results: 'Résultats',
  report: 'Rapport',
  history: 'Historique',
  loading_the_mission: 'Chargement de la mission',
  no_tests_yet: 'Pas encore de tests',
  executed_executed_reviewedbyblue_reviewed:
    '{executed, plural, one {# exécuté} other {# exécutés}}, {reviewedbyblue, plural, one {# revu} other {# revus}}',
  tests_tests_counts_skipped_skipped_blocked:
    '{tests, plural, one {# test} other {# tests}} : {counts}, {skipped, plural, one {# ignoré} other {# ignorés}}, {blocked, plural, one {# bloqué} other {# bloqués}}, {pending} en attente',
  delete_all: 'Supprimer {count, plural, one {# mission} other {# missions}} ?',
  archive_all: 'Archiver {count, plural, one {# mission} other {# missions}} ?',
  begins_with:
    'La mission commence avec {count, plural, one {# test copié} other {# tests copiés}}{blank, plural, =0 {} other {, dont # à rédiger}} : les changements ultérieurs des modèles ne les touchent pas.',
  planned_from: 'Planifiée à partir de {threats}. Chaque test indique qui d’entre eux utilise sa technique.',
  tlpt: 'TLPT',
  threats: 'Menaces',
  tests_progress:
    '{count, plural, one {# test} other {# tests}}, {executed, plural, one {# exécuté} other {# exécutés}}, {reviewed, plural, one {# revu} other {# revus}}',
  archive_some: 'Archiver ({count})',
};
