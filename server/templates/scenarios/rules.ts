import { mostTagsOfTests } from '../../../domain/limits.ts';
import { invalid } from '../../errors.ts';

/** Takes the order of a scenario's tests and the existing templates; refuses (`invalid`) an unknown one at its index. */
export function refuseUnknownTests(ids: readonly string[], existing: ReadonlySet<string>): void {
  const place = ids.findIndex((id) => !existing.has(id));
  if (place !== -1) throw invalid(`test_template_ids.${place}`, `no test template has the id ${ids[place]}`);
}

/** Takes the number of catalogue tags of a scenario's tests; refuses (`invalid` at `path`) more than it may show. */
export function refuseTooManyTags(tags: number, path: string): void {
  if (tags <= mostTagsOfTests) return;
  throw invalid(
    path,
    `the tests of a scenario template would have ${tags} catalogue tags; the limit is ${mostTagsOfTests}`,
  );
}
