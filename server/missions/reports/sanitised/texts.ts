import type { z } from 'zod';
import { tlptDays } from '../../../../domain/tlpt.ts';
import { type ReportModel, reportModel } from '../../../reports/model.ts';

/** A text of a report: where it stands, and the names of the objects and fields that lead there. */
export type TextPlace = {
  /** The id of the object that has it and its path in that, so that copies of the same name share their place. */
  place: string;
  path: readonly (string | number)[];
};

type Visit = (text: string, at: TextPlace) => string;

/**
 * Strings that Damson reads itself: times, digests, colours, numbers of tests. Any other one is taken for a text, so that a new
 * field is withheld like the others.
 */
const machineFields: ReadonlySet<string> = new Set([
  ...['format', 'generator', 'time_zone', 'article', 'number', 'key', 'color', 'logo', 'accent'],
  ...['at', 'until', 'read_at', 'created_at', 'updated_at', 'uploaded_at', 'opened_at', 'closed_at'],
  ...['executed_at', 'started_at', 'ended_at', 'detected_at', 'status_changed_at'],
  ...['date', 'start_date', 'end_date', 'on', 'due_on', 'done_on', ...tlptDays],
  ...['sha256', 'hash', 'mime_type'],
]);

/** Identifiers of ATT&CK connect techniques, tactics and tests. */
const attackId = /^(?:TA|T|M|S|G|C|DC|DS|DET|AN)\d{4}(?:\.\d{3})?$/;

/** Takes a model and a function over its texts, returns the model with the texts that it returns. */
export function mapTexts(model: ReportModel, visit: Visit): ReportModel {
  return walk(reportModel, model, { place: '', path: [] }, visit) as ReportModel;
}

type Schema = z.core.$ZodType;

function walk(schema: Schema, value: unknown, at: TextPlace, visit: Visit): unknown {
  if (value === null || value === undefined) return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'nullable':
    case 'optional':
    case 'default':
      return walk(def.innerType, value, at, visit);
    case 'array':
      return (value as unknown[]).map((item, index) =>
        walk(def.element, item, stepTo(at, index, item), visit),
      );
    case 'object': {
      const fields = def.shape as Readonly<Record<string, Schema>>;
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          name,
          walk(fields[name] as Schema, field, stepTo(at, name, field), visit),
        ]),
      );
    }
    case 'record':
      return Object.fromEntries(
        Object.entries(value).map(([name, field]) => [
          name,
          walk(def.valueType, field, stepTo(at, name, field), visit),
        ]),
      );
    case 'string':
      return isText(def, value as string, at) ? visit(value as string, at) : value;
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return value;
    default:
      throw new Error(`a report has a field of an unknown kind: ${at.place}`);
  }
}

function isText(def: object, text: string, { path }: TextPlace): boolean {
  if ('format' in def && def.format === 'uuid') return false;
  const name = path.findLast((step) => typeof step === 'string') as string;
  return text !== '' && !machineFields.has(name) && !attackId.test(text);
}

function stepTo({ place, path }: TextPlace, step: string | number, value: unknown): TextPlace {
  const own = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const further = [...path, step];
  if (typeof own.id === 'string') return { place: own.id, path: further };
  const name = typeof step === 'number' ? (own.key ?? own.number ?? step) : step;
  return { place: place === '' ? `${name}` : `${place}/${name}`, path: further };
}
