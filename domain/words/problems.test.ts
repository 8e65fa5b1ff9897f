import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProblemTranslator } from './problems.ts';

const translate = createProblemTranslator(
  {
    '{1} not found': 'Nicht gefunden: {1}',
    'Test template': 'Testvorlage',
    'the mission would have {1} tests; the limit is {2}': 'die Mission hätte {1} Tests; die Grenze ist {2}',
    'must be {1}': 'muss {1} sein',
    'must be a whole number': 'muss eine ganze Zahl sein',
    'has the brace {1}': 'hat die Klammer {1}',
    'has more than {1} rows': 'hat mehr als {1, plural, one {# Zeile} other {# Zeilen}}',
    'the same as {1}': 'wie {1}',
    'row {1}': 'Zeile {1}',
  },
  'de',
);

describe('messages of refusals in another language', () => {
  const table: [english: string, translated: string][] = [
    ['must be a whole number', 'muss eine ganze Zahl sein'],
    ['must be red or blue', 'muss red or blue sein'],
    ['Test template not found', 'Nicht gefunden: Testvorlage'],
    ['the mission would have 9 tests; the limit is 5', 'die Mission hätte 9 Tests; die Grenze ist 5'],
    ['has the brace {2} $& <b>', 'hat die Klammer {2} $& <b>'],
    ['has more than 1 rows', 'hat mehr als 1 Zeile'],
    ['has more than 1,200 rows', 'hat mehr als 1.200 Zeilen'],
    ['has more than some rows', 'has more than some rows'],
    ['the same as row 7', 'wie Zeile 7'],
    ['no message fits', 'no message fits'],
    ['constructor', 'constructor'],
    [`${'x'.repeat(700)} not found`, `${'x'.repeat(700)} not found`],
  ];
  for (const [english, translated] of table) {
    it(english.slice(0, 60), () => assert.equal(translate(english), translated));
  }
});
