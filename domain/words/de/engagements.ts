import type { engagements as english } from '../en/engagements.ts';
import type { Translated } from '../translate.ts';

export const engagements: Translated<typeof english> = {
  they_will_be_gone_for_good:
    'Sie werden endgültig gelöscht, mit ihren Simulationen, allen Einträgen, C2-Verbindungen und gespeicherten Ausgaben.',
  new_engagement: 'Neues Engagement',
  edit_engagement: 'Engagement bearbeiten',
  create_engagement: 'Engagement anlegen',
  more_about_this_engagement: 'Mehr zu diesem Engagement',
  edit_name_client_dates: 'Name, Organisation und Daten bearbeiten',
  delete_engagement: 'Engagement löschen',
  done_of_simulations_done: '{done} von {simulations} fertig',
  c2_framework: 'C2-Framework',
  history: 'Verlauf',
  simulations_done: 'Fertige Simulationen',
  what_it_is_red_runs_its:
    'Ein Engagement ist spontan: Simulationen rund um ein C2-Framework. Anders als eine Mission wird es nicht aus Vorlagen geplant. Rot führt die Simulationen aus, und das SOC prüft jede.',
  what_it_is_the_red_team:
    'Ein Engagement ist spontan: Simulationen rund um ein C2-Framework. Anders als eine Mission wird es nicht aus Vorlagen geplant. Das rote Team legt die Simulationen an; sie erscheinen hier zur Prüfung.',
  engagement: 'Engagement',
  the_engagement_stayed_as_it_was: 'Das Engagement wurde nicht geändert',
  complete_this_engagement: 'Dieses Engagement abschließen?',
  complete_engagement: 'Engagement abschließen',
  left_of_its_simulations_simulations_left:
    '{left, plural, one {# Simulation ist} other {# Simulationen sind}} noch nicht fertig, von {simulations, number}. Daran kann weitergearbeitet werden, und das Engagement lässt sich wieder öffnen.',
  delete_this_engagement: 'Dieses Engagement löschen?',
  b_will_be_gone_for_good:
    '{b} wird endgültig gelöscht, mit {simulations, plural, one {# Simulation} other {# Simulationen}}, den Einträgen beider Seiten, C2-Verbindungen und deren Ausgaben.',
  every_account_sees_this: 'Keine Mitglieder: Alle Konten sehen dieses Engagement.',
  no_members_are_left: 'Keine Mitglieder mehr: Nur Administratoren sehen dieses Engagement.',
  once_it_has_members:
    'Sobald es Mitglieder hat, sehen nur sie und Administratoren dieses Engagement. Ohne Mitglieder sehen es alle Konten.',
  you_leave_this_engagement: 'Sie haben sich selbst entfernt und sehen dieses Engagement danach nicht mehr.',
  results: 'Ergebnisse',
  executed: 'Ausgeführt',
  detected: 'Erkannt',
  new_simulation: 'Neue Simulation',
  list_of_simulations: 'Liste der Simulationen',
  no_simulations_yet: 'Noch keine Simulationen',
  they_appear_here_as_soon_as: 'Sie erscheinen hier, sobald das rote Team sie anlegt.',
  a_simulation_is_one_thing_red:
    'Eine Simulation ist eine Aktion von Rot, nach der das SOC sucht; sie entsteht aus einer Vorlage oder von Grund auf.',
  search_simulations: 'Simulationen suchen',
  name_technique_or_tactic: 'Name, Technik oder Taktik',
  any_detection: 'Alle Erkennungen',
  not_judged: 'Nicht bewertet',
  any_tactic: 'Alle Taktiken',
  no_simulation_matches: 'Keine passende Simulation',
  change_or_clear_the_filters: 'Filter ändern oder zurücksetzen.',
  changed_updatedat: 'geändert {updatedat}',
  loading_the_engagement: 'Engagement wird geladen',
  simulations_simulations_done_done_reviewrequ:
    '{simulations, plural, one {# Simulation} other {# Simulationen}}: {done} fertig, {reviewrequired} zu prüfen, {inprogress} laufend, {pending} ausstehend',
  delete_all: '{count, plural, one {# Engagement} other {# Engagements}} löschen?',
};
