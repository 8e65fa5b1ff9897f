import { toCsvLine } from '../../../csv.ts';
import { writeMark } from '../../exercise/own-marks.ts';
import { findFirst, listTools } from '../../exercise/sightings.ts';
import { findMain, nameTactic } from '../../exercise/tactics.ts';
import { carry } from '../../exercise/test-sections.ts';
import { ToolList } from '../../exercise/tools.ts';
import type { KnownAttack, MissionWriter } from '../../format.ts';
import type { PlannedMission, PlannedTest } from '../../plan.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { readRow } from './row.ts';
import {
  type Column,
  carried,
  columns,
  kindOf,
  nameOutcome,
  nameSeen,
  nameSeverity,
  statusNames,
} from './words.ts';

/** Byte order mark, so that spreadsheets read UTF-8; VECTR writes it, too. */
const mark = '\ufeff';

type Cells = Partial<Record<Column, string>>;

/** Writes the CSV of an environment: a row for each test, by its current run. */
export const vectrWriter: MissionWriter = {
  write: async function* (mission, { attack }) {
    const rows = mission.scenarios.flatMap(({ name, tests }) =>
      tests.map((test) => toRow(writeTest(test, name, mission, attack))),
    );
    yield { name: 'vectr.csv', content: `${mark}${[toCsvLine(columns), ...rows].join('')}` };
  },
};

function toRow(cells: Cells): string {
  return toCsvLine(columns.map((column) => cells[column] ?? ''));
}

function writeTest(test: PlannedTest, campaign: string, mission: PlannedMission, attack: KnownAttack): Cells {
  const cells = writeCells(test, campaign, mission, attack);
  const asRead = readRow((column) => cells[column] || null, test, {
    attack,
    times: new LooseTimes(),
    tools: new ToolList(),
  });
  return {
    ...cells,
    Objective: carry(test.objective, test, asRead, carried.Objective) ?? '',
    Command: carry(test.command, test, asRead, carried.Command) ?? '',
    'Outcome Notes': carry(test.run.blue_comment, test, asRead, carried['Outcome Notes']) ?? '',
  };
}

function writeCells(
  test: PlannedTest,
  campaign: string,
  mission: PlannedMission,
  attack: KnownAttack,
): Cells {
  const { run } = test;
  const { technique, tactic } = findMain(test.catalog_tags, attack);
  const outcome = nameOutcome(run);
  const kind = kindOf[outcome];
  const detected = (kind === undefined ? null : findFirst(run.facts, kind)) ?? run.detected_at;
  const severity =
    run.facts.find((fact) => fact.kind === 'alerted' && fact.severity !== null)?.severity ?? null;
  return {
    AssessmentGroup: mission.name,
    Campaign: campaign,
    Phase: tactic === null ? '' : nameTactic(tactic, attack),
    Variant: test.name,
    MitreID: technique ?? '',
    Method: technique === null ? '' : (attack.nameOf(technique) ?? ''),
    Status: statusNames[test.status],
    Outcome: outcome,
    'Outcome Path': outcome === 'N/A' ? '' : outcome,
    'Alert Severity': nameSeverity(severity),
    'Alert Triggered': nameSeen(run.facts, 'alerted'),
    'Activity Logged': nameSeen(run.facts, 'logged'),
    'Detection Recommendations': test.expected_detection ?? '',
    SourceIps: run.source_host ?? '',
    TargetAssets: run.target_host ?? '',
    DetectingTools: (kind === undefined ? [] : listTools(run.facts, kind)).join(','),
    ...writeTime('Start Time', run.started_at ?? run.executed_at),
    ...writeTime('Stop Time', run.ended_at),
    ...writeTime('Detection Time', outcome === 'None' || outcome === 'TBD' ? null : detected),
    Organizations: mission.organisation ?? '',
    Tags: test.tags.join(','),
    References: [
      writeMark({ of: 'mission', id: mission.sourceId }),
      writeMark({ of: 'test', id: test.sourceId }),
    ].join(', '),
  };
}

function writeTime(column: 'Start Time' | 'Stop Time' | 'Detection Time', at: string | null): Cells {
  return at === null ? {} : { [column]: at, [`${column} Epoch`]: String(Date.parse(at)) };
}
