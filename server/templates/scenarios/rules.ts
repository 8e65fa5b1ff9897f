import { invalid } from '../../errors.ts';

/** Takes the order of a scenario's tests and the templates there are; refuses (`invalid`) an unknown one by its place. */
export function refuseUnknownTests(ids: readonly string[], existing: ReadonlySet<string>): void {
  const place = ids.findIndex((id) => !existing.has(id));
  if (place !== -1) throw invalid(`test_template_ids.${place}`, `no test template has the id ${ids[place]}`);
}
