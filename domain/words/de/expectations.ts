import type { expectations as english } from '../en/expectations.ts';
import type { Translated } from '../translate.ts';

export const expectations: Translated<typeof english> = {
  any_result: 'Jedes bekannte Ergebnis',
  at_least: 'mindestens {severity}',
  within: 'innerhalb von {time}',
};
