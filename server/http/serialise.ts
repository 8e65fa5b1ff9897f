import { z } from 'zod';

type Picker = (value: unknown) => unknown;

/**
 * Makes of a response contract the function that copies exactly the fields it lists: what the contract does not name does
 * not leave the server, whatever the handler returned.
 */
export function createPicker(schema: z.ZodType): Picker {
  return pickerOf(schema) ?? ((whole) => whole);
}

/** null for what is sent as it is. */
function pickerOf(schema: z.ZodType): Picker | null {
  if (schema instanceof z.ZodObject) return objectPicker(schema.shape as Record<string, z.ZodType>);
  if (schema instanceof z.ZodArray) {
    const item = pickerOf(schema.element as z.ZodType);
    return item && ((value) => (value as unknown[]).map(item));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    const inner = pickerOf(schema.unwrap() as z.ZodType);
    return inner && ((value) => (value === null || value === undefined ? value : inner(value)));
  }
  return null;
}

function objectPicker(shape: Record<string, z.ZodType>): Picker {
  const fields = Object.entries(shape).map(([name, field]) => ({ name, pick: pickerOf(field) }));
  return (value) => {
    const given = value as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const { name, pick } of fields) copy[name] = pick === null ? given[name] : pick(given[name]);
    return copy;
  };
}
