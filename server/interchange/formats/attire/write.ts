import { findStart, listRuns, type MissionRun } from '../../exercise/runs.ts';
import { splitSections } from '../../exercise/sections.ts';
import { findMain } from '../../exercise/tactics.ts';
import type { KnownAttack, MissionWriter } from '../../format.ts';
import type { PlannedMission } from '../../plan.ts';
import { errorHeading, own } from './words.ts';

/** Writes a log per run, because each has its own target. */
export const attireWriter: MissionWriter = {
  write: async function* (mission, { attack }) {
    for (const [index, run] of listRuns(mission).entries()) {
      const number = String(index + 1).padStart(3, '0');
      yield {
        name: `attire-${number}.json`,
        content: `${JSON.stringify(writeLog(run, mission, attack), null, 2)}\n`,
      };
    }
  },
};

function writeLog({ test, run, number }: MissionRun, mission: PlannedMission, attack: KnownAttack) {
  const start = findStart(run) ?? '';
  const end = run.ended_at ?? start;
  const { technique } = findMain(test.catalog_tags, attack);
  return {
    'attire-version': '1.1',
    'execution-data': omitNulls({
      'execution-id': Buffer.from(`${test.sourceId}/${number}`).toString('base64'),
      'execution-source': 'Damson',
      'assessment-name': mission.name,
      'time-generated': end,
      target: omitNulls({ host: run.target_host, user: run.target_user }),
      source: run.source_host === null ? null : [{ host: run.source_host }],
    }),
    procedures: [
      omitNulls({
        'procedure-name': test.name,
        'procedure-description': test.description,
        'mitre-technique-id': technique,
        order: 1,
        steps: [
          omitNulls({
            order: 1,
            command: run.command ?? test.command ?? '',
            'time-start': start,
            'time-stop': end,
            output: writeOutput(run.output),
            [own.executedAt]: run.executed_at === start ? null : run.executed_at,
            [own.operator]: run.operator,
            [own.comment]: run.red_comment,
            [own.result]: run.attack_result,
          }),
        ],
      }),
    ],
  };
}

function writeOutput(output: string | null) {
  const { main, sections } = splitSections(output, [errorHeading]);
  const parts = [
    ['STDOUT', main],
    ['STDERR', sections.get(errorHeading) ?? null],
  ] as const;
  return parts
    .filter(([, content]) => content !== null)
    .map(([level, content]) => ({ type: 'console', level, content }));
}

function omitNulls(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));
}
