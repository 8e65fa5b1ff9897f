import type { ScreenKey } from './en/screens.ts';
import type { Translate } from './translate.ts';

/** A language, for what is written on both sides: its messages, and how it writes numbers. */
export type Words = {
  t: Translate<ScreenKey>;
  number: (value: number) => string;
};
