import { type PlainField, redFields } from '../../../../domain/test-record.ts';
import { writeExpectations, writeFacts } from '../../exercise/fact-lines.ts';
import type { MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { columnOf, labelOf } from './fields.ts';
import { toCsvFile } from './own-tables.ts';

/** Writes the current run of each test of a mission as a row, under heads known to the table reader. */
export const csvWriter: MissionWriter = {
  write: async function* (mission) {
    yield { name: 'tests.csv', content: toCsvFile(listTestRows(mission)) };
  },
};

/** Heads, and a row for each test of a mission. */
export function listTestRows(mission: PlannedMission): string[][] {
  return [
    columns.map(([field]) => labelOf(field)),
    ...mission.scenarios.flatMap(({ name, tests }) =>
      tests.map((test) => columns.map(([, read]) => read(test, name, mission) ?? '')),
    ),
  ];
}

type Column = readonly [
  field: string,
  read: (test: PlannedTest, scenario: string, mission: PlannedMission) => string | null,
];

const columns: readonly Column[] = [
  ['id', ({ sourceId }) => sourceId],
  ['mission', (_test, _scenario, { name }) => name],
  ['mission_id', (_test, _scenario, { sourceId }) => sourceId],
  ['organisation', (_test, _scenario, { organisation }) => organisation],
  ['client', (_test, _scenario, { client }) => client],
  ['scenario', (_test, scenario) => scenario],
  ['name', ({ name }) => name],
  ['status', ({ status }) => status],
  ['techniques', ({ catalog_tags }) => catalog_tags.join('; ')],
  ['platforms', ({ platforms }) => platforms.join('; ')],
  ['tags', ({ tags }) => tags.join('; ')],
  ['opsec', ({ opsec }) => opsec],
  ['description', ({ description }) => description],
  ['objective', ({ objective }) => objective],
  ['procedure', ({ procedure }) => procedure],
  ['command', ({ command }) => command],
  ['cleanup_command', (test) => test.cleanup_command],
  ['expected_detection', (test) => test.expected_detection],
  ['expectations', ({ expectations }) => writeExpectations(expectations)],
  ['variables', ({ variables }) => writeVariables(variables)],
  ...redFields.map(ofRecord),
  ['level', ({ run }) => run.level],
  ofRecord('detected_at'),
  ['facts', ({ run }) => writeFacts(run.facts)],
  ofRecord('blue_comment'),
];

function ofRecord(field: PlainField): Column {
  return [columnOf(field), ({ run }) => run[field]];
}

function writeVariables(variables: PlannedTest['variables']): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}
