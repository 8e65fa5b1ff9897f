import { ApiError } from '../../api/connection/problem.ts';

/** Server messages of a refusal, at the form's fields; the rest goes above the buttons. */
export type PlacedRefusal = { atFields: Record<string, string>; left: string | null };

/**
 * Assigns the messages of a refusal to the form's fields: `group_ids.2` to `group_ids`, and a name in `serverNames` to its field.
 * Messages without a visible field are `left`.
 */
export function placeRefusal(
  error: Error,
  fields: readonly string[],
  serverNames: Readonly<Record<string, string>> = {},
): PlacedRefusal {
  const atFields: Record<string, string> = {};
  const others: string[] = [];
  for (const [path, message] of Object.entries(error instanceof ApiError ? error.fields : {})) {
    const name = path.split('.', 1)[0] as string;
    const field = serverNames[name] ?? name;
    if (fields.includes(field)) atFields[field] ??= toSentence(message);
    else others.push(`${path}: ${message}`);
  }
  if (Object.keys(atFields).length === 0) return { atFields, left: error.message };
  return { atFields, left: others.length === 0 ? null : others.join('. ') };
}

/** Server messages continue a field's name (`must be …`); at the field they begin with a capital letter. */
function toSentence(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
