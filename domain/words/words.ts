import type { ScreenKey } from './en/screens.ts';
import type { Translate } from './translate.ts';

/** A language for texts written on both server and client: its messages, and its number format. */
export type Words = {
  t: Translate<ScreenKey>;
  number: (value: number) => string;
};
