import { createElement, Fragment, type ReactNode } from 'react';
import type { ScreenKey } from '../domain/words/en/screens.ts';
import type { Filled } from '../domain/words/translate.ts';
import { tell } from './words.ts';

/** A message with elements as values, or tags around some of its words: `<b>` is given as `b: (parts) => …`. */
export function rich<Key extends ScreenKey>(key: Key, ...values: Filled<Key, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...(tell(key, values[0]) as ReactNode[]));
}
