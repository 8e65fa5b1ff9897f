import type { sightingFields as english } from '../en/sighting-fields.ts';
import type { Translated } from '../translate.ts';

export const sightingFields: Translated<typeof english> = {
  'kind.alert': 'Alerte',
  'kind.log': 'Journal',
  'kind.anomaly': 'Anomalie',
  'kind.report': 'Signalement d’une personne',
  'kind.other': 'Autre',
  'status.open': 'À évaluer',
  'status.benign': 'Bénin',
  'status.attack': 'Attaque',
  'status.matched': 'Rapprochée',
  'status.not_ours': 'Pas de nous',
  'reason.benign': 'Bénin',
  'reason.other_attack': 'Autre attaque',
  'reason.unknown': 'Inconnu',
};
