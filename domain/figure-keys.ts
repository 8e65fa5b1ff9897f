import { expectedLevels } from './expectations.ts';
import type { FiguredTest } from './figured-tests.ts';
import { classOf, type DetectionLimit, delayOf, detectionLimits, findSeverity } from './figures.ts';
import { isStopped, levelKeys, severities } from './outcomes.ts';

const classes = [...levelKeys, 'open'] as const;
const limits = Object.keys(detectionLimits) as DetectionLimit[];

/** Names of the figures that count tests: what a bar, a tile or a cell shows, the same tests can be listed of. */
export const figureKeys = [
  'attempted',
  'judged',
  'stopped_or_detected',
  ...classes,
  ...limits.map((limit) => `within_${limit}` as const),
  ...expectedLevels.flatMap((expected) => classes.map((found) => `expected_${expected}_${found}` as const)),
  ...severities.flatMap((severity) => classes.map((found) => `severity_${severity}_${found}` as const)),
] as const;
export type FigureKey = (typeof figureKeys)[number];

/** Takes a test, returns whether a figure counts it. */
export function isCounted(test: FiguredTest, key: FigureKey): boolean {
  if (!test.attempted) return false;
  const found = classOf(test);
  const isClass = (wanted: string) => (found ?? 'open') === wanted;
  const [first = '', second = '', ...rest] = key.split('_');
  if (first === 'within') {
    const delay = delayOf(test);
    return delay !== null && delay <= detectionLimits[second as DetectionLimit];
  }
  if (first === 'expected') return test.expected_level === second && isClass(rest.join('_'));
  if (first === 'severity') return findSeverity(test) === second && isClass(rest.join('_'));
  if (key === 'attempted') return true;
  if (key === 'judged') return found !== null;
  if (key === 'stopped_or_detected') return isStopped(found);
  return isClass(key);
}
