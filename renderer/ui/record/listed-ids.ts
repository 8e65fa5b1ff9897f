import type { Value } from './field-writer.ts';

/** Lists of ids are written and compared as one text. */
export const toIds = (value: Value): string[] => (value ? value.split(',') : []);
export const toText = (ids: readonly string[]): string => ids.join(',');
