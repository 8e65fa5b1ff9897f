import type { MissionWriter } from '../../format.ts';
import type { PlannedFinding, PlannedMission } from '../../plan.ts';
import { toCsvFile } from './own-tables.ts';

/** Writes the findings of a mission, in every state, as one row each. */
export const findingsCsvWriter: MissionWriter = {
  write: async function* (mission) {
    yield { name: 'findings.csv', content: toCsvFile(listFindingRows(mission)) };
  },
};

/** Names of a mission's tests and remediations, by id. */
type Names = ReadonlyMap<string, string>;

const columns: readonly (readonly [
  head: string,
  read: (finding: PlannedFinding, names: Names) => string | null,
])[] = [
  ['Finding', ({ number }) => `F-${number}`],
  ['Title', ({ title }) => title],
  ['Severity', ({ severity }) => severity],
  ['Kind', ({ kind }) => kind],
  ['Side', ({ side }) => side],
  ['Status', ({ status, shown }) => shown?.status ?? status],
  ['Came back', ({ shown }) => (shown?.came_back ? 'yes' : 'no')],
  ['Techniques', ({ techniques }) => techniques.join('; ')],
  ['Tests', ({ tests }, names) => nameAll(tests, ({ test, run }) => nameRun(names.get(test), run))],
  ['Description', ({ description }) => description],
  ['Impact', ({ impact }) => impact],
  ['Root cause', ({ root_cause }) => root_cause],
  ['Recommendation', ({ recommendation }) => recommendation],
  ['Affected', ({ affected }) => affected],
  ['References', ({ references }) => references.join('\n')],
  ['Evidence', ({ shown }) => shown?.evidence.join('\n') ?? null],
  ['Remediations', ({ remediations }, names) => nameAll(remediations, (id) => names.get(id))],
  ['Finding ID', ({ sourceId }) => sourceId],
];

/** Heads, and a row for each finding of a mission. */
export function listFindingRows(mission: PlannedMission): string[][] {
  const names = new Map([
    ...mission.scenarios.flatMap(({ tests }) => tests.map(({ sourceId, name }) => [sourceId, name] as const)),
    ...mission.remediations.map(({ sourceId, title }) => [sourceId, title] as const),
  ]);
  return [
    columns.map(([head]) => head),
    ...mission.findings.map((finding) => columns.map(([, read]) => read(finding, names) ?? '')),
  ];
}

/** Whether a table of findings was written here. */
export function isFindingsTable(heads: readonly string[]): boolean {
  return heads.length === columns.length && columns.every(([head], index) => head === heads[index]);
}

function nameRun(test: string | undefined, run: number): string | undefined {
  return test === undefined || run === 1 ? test : `${test} (run ${run})`;
}

function nameAll<Of>(parts: readonly Of[], name: (part: Of) => string | undefined): string {
  return parts.flatMap((part) => name(part) ?? []).join('\n');
}
