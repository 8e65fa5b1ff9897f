import { createHash } from 'node:crypto';
import type { ExportedFile, LeftOut, LibraryWriter, MissionWriter } from '../../format.ts';
import type {
  PlannedEvidence,
  PlannedFinding,
  PlannedMission,
  PlannedProcedure,
  PlannedRemediation,
  PlannedRun,
  PlannedTest,
} from '../../plan.ts';
import { libraryVersion, type RecordedRun, type WrittenRecord } from './records.ts';

/** Templates and scenario templates, each a line of `library.jsonl`. */
export const damsonLibraryWriter: LibraryWriter = {
  write: async function* ({ templates, scenarios }) {
    yield manifest();
    const lines = new Lines('library');
    for await (const { row: _row, sourceId, catalog_tags, ...fields } of templates) {
      yield* lines.add({ kind: 'test_template', id: sourceId, ...fields, attack: catalog_tags });
    }
    for await (const scenario of scenarios) {
      const { row: _row, sourceId, catalog_tags, templates: tests, follows, ...fields } = scenario;
      const path = follows?.map(({ position, follows, condition }) => ({
        test: position + 1,
        follows: follows + 1,
        condition,
      }));
      const written = { ...fields, attack: catalog_tags, tests, follows: path };
      yield* lines.add({ kind: 'scenario_template', id: sourceId, ...written });
    }
    yield* lines.end();
  },
};

/**
 * A mission, its tests, remediations and findings, each a line of `mission.jsonl`, and its evidence as files named by SHA-256.
 */
export const damsonMissionWriter: MissionWriter = {
  packsEvidence: true,
  packsSightings: true,
  write: async function* (mission, { open, leftOut = [] }) {
    yield manifest(leftOut);
    const lines = new Lines('mission');
    const {
      row: _row,
      isPart: _isPart,
      sourceId,
      scenarios,
      remediations,
      findings,
      sightings,
      ...fields
    } = mission;
    const written = new Set<string>();
    const digests = new Map<string, { sha256: string; size: number }>();
    const digest = (member: string) => digests.get(member)!;
    const packFiles = async function* (files: readonly { member: string }[]): AsyncGenerator<ExportedFile> {
      for (const { member } of files) {
        const content = await open(member);
        const sha256 = createHash('sha256').update(content).digest('hex');
        digests.set(member, { sha256, size: content.length });
        if (!written.has(sha256)) yield { name: `evidence/${sha256}`, content };
        written.add(sha256);
      }
    };
    yield* packFiles(sightings?.flatMap(({ evidence = [] }) => evidence) ?? []);
    yield* lines.add({
      kind: 'mission',
      id: sourceId,
      ...fields,
      scenarios: scenarios.map(({ tests: _tests, ...scenario }) => scenario),
      sightings: sightings?.map(({ evidence = [], ...sighting }) => ({
        ...sighting,
        evidence: evidence.map(({ member, ...file }) => ({ ...digest(member), ...file })),
      })),
    });
    for (const [index, { tests }] of scenarios.entries()) {
      for (const test of tests) {
        yield* packFiles([test.run, ...test.closed_runs].flatMap(({ evidence }) => evidence));
        yield* lines.add(toTestRecord(mission, index + 1, test, digest));
      }
    }
    for (const remediation of remediations) yield* lines.add(toRemediationRecord(mission, remediation));
    for (const finding of findings) yield* lines.add(toFindingRecord(mission, finding));
    yield* lines.end();
  },
};

function manifest(leftOut: readonly LeftOut[] = []): ExportedFile {
  const content = {
    format: 'damson',
    version: libraryVersion,
    ...(leftOut.length > 0 && { left_out: leftOut }),
  };
  return { name: 'manifest.json', content: `${JSON.stringify(content)}\n` };
}

type Digest = (member: string) => { sha256: string; size: number };

function toTestRecord(
  mission: PlannedMission,
  scenario: number,
  { row: _row, sourceId, run, closed_runs, ...test }: PlannedTest,
  digest: Digest,
): WrittenRecord {
  const { catalog_tags, ...fields } = test satisfies PlannedProcedure;
  return {
    kind: 'test',
    mission: mission.sourceId,
    scenario,
    id: sourceId,
    ...fields,
    attack: catalog_tags,
    run: toRunRecord(run, digest),
    closed_runs: closed_runs.map((closed) => toRunRecord(closed, digest)),
  };
}

function toRunRecord({ evidence, ...run }: PlannedRun, digest: Digest): RecordedRun {
  const toRecord = ({ member, ...fields }: PlannedEvidence) => ({ ...digest(member), ...fields });
  return { ...run, evidence: evidence.map(toRecord) };
}

function toRemediationRecord(
  mission: PlannedMission,
  { row: _row, sourceId, ...fields }: PlannedRemediation,
): WrittenRecord {
  return { kind: 'remediation', mission: mission.sourceId, id: sourceId, ...fields };
}

function toFindingRecord(
  mission: PlannedMission,
  { row: _row, shown: _shown, sourceId, kind, ...fields }: PlannedFinding,
): WrittenRecord {
  return { kind: 'finding', mission: mission.sourceId, id: sourceId, finding_kind: kind, ...fields };
}

/** Files stay well below a reader's limit for one text, so that a large mission has several. */
const longestFile = 16 * 1024 * 1024;

/** Gathers lines; a full file is sent, and another one begins. */
class Lines {
  #name: string;
  #files = 0;
  #lines: string[] = [];
  #length = 0;

  constructor(name: string) {
    this.#name = name;
  }

  *add(record: WrittenRecord): Iterable<ExportedFile> {
    const line = `${JSON.stringify(record, leaveOutEmpty)}\n`;
    if (this.#length + line.length > longestFile) yield* this.end();
    this.#lines.push(line);
    this.#length += line.length;
  }

  *end(): Iterable<ExportedFile> {
    if (this.#lines.length === 0 && this.#files > 0) return;
    this.#files += 1;
    const number = this.#files === 1 ? '' : `-${this.#files}`;
    yield { name: `${this.#name}${number}.jsonl`, content: this.#lines.join('') };
    this.#lines = [];
    this.#length = 0;
  }
}

/** Null and empty values are omitted: missing ones are read back as such. */
function leaveOutEmpty(_key: string, value: unknown): unknown {
  if (value === null) return undefined;
  return typeof value === 'object' && Object.keys(value as object).length === 0 ? undefined : value;
}
