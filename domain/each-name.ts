/** Number of items for each of the names; items without a name are left out. */
export function countEach<const Name extends string, T>(
  names: readonly Name[],
  all: readonly T[],
  nameOf: (one: T) => Name | null | undefined,
): Record<Name, number> {
  const counts = eachOf(names, () => 0) as Record<string, number>;
  for (const one of all) {
    const name = nameOf(one);
    if (name) counts[name]! += 1;
  }
  return counts as Record<Name, number>;
}

/** The value that `of` returns for each name. */
export function eachOf<const Name extends string, T>(
  names: readonly Name[],
  of: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, T>;
}
