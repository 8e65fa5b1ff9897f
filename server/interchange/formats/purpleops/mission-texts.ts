import { type MissionStatus, missionStatuses } from '../../../../domain/missions.ts';
import { find } from '../../exercise/fact-lines.ts';
import { joinSections, splitSections } from '../../exercise/sections.ts';
import type { PlannedMission } from '../../plan.ts';
import { readDay } from '../../reading/times.ts';

const labels = ['Organisation', 'Client', 'From', 'To', 'Mission status', 'Mission variables'];

/** Takes a mission, returns its description with headings for everything without a field in a PurpleOps assessment. */
export function writeMissionTexts(mission: PlannedMission): string {
  const variables = Object.entries(mission.variables).map(([name, value]) => `${name}=${value}`);
  const text = joinSections(
    mission.description,
    [
      ['Organisation', mission.organisation ?? ''],
      ['Client', mission.client ?? ''],
      ['From', mission.start_date ?? ''],
      ['To', mission.end_date ?? ''],
      ['Mission status', mission.status ?? ''],
      ['Mission variables', variables.join('\n')],
    ],
    labels,
  );
  return text ?? '';
}

/** Takes a mission and the description of an assessment, restores the texts written by `writeMissionTexts`. */
export function readMissionTexts(mission: PlannedMission, text: string | null): void {
  const { main, sections } = splitSections(text, labels);
  mission.description = main;
  mission.organisation = sections.get('Organisation') ?? null;
  mission.client = sections.get('Client') ?? null;
  mission.start_date = readDay(sections.get('From') ?? '');
  mission.end_date = readDay(sections.get('To') ?? '');
  mission.status = find<MissionStatus>(missionStatuses, sections.get('Mission status'));
  const lines = (sections.get('Mission variables') ?? '').split(/\r?\n/);
  const pairs = lines.map((line) => /^([A-Za-z0-9_.-]+)=(.*)$/.exec(line)).filter((pair) => pair !== null);
  mission.variables = Object.fromEntries(pairs.map(([, name, value]) => [name, value]));
}
