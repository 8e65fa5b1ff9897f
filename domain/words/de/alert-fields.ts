import type { alertFields as english } from '../en/alert-fields.ts';
import type { Translated } from '../translate.ts';

export const alertFields: Translated<typeof english> = {
  'field.alerts': 'Alarme',
  'field.sources': 'Quellen',
  'field.rule': 'Regel',
  'state.new': 'Offen',
  'state.accepted': 'Angenommen',
  'state.not_ours': 'Gehört nicht dazu',
};
