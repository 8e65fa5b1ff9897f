import type { missions as english } from '../en/missions.ts';
import type { Translated } from '../translate.ts';

export const missions: Translated<typeof english> = {
  new_mission: 'Neue Mission',
  create_mission: 'Mission anlegen',
  scenarios_scenarios: 'Szenarien{scenarios}',
  single_tests_tests: 'Einzelne Tests{tests}',
  whoever_makes_a_mission_is_a:
    'Sie werden Mitglied der Missionen, die Sie anlegen: hier auf der roten Seite.',
  without_any_the_mission_begins_empty:
    'Ohne Auswahl beginnt die Mission leer; Tests lassen sich jederzeit hinzufügen.',
  only_completed_missions_can_be_archived: 'Nur abgeschlossene Missionen lassen sich archivieren',
  archive: 'Archivieren',
  they_can_be_read_from_then:
    'Archivierte Missionen sind schreibgeschützt. Das lässt sich nicht rückgängig machen.',
  they_will_be_gone_for_everybody: 'Sie werden für alle gelöscht, mit ihren Tests und Nachweisen.',
  progress: 'Fortschritt',
  a_mission_is_an_exercise_in:
    'In einer Mission führt Rot Tests aus, die aus Szenariovorlagen kopiert sind, und Blau prüft sie.',
  you_will_find_a_mission_here: 'Missionen erscheinen hier, sobald Sie Mitglied sind.',
  save_members: 'Mitglieder speichern',
  you_are_no_longer_among_them: 'Sie haben sich selbst entfernt und sehen diese Mission danach nicht mehr.',
  red: 'Rot',
  blue: 'Blau',
  lead: 'Leitung',
  observer: 'Beobachter',
  unknown: 'Unbekannt',
  role_of_name: 'Rolle von {name}',
  remove_name: '{name} entfernen',
  add_a_member: 'Mitglied hinzufügen',
  loading_people: 'Personen werden geladen…',
  nobody_is_called_so: 'Keine passenden Personen',
  no_members_only_administrators_see_this: 'Keine Mitglieder: Nur Administratoren sehen diese Mission.',
  left_more: '{left} weitere',
  slice_damson: '{slice} · Damson',
  retest_of: 'Wiederholung von',
  details: 'Details',
  mission: 'Mission',
  timeline: 'Zeitachse',
  alerts: 'Alarme',
  results: 'Ergebnisse',
  report: 'Bericht',
  history: 'Verlauf',
  loading_the_mission: 'Mission wird geladen',
  no_tests_yet: 'Noch keine Tests',
  executed_executed_reviewedbyblue_reviewed: '{executed} ausgeführt, {reviewedbyblue} geprüft',
  tests_tests_counts_skipped_skipped_blocked:
    '{tests, plural, one {# Test} other {# Tests}}: {counts}, {skipped} übersprungen, {blocked} blockiert, {pending} ausstehend',
  delete_all: '{count, plural, one {# Mission} other {# Missionen}} löschen?',
  archive_all: '{count, plural, one {# Mission} other {# Missionen}} archivieren?',
  begins_with:
    'Die Mission beginnt mit {count, plural, one {# Test} other {# Tests}} als Kopien{blank, plural, =0 {} other {, davon # noch zu schreiben}}: Spätere Änderungen an Vorlagen wirken sich nicht aus.',
  planned_from: 'Geplant aus {threats}. Jeder Test nennt, wer davon seine Technik verwendet.',
  tlpt: 'TLPT',
  threats: 'Bedrohungen',
  tests_progress: '{count, plural, one {# Test} other {# Tests}}, {executed} ausgeführt, {reviewed} geprüft',
  archive_some: '{count} archivieren',
};
