import type { results as english } from '../en/results.ts';
import type { Translated } from '../translate.ts';

export const results: Translated<typeof english> = {
  figures: 'chiffres',
  loading: 'Chargement des chiffres',
  'empty.whole': 'Pas encore de résultats',
  'empty.part': 'Aucun résultat pour ces tests',
  'empty.not_run': 'Les résultats apparaissent avec le premier test exécuté et évalué.',
  'empty.not_judged':
    '{count, plural, one {# test exécuté} other {# tests exécutés}}, aucune détection enregistrée.',
  part_of_mission: 'Partie de la mission',
  'any.scenario': 'Tous les scénarios',
  'any.tactic': 'Toutes les tactiques',
  'any.tool': 'Tous les outils',
  clear_filters: 'Effacer les filtres',
  basis:
    '{attempted, number} sur {tests, plural, one {# test exécuté} other {# tests exécutés}} ; {scored, number} évalués.',
  basis_levels:
    '{attempted} sur {tests, plural, one {# test exécuté} other {# tests exécutés}} ; {scored} évalués, dont {levels} seulement par un niveau de détection.',
  basis_left:
    '{attempted, number} sur {tests, plural, one {# test exécuté} other {# tests exécutés}} ({left}) ; {scored, number} évalués.',
  basis_left_levels:
    '{attempted} sur {tests, plural, one {# test exécuté} other {# tests exécutés}} ({left}) ; {scored} évalués, dont {levels} seulement par un niveau de détection.',
  basis_skew:
    '{count, plural, one {# test détecté} other {# tests détectés}} avant l’exécution : une horloge est fausse, ces temps sont exclus.',
  'left.pending': '{count, plural, other {# en attente}}',
  'left.skipped': '{count, plural, one {# ignoré} other {# ignorés}}',
  'left.blocked': '{count, plural, one {# bloqué} other {# bloqués}}',
  'seen.title': 'Détections',
  'seen.hint': 'Sur les tests dont le résultat est connu.',
  'seen.rate': 'Taux',
  'rate.detection': 'Détectés',
  'rate.visibility': 'Visibles',
  'rate.prevention': 'Empêchés',
  'rate.response': 'Traités',
  'rate.missed': 'Repérés',
  'rate.expectations': 'Résultat attendu obtenu',
  'scenarios.title': 'Détection par scénario',
  'scenarios.hint': 'Dans l’ordre de la mission.',
  'techniques.title': 'Détection par technique',
  'techniques.hint': 'Les plus faibles d’abord.',
  'techniques.hint_unknown':
    'Les plus faibles d’abord. {count, plural, one {# autre technique n’a} other {# autres techniques n’ont}} pas de résultat connu.',
  'outcome.prevented': '{count, plural, one {# empêché} other {# empêchés}}',
  'outcome.alerted': '{count, plural, one {# détecté} other {# détectés}}',
  'outcome.logged': '{count, plural, one {# journalisé seulement} other {# journalisés seulement}}',
  'outcome.not_detected': '{count, plural, one {# non détecté} other {# non détectés}}',
  'outcome.not_judged': '{count, plural, one {# non évalué} other {# non évalués}}',
  'outcome.not_run': '{count, plural, one {# non testé} other {# non testés}}',
  no_outcome: 'Pas encore de tests',
  expectations: '{met, number} remplies, {missed, number} non remplies, {open, number} ouvertes',
};
