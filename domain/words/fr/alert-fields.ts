import type { alertFields as english } from '../en/alert-fields.ts';
import type { Translated } from '../translate.ts';

export const alertFields: Translated<typeof english> = {
  'field.alerts': 'Alertes',
  'field.sources': 'Sources',
  'field.rule': 'Règle',
  'state.new': 'En attente',
  'state.accepted': 'Acceptée',
  'state.not_ours': 'Hors exercice',
};
