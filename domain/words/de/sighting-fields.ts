import type { sightingFields as english } from '../en/sighting-fields.ts';
import type { Translated } from '../translate.ts';

export const sightingFields: Translated<typeof english> = {
  'kind.alert': 'Alarm',
  'kind.log': 'Protokoll',
  'kind.anomaly': 'Auffälligkeit',
  'kind.report': 'Meldung einer Person',
  'kind.other': 'Sonstiges',
  'status.open': 'Offen',
  'status.benign': 'Harmlos',
  'status.attack': 'Angriff',
  'status.matched': 'Zugeordnet',
  'status.not_ours': 'Nicht von uns',
  'reason.benign': 'Harmlos',
  'reason.other_attack': 'Anderer Angriff',
  'reason.unknown': 'Unbekannt',
};
