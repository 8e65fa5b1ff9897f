import { findStopsOf } from './drawings.ts';
import type { Source } from './source.ts';

/** Names in one sentence. */
const mostNamed = 10;

/** Where the attack would have been stopped, branch by branch, as a titled list; empty without an attack path. */
export function listStops(source: Source): { title: string; tests: string[] }[] {
  const { tests, wording } = source;
  const { t } = wording;
  const { stops, unstopped } = findStopsOf(source);
  const known = new Map(tests.map((test) => [test.id, test]));
  const nameOf = (id: string) => {
    const test = known.get(id);
    return test === undefined ? '' : `${test.number} ${test.name}`;
  };
  const list = (ids: readonly string[]) => {
    const named = ids.slice(0, mostNamed).map(nameOf);
    return (
      ids.length > mostNamed ? [...named, t('path.more', { count: ids.length - mostNamed })] : named
    ).join('; ');
  };
  const lines = [
    ...stops.map(({ test_id, after }) => {
      const named = {
        test: nameOf(test_id),
        outcome: t(`names.outcome.${known.get(test_id)?.class ?? 'open'}`),
      };
      return after.length === 0
        ? t('path.stop.alone', named)
        : t('path.stop.after', { ...named, count: after.length, tests: list(after) });
    }),
    ...unstopped.map((test) => t('path.stop.through', { test: nameOf(test) })),
  ];
  return lines.length === 0 ? [] : [{ title: t('path.stops'), tests: lines }];
}
