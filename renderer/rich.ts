import { createElement, Fragment, type ReactNode } from 'react';
import type { ScreenKey } from '../domain/words/en/screens.ts';
import type { Filled } from '../domain/words/translate.ts';
import { tell } from './words.ts';

/** A message whose values are elements, or whose tags enclose some of its words: `<b>` of it is given as `b: (parts) => …`. */
export function rich<Key extends ScreenKey>(key: Key, ...values: Filled<Key, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...(tell(key, values[0]) as ReactNode[]));
}
