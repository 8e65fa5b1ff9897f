import { longestName, longestNote, mostTlptItems } from '../../../../domain/limits.ts';
import type { TlptList } from '../../../../domain/tlpt.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, checkDay, requireText } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';

/** An item of any list, with its list. */
export type TlptItem = { id: string; list: TlptList; item: Tlpt[TlptList][number] };

/** The items of a list, in order. */
export function listItems(tlpt: Tlpt, list: TlptList): TlptItem[] {
  return tlpt[list].map((item) => ({ id: item.id, list, item }));
}

/** `title` is the name of an item; the other fields are in form order. */
type Kind = 'title' | 'line' | 'text' | 'day' | 'number' | 'captured' | 'tests';

const ofTests = [
  ['on', 'day'],
  ['test_ids', 'tests'],
] as const;

export const itemFields = {
  entities: [
    ['name', 'title'],
    ['jurisdiction', 'line'],
  ],
  functions: [
    ['name', 'title'],
    ['systems', 'text'],
    ['rationale', 'text'],
  ],
  flags: [
    ['number', 'number'],
    ['objective', 'title'],
    ['system', 'line'],
    ['captured', 'captured'],
    ...ofTests,
  ],
  leg_ups: [['what', 'title'], ['why', 'text'], ['granted_by', 'line'], ...ofTests],
  deviations: [['what', 'title'], ['why', 'text'], ['agreed_by', 'line'], ...ofTests],
} as const satisfies Record<TlptList, readonly (readonly [field: string, kind: Kind])[]>;

export type ItemField = (typeof itemFields)[TlptList][number][0];

/** Values of the form: texts, which depend on the list, and tests. */
export type ItemValues = Record<Exclude<ItemField, 'test_ids'>, string> & { test_ids: string[] };

export const listFields = (list: TlptList): readonly (readonly [ItemField, Kind])[] => itemFields[list];

/** The value of a field of an item. */
export function readField(item: TlptItem['item'], field: ItemField): unknown {
  return (item as Record<string, unknown>)[field];
}

/** Name of an item; a flag's includes its number. */
export function nameItem({ list, item }: TlptItem): string {
  const title = listFields(list).find(([, kind]) => kind === 'title')?.[0] as ItemField;
  const name = String(readField(item, title));
  return 'number' in item ? `${item.number} ${name}` : name;
}

/** Initial values; a new flag has the next number. */
export function toItemValues(
  list: TlptList,
  item: TlptItem['item'] | null,
  flags: Tlpt['flags'],
): ItemValues {
  const values: Record<string, unknown> = { test_ids: [] };
  for (const [field, kind] of listFields(list)) {
    const value = item === null ? null : readField(item, field);
    if (kind === 'tests') values[field] = value ?? [];
    else if (kind === 'captured') values[field] = value === null ? 'open' : value ? 'yes' : 'no';
    else if (kind === 'number') values[field] = String(value ?? findNext(flags));
    else values[field] = value ?? '';
  }
  return values as ItemValues;
}

function findNext(flags: Tlpt['flags']): number {
  return Math.max(0, ...flags.map(({ number }) => number)) + 1;
}

export function itemRules(list: TlptList, others: readonly TlptItem['item'][]) {
  const rules: { [Field in Exclude<ItemField, 'test_ids'>]?: (value: string) => string | null } = {};
  for (const [field, kind] of listFields(list)) {
    if (field === 'test_ids') continue;
    if (kind === 'title') rules[field] = requireText(t(`tlpt.enter.${list}`), longestName);
    if (kind === 'line') rules[field] = atMost(longestName);
    if (kind === 'text') rules[field] = atMost(longestNote);
    if (kind === 'day') rules[field] = checkDay;
    if (kind === 'number') rules[field] = (value) => checkNumber(value, others);
  }
  return rules;
}

function checkNumber(value: string, others: readonly TlptItem['item'][]): string | null {
  const number = Number(value);
  if (!(Number.isInteger(number) && number >= 1 && number <= mostTlptItems)) {
    return t('tlpt.number_wrong', { most: mostTlptItems });
  }
  return others.some((other) => 'number' in other && other.number === number) ? t('tlpt.number_taken') : null;
}

/** Converts the values to the server's format. */
export function toItem(list: TlptList, values: ItemValues): Record<string, unknown> {
  return Object.fromEntries(
    listFields(list).map(([field, kind]) => {
      const value = values[field];
      if (kind === 'captured') return [field, value === 'open' ? null : value === 'yes'];
      if (kind === 'number') return [field, Number(value)];
      return [field, kind === 'tests' ? value : toNullIfEmpty(value as string)];
    }),
  );
}
