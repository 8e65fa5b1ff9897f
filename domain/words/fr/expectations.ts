import type { expectations as english } from '../en/expectations.ts';
import type { Translated } from '../translate.ts';

export const expectations: Translated<typeof english> = {
  any_result: 'Tout résultat connu',
  with_verdict: '{kind} : {expected} ({verdict})',
  at_least:
    'au moins {severity, select, informational {informative} low {basse} medium {moyenne} high {haute} critical {critique} other {{severity}}}',
  within: 'en moins de {time}',
};
