import type { z } from 'zod';
import { DomainError, type FieldError } from '../errors.ts';

/** Limit of reported errors: a body can have half a million, and nobody reads that many. */
const mostErrors = 100;

/** Parses `value` with a contract; refuses with `invalid`, one error per field. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors = result.error.issues.flatMap(toFieldErrors).slice(0, mostErrors);
  const first = errors[0] ?? { path: '', message: 'invalid' };
  throw new DomainError('invalid', first.path ? `${first.path}: ${first.message}` : first.message, {
    errors,
  });
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path.map(String), key].join('.'),
      message: 'unknown property',
    }));
  }
  return [{ path: issue.path.map(String).join('.'), message: issue.message }];
}
