import { ApiError } from '../api/problem.ts';

/**
 * The messages of a refusal by the form's fields: `group_ids.2` stands at `group_ids`. Null when it is none, or none of
 * these fields is to blame.
 */
export function fieldErrors(error: unknown, fields: readonly string[]): Record<string, string> | null {
  if (!(error instanceof ApiError)) return null;
  const found: Record<string, string> = {};
  for (const [path, message] of Object.entries(error.fields)) {
    const field = path.split('.', 1)[0] as string;
    if (fields.includes(field)) found[field] ??= sentence(message);
  }
  return Object.keys(found).length > 0 ? found : null;
}

/** The server says `must be …` of a field; alone at a field it begins as a sentence does. */
function sentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
