import type { results as english } from '../en/results.ts';
import type { Translated } from '../translate.ts';

export const results: Translated<typeof english> = {
  figures: 'Kennzahlen',
  loading: 'Kennzahlen werden geladen',
  'empty.whole': 'Noch keine Ergebnisse',
  'empty.part': 'Keine Ergebnisse zu diesen Tests',
  'empty.not_run': 'Ergebnisse erscheinen mit dem ersten ausgeführten und bewerteten Test.',
  'empty.not_judged':
    '{count, plural, one {# Test} other {# Tests}} ausgeführt, noch keine Erkennungen erfasst.',
  part_of_mission: 'Teil der Mission',
  'any.scenario': 'Alle Szenarien',
  'any.tactic': 'Alle Taktiken',
  'any.tool': 'Alle Werkzeuge',
  clear_filters: 'Filter zurücksetzen',
  basis:
    '{attempted, number} von {tests, plural, one {# Test} other {# Tests}} ausgeführt; {scored, number} bewertet.',
  basis_levels:
    '{attempted} von {tests, plural, one {# Test} other {# Tests}} ausgeführt; {scored} bewertet, {levels} davon nur durch eine Erkennungsstufe.',
  basis_left:
    '{attempted, number} von {tests, plural, one {# Test} other {# Tests}} ausgeführt ({left}); {scored, number} bewertet.',
  basis_left_levels:
    '{attempted} von {tests, plural, one {# Test} other {# Tests}} ausgeführt ({left}); {scored} bewertet, {levels} davon nur durch eine Erkennungsstufe.',
  basis_skew:
    '{count, plural, one {# Test wurde} other {# Tests wurden}} vor der Ausführung erkannt: Eine Uhr geht falsch, diese Zeiten zählen nicht.',
  'left.pending': '{count, plural, other {# ausstehend}}',
  'left.skipped': '{count, plural, other {# übersprungen}}',
  'left.blocked': '{count, plural, other {# blockiert}}',
  'seen.title': 'Erkennungen',
  'seen.hint': 'Bezogen auf die Tests mit bekanntem Ergebnis.',
  'seen.rate': 'Quote',
  'rate.detection': 'Erkannt',
  'rate.visibility': 'Sichtbar',
  'rate.prevention': 'Verhindert',
  'rate.response': 'Reagiert',
  'rate.missed': 'Bemerkt',
  'rate.expectations': 'Erwartetes Ergebnis erfüllt',
  'scenarios.title': 'Erkennung nach Szenario',
  'scenarios.hint': 'In der Reihenfolge der Mission.',
  'techniques.title': 'Erkennung nach Technik',
  'techniques.hint': 'Schlechteste zuerst.',
  'techniques.hint_unknown':
    'Schlechteste zuerst. {count, plural, one {# weitere Technik hat} other {# weitere Techniken haben}} kein bekanntes Ergebnis.',
  'outcome.prevented': '{count, plural, other {# verhindert}}',
  'outcome.alerted': '{count, plural, other {# erkannt}}',
  'outcome.logged': '{count, plural, other {# nur protokolliert}}',
  'outcome.not_detected': '{count, plural, other {# nicht erkannt}}',
  'outcome.not_judged': '{count, plural, other {# nicht bewertet}}',
  'outcome.not_run': '{count, plural, other {# nicht getestet}}',
  no_outcome: 'Noch keine Tests',
  expectations: '{met, number} erfüllt, {missed, number} nicht erfüllt, {open, number} offen',
};
