import { DomainError, type FieldError, invalid } from '../../errors.ts';

/**
 * Refuses `invalid` an order that does not name each existing item exactly once: at its index an unknown or repeated one, at
 * `path` when one is missing.
 */
export function refuseWrongOrder(
  wanted: readonly string[],
  present: ReadonlySet<string>,
  path: string,
  what: string,
): void {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const [index, id] of wanted.entries()) {
    const message = !present.has(id)
      ? `there is no ${what} with the id ${id}`
      : seen.has(id)
        ? 'is named twice'
        : null;
    seen.add(id);
    if (message !== null) errors.push({ path: `${path}.${index}`, message });
  }
  const first = errors[0];
  if (first !== undefined) throw new DomainError('invalid', `${first.path}: ${first.message}`, { errors });
  if (wanted.length < present.size) {
    throw invalid(path, `leaves out ${present.size - wanted.length} of ${present.size}`);
  }
}

/** The names of items in order, for the history: equal names are distinguished by the end of their id. */
export function toLabels(items: readonly { id: string; name: string }[]): string[] {
  const counts = new Map<string, number>();
  for (const { name } of items) counts.set(name, (counts.get(name) ?? 0) + 1);
  return items.map(({ id, name }) => ((counts.get(name) ?? 0) > 1 ? `${name} (${id.slice(-6)})` : name));
}
