import { invalid } from '../errors.ts';

/** Takes items, returns each once, where it came first. */
export function distinct(items: readonly string[]): string[] {
  return [...new Set(items)];
}

/** Takes the order of a scenario's tests and the templates there are; refuses a repeated and an unknown one by its place. */
export function refuseBadOrder(ids: readonly string[], existing: ReadonlySet<string>): void {
  const seen = new Set<string>();
  for (const [place, id] of ids.entries()) {
    if (!existing.has(id)) throw invalid(`test_template_ids.${place}`, `no test template has the id ${id}`);
    if (seen.has(id)) throw invalid(`test_template_ids.${place}`, `the test template ${id} is there already`);
    seen.add(id);
  }
}
