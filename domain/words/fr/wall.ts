import type { wall as english } from '../en/wall.ts';
import type { Translated } from '../translate.ts';

export const wall: Translated<typeof english> = {
  full_screen: 'Plein écran',
  full_screen_key: 'Plein écran (f)',
  leave: 'Quitter la vue murale',
  leave_key: 'Quitter la vue murale (Échap)',
  now: 'Maintenant',
  next: 'Ensuite',
  scenario_of: 'Scénario {place, number} sur {of, number}',
  run_of: '{run, plural, one {# exécuté} other {# exécutés}} sur {tests, number}',
  at_work: 'Au travail',
  nobody_at_a_test: 'Personne n’a de test ouvert.',
  in_the_mission: 'Dans la mission : {names}',
  and_more: 'et {count, number} de plus',
  waiting: 'En attente',
  nothing_waits: 'Rien n’attend : la mission n’est pas en cours.',
  'queue.red': '{count, plural, =0 {Rien à exécuter} other {# à exécuter}}',
  'queue.blue': '{count, plural, =0 {Rien à revoir} other {# à revoir}}',
  longest: 'au plus',
  outcomes_so_far: 'Résultats jusqu’ici',
  nothing_executed: 'Aucun test exécuté pour l’instant.',
  last_actions: 'Dernières actions',
  no_actions: 'Aucune activité pour l’instant.',
  you_lead: 'Sous votre direction',
};
