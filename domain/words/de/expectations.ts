import type { expectations as english } from '../en/expectations.ts';
import type { Translated } from '../translate.ts';

export const expectations: Translated<typeof english> = {
  any_result: 'Jedes bekannte Ergebnis',
  with_verdict: '{kind}: {expected} ({verdict})',
  at_least:
    'mindestens {severity, select, informational {informativ} low {niedrig} medium {mittel} high {hoch} critical {kritisch} other {{severity}}}',
  within: 'innerhalb von {time}',
};
