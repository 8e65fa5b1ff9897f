import { z } from 'zod';
import { findTelling, type Telling } from '../told.ts';

/** Translates a text into the language of a request. */
type Tell = (english: string, telling: Telling) => string;
type Picker = (value: unknown) => unknown;

/**
 * Makes a function that copies exactly the fields of a response contract: nothing else leaves the server, whatever the handler
 * returned.
 */
export function createPicker(schema: z.ZodType, tell: Tell | null = null): Picker {
  return makePicker(schema, tell) ?? ((whole) => whole);
}

/** Whether a response contract has texts to translate. */
export function isTold(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodObject)
    return Object.values(schema.shape as Record<string, z.ZodType>).some(isTold);
  if (schema instanceof z.ZodArray) return isTold(schema.element as z.ZodType);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return isTold(schema.unwrap() as z.ZodType);
  return findTelling(schema) !== null;
}

/** A list with more items than this is written item by item. */
const writtenAtOnce = 20;

/**
 * Makes a function that writes the fields of a response contract as JSON, in pieces: each item of a long top-level list is one,
 * so that a long response can be made little by little. `tell` translates texts; null leaves them in English.
 */
export function createWriter(
  schema: z.ZodType,
  tell: Tell | null = null,
): (value: unknown) => Iterable<string> {
  const pick = createPicker(schema, tell);
  const shape = schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    pick: createPicker(field, tell),
    pickItem: field instanceof z.ZodArray ? createPicker(field.element as z.ZodType, tell) : null,
  }));
  const lists = fields.filter(({ pickItem }) => pickItem !== null);
  return (value) => {
    const given = value as Record<string, unknown>;
    const isLong = lists.some(
      ({ name }) => ((given[name] as unknown[] | undefined) ?? []).length > writtenAtOnce,
    );
    return isLong ? writeFields(fields, given) : [JSON.stringify(pick(value))];
  };
}

type Field = { name: string; pick: Picker; pickItem: Picker | null };

function* writeFields(fields: readonly Field[], given: Record<string, unknown>): Generator<string> {
  let before = '{';
  for (const { name, pick, pickItem } of fields) {
    const value = given[name];
    if (value === undefined) continue;
    const key = `${before}${JSON.stringify(name)}:`;
    if (pickItem === null) {
      yield key + JSON.stringify(pick(value));
    } else {
      yield `${key}[`;
      let between = '';
      for (const item of value as unknown[]) {
        yield between + JSON.stringify(pickItem(item));
        between = ',';
      }
      yield ']';
    }
    before = ',';
  }
  yield '}';
}

/** Null for a schema whose values are sent unchanged. */
function makePicker(schema: z.ZodType, tell: Tell | null): Picker | null {
  if (schema instanceof z.ZodObject) return makeObjectPicker(schema.shape as Record<string, z.ZodType>, tell);
  if (schema instanceof z.ZodArray) {
    const item = makePicker(schema.element as z.ZodType, tell);
    return item && ((value) => pickItems(value as unknown[], item));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = makePicker(schema.unwrap() as z.ZodType, tell);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  const telling = tell && findTelling(schema);
  return telling && ((value) => tell(value as string, telling));
}

function pickItems(items: unknown[], pick: Picker): unknown[] {
  const picked = items.map(pick);
  return picked.every((item, index) => item === items[index]) ? items : picked;
}

/** Values with only the listed fields are sent unchanged: copying takes longer than checking. */
function makeObjectPicker(shape: Record<string, z.ZodType>, tell: Tell | null): Picker {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: makePicker(field, tell) }));
  const names = new Set(fields.map(({ name }) => name));
  const inner = fields.filter(({ pick }) => pick !== null) as { name: string; pick: Picker }[];
  return (value) => {
    const given = value as Record<string, unknown>;
    const isWhole =
      Object.keys(given).every((name) => names.has(name)) &&
      inner.every(({ name, pick }) => given[name] === undefined || pick(given[name]) === given[name]);
    if (isWhole) return given;
    const copy: Record<string, unknown> = {};
    for (const { name, pick } of fields) copy[name] = pick === null ? given[name] : pick(given[name]);
    return copy;
  };
}
