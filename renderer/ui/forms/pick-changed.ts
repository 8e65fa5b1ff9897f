/** The fields in which two versions differ. */
export function pickChanged<Values extends object>(
  before: Values,
  after: Values,
  toComparable: (value: unknown) => string = JSON.stringify,
): Partial<Values> {
  const fields = Object.keys(after) as (keyof Values)[];
  const changed = fields.filter((field) => toComparable(after[field]) !== toComparable(before[field]));
  return Object.fromEntries(changed.map((field) => [field, after[field]])) as Partial<Values>;
}
