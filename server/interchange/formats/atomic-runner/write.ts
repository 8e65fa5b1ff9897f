import { listVariables } from '../../../../domain/variables.ts';
import { toCsvLine } from '../../../csv.ts';
import { writeMark } from '../../exercise/own-marks.ts';
import type { MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { columns, writeArguments } from './columns.ts';

/** As the schedules of Invoke-AtomicRedTeam have it. */
const usualTimeout = 120;

/**
 * Writes the tests of a mission as a schedule of AtomicRunner. Those it can run are enabled: planned from an atomic test, not skipped,
 * and the first of their GUID, because a schedule has each only once. The others have their own id in its place.
 */
export const atomicRunnerWriter: MissionWriter = {
  write: async function* (mission) {
    const scheduled = new Set<string>();
    const lines = [toCsvLine(columns)];
    for (const { name, tests } of mission.scenarios) {
      for (const test of tests) {
        const guid = test.atomic_guid ?? null;
        const isEnabled = guid !== null && test.status !== 'skipped' && !scheduled.has(guid);
        if (isEnabled) scheduled.add(guid);
        lines.push(
          toCsvLine(
            toCells(test, { order: lines.length, guid: isEnabled ? guid : null, mission, scenario: name }),
          ),
        );
      }
    }
    // Without a mark of its encoding: PowerShell reads it as UTF-8, and would take a mark for a part of the first name.
    yield { name: 'schedule.csv', content: lines.join('') };
  },
};

type Placed = { order: number; guid: string | null; mission: PlannedMission; scenario: string };

function toCells(test: PlannedTest, { order, guid, mission, scenario }: Placed): (string | number)[] {
  const values = { ...mission.variables, ...test.variables };
  const used = listVariables([test.command, test.cleanup_command, test.procedure]);
  const given = used.flatMap((name) =>
    Object.hasOwn(values, name) ? [[name, values[name] as string] as const] : [],
  );
  const notes = [
    `Mission: ${mission.name}`,
    `Scenario: ${scenario}`,
    writeMark({ of: 'mission', id: mission.sourceId }),
    writeMark({ of: 'test', id: test.sourceId }),
  ];
  return [
    order,
    test.catalog_tags.filter((tag) => tag.startsWith('T') && !tag.startsWith('TA')).join('|'),
    clean(test.name),
    guid ?? test.sourceId,
    test.platforms.map((platform) => platform.toLowerCase()).join('|'),
    usualTimeout,
    clean(writeArguments(given)),
    'Public',
    guid === null ? 'False' : 'True',
    clean(notes.join('\n')),
  ];
}

function clean(text: string): string {
  return text.toWellFormed().replaceAll('\0', '␀');
}
