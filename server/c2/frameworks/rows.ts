import type { z } from 'zod';
import type { Unreadable } from './adapter.ts';

type Read<Shape extends z.ZodRawShape> = {
  fields: { [Name in keyof Shape]: Exclude<z.output<Shape[Name]>, undefined> | null };
  unreadable: Unreadable;
};

/** Reads a row field by field: values that don't fit become null and are named. Null when it is not a row at all. */
export function readRow<Shape extends z.ZodRawShape>(shape: Shape, row: unknown): Read<Shape> | null {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return null;
  const fields: Record<string, unknown> = {};
  const unreadable: Unreadable = [];
  for (const [name, field] of Object.entries(shape)) {
    const value = (field as z.ZodType).safeParse((row as Record<string, unknown>)[name]);
    fields[name] = value.success ? (value.data ?? null) : null;
    if (!value.success) unreadable.push(name);
  }
  return { fields: fields as Read<Shape>['fields'], unreadable };
}

/** Readable rows of a list, and the number of unreadable ones; null if no row is readable. */
export function readRows<T>(
  rows: readonly unknown[],
  read: (row: unknown) => T | null,
): { read: T[]; leftOut: number } | null {
  const good = rows.map(read).filter((one) => one !== null);
  if (rows.length > 0 && good.length === 0) return null;
  return { read: good, leftOut: rows.length - good.length };
}
