import { type ReportOptions, reportKindNames } from '../../../domain/reports.ts';
import { missionStatusName } from '../../../domain/words.ts';
import type { Person } from '../../person.ts';
import type { ReportEvidence, ReportModel, ReportTest } from '../model.ts';
import type { Source } from './source.ts';
import { type Field, joinNames, type Words } from './words.ts';

const sideWords: Readonly<Record<ReportOptions['side'], string>> = {
  both: 'Red and blue team',
  red: 'Red team',
  blue: 'Blue team',
};

const evidenceWords: Readonly<Record<ReportOptions['evidence'], string>> = {
  list: 'As a list',
  pictures: 'As a list, with the pictures',
  full: 'As a list, with the pictures and the text of text files',
};

/** Whose records a report holds, and whether it says commands and their output. */
export function listShown({ side, commands }: Pick<ReportOptions, 'side' | 'commands'>): [string, string][] {
  return [
    ['Records of', sideWords[side]],
    ['Commands and output', commands && side !== 'blue' ? 'Included' : 'Left out'],
  ];
}

/** The Damson that made a report. */
export function nameGenerator({ generator }: Pick<ReportModel, 'generator'>): string {
  return `Damson ${generator}`;
}

/** From the first to the last day of the mission; null where neither is known. */
export function describePeriod({ model: { mission }, wording }: Source): string | null {
  const days = [mission.start_date, mission.end_date].flatMap((day) =>
    day === null ? [] : wording.day(day),
  );
  if (days.length === 0) return null;
  return days[0] === days[1] ? (days[0] ?? null) : days.join(' – ');
}

export function listControl(source: Source): Field[] {
  const { model, wording } = source;
  const { report: head, mission, left_out } = model;
  const { options, issued } = head;
  return [
    ['Title', head.title],
    ['Document', reportKindNames[head.kind]],
    ['Classification', options.classification],
    ['State', issued === null ? 'Draft' : by(`Issued on ${wording.time(issued.at)}`, issued.by)],
    ['Mission', mission.name],
    ['Organisation', mission.organisation],
    ['Client', mission.client],
    ['Period', describePeriod(source)],
    ['Begun', by(wording.time(head.created_at), head.created_by)],
    ['Last changed', by(wording.time(head.updated_at), head.updated_by)],
    ['Data as of', wording.time(head.read_at)],
    ['Times are in', options.time_zone],
    ...listShown(options),
    ['Evidence', evidenceWords[options.evidence]],
    [
      'Left out as too long',
      left_out.texts === 0
        ? null
        : `${wording.size(left_out.bytes)} of ${wording.number(left_out.texts)} texts`,
    ],
    ['Made with', nameGenerator(model)],
    ['Report ID', { code: head.id }],
    ['Mission ID', { code: mission.id }],
  ];
}

function by(what: string, person: Person | null): Words {
  return person === null ? what : [`${what} by `, { name: person.display_name }];
}

export function listScope(source: Source): Field[] {
  const { model, wording } = source;
  const { mission, scenarios } = model;
  return [
    ['Mission', mission.name],
    ['State', missionStatusName[mission.status]],
    ['Organisation', mission.organisation],
    ['Client', mission.client],
    ['Period', describePeriod(source)],
    ['Retest of', mission.retest_of],
    ['Tests', describeTests(source)],
    [
      'Scenarios',
      joinNames(
        scenarios.map(({ name }) => name),
        '; ',
      ),
    ],
    ['ATT&CK', describeTechniques(model, wording)],
  ];
}

function describeTests({ model: { figures }, wording: { number } }: Source): string {
  const { pending, skipped, blocked } = figures.not_attempted;
  const rest = (
    [
      [skipped, 'skipped'],
      [blocked, 'could not be run'],
      [pending, 'not run yet'],
    ] as const
  ).flatMap(([count, words]) => (count === 0 ? [] : `${number(count)} ${words}`));
  const aside = rest.length === 0 ? '' : ` (${rest.join(', ')})`;
  return `${number(figures.tests)}, of which ${number(figures.attempted)} ${figures.attempted === 1 ? 'was' : 'were'} run${aside}`;
}

function describeTechniques(
  { techniques, mission }: ReportModel,
  { number }: Source['wording'],
): string | null {
  if (techniques.length === 0) return null;
  const tactics = new Set(techniques.flatMap((one) => one.tactics.map(({ external_id }) => external_id)));
  const version = mission.catalog_version === null ? '' : `, version ${mission.catalog_version}`;
  return `${count(techniques.length, 'technique', number)} of ${count(tactics.size, 'tactic', number)}${version}`;
}

function count(of: number, what: string, number: (value: number) => string): string {
  return `${number(of)} ${what}${of === 1 ? '' : 's'}`;
}

/** Every file of the evidence, with the test that it is of. */
export function listFiles({ tests }: Source): { test: ReportTest; file: ReportEvidence }[] {
  return tests.flatMap((test) =>
    [test, ...test.closed_runs].flatMap((run) => run.evidence.map((file) => ({ test, file }))),
  );
}

export function describeFiles(files: readonly { file: ReportEvidence }[], { wording }: Source): Words {
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  return [
    `${count(files.length, 'file', wording.number)}, ${wording.size(size)}. Whoever has a file makes sure by its SHA-256 that it is the one below: `,
    { code: 'sha256sum' },
    ', ',
    { code: 'shasum -a 256' },
    ' or ',
    { code: 'Get-FileHash' },
    '.',
  ];
}

/** Who put a file there. */
export function nameUploader({ uploaded_by }: ReportEvidence): Words {
  return uploaded_by === null ? 'An account that is deleted' : { name: uploaded_by.display_name };
}

/** How a tool's figure is read. */
export const toolWords =
  'Of the tests in which a tool was expected to see something, or was asked: in how many it did.';

/** How strengths are read. */
export const strengthWords = 'Everything that was tested of these techniques was prevented or alerted.';

/** What is said of the history, before and after its newest entry. */
export const historyWords = {
  chain:
    'Every write that this report rests on left an entry in a history whose entries are chained by their hashes: none can be changed, removed or put in without the chain telling. When this report was read, the newest entry was:',
  proof: 'Whoever runs the installation proves that its history still goes through this entry with:',
  check: [
    'Anybody can check an export of the history without it: ',
    { code: 'damson audit export' },
    ' writes a line of JSON for each entry, whose hash is the SHA-256 of its canonical JSON (RFC 8785) with the hash of the entry before it.',
  ],
} as const satisfies Record<string, Words>;

type Head = NonNullable<ReportModel['history']>;

export function listHistory({ seq, hash, at }: Head, { wording }: Source): Field[] {
  return [
    ['Entry', `${seq}`],
    ['Hash', { code: hash }],
    ['Of', wording.time(at)],
  ];
}

export function writeProof({ seq, hash }: Head): string {
  return `damson audit verify --anchor ${seq}:${hash}`;
}
