import { z } from 'zod';

type Picker = (value: unknown) => unknown;

/**
 * Makes a function that copies exactly the fields that a response contract lists: nothing else leaves the server, whatever
 * the handler returned.
 */
export function createPicker(schema: z.ZodType): Picker {
  return makePicker(schema) ?? ((whole) => whole);
}

/** Null for a schema whose values are sent as they are. */
function makePicker(schema: z.ZodType): Picker | null {
  if (schema instanceof z.ZodObject) return makeObjectPicker(schema.shape as Record<string, z.ZodType>);
  if (schema instanceof z.ZodArray) {
    const item = makePicker(schema.element as z.ZodType);
    return item && ((value) => (value as unknown[]).map(item));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = makePicker(schema.unwrap() as z.ZodType);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  return null;
}

function makeObjectPicker(shape: Record<string, z.ZodType>): Picker {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: makePicker(field) }));
  return (value) => {
    const given = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const { name, pick } of fields) copy[name] = pick === null ? given[name] : pick(given[name]);
    return copy;
  };
}
