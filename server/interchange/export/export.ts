import { buffer } from 'node:stream/consumers';
import type { LibraryExport, MissionExport } from '../../../domain/interchange.ts';
import type { OpenedBlob } from '../../blobs/store.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import {
  type EvidencePlaces,
  type FindingsReader,
  readMissionToExport,
} from '../../missions/exports/service.ts';
import { type LibraryFilter, readLibrary, type StoredLibrary } from '../../templates/service.ts';
import { readAttackFacts } from '../attack-facts.ts';
import type { LeftOut } from '../format.ts';
import { libraryWriters, missionWriters } from '../formats/writers.ts';
import type {
  PlannedExpectation,
  PlannedMission,
  PlannedScenarioTemplate,
  PlannedTemplate,
} from '../plan.ts';
import { listOrigins } from '../sources/store.ts';
import { Attack } from '../thread/attack.ts';
import type { Export } from './exported.ts';
import { type Packed, pack } from './pack.ts';

/** A file of evidence, by its record. */
export type FileToRead = { id: string; folder: string; sha256: string; size: number };

/** `openFile` compares a file with its digest, and returns null for a lost or damaged one. */
export type ExportSource = { db: Db; openFile: (file: FileToRead) => Promise<OpenedBlob | null> };

/** Exported object and format. Access to the mission has been checked. */
export type ToExport =
  | { mission: string; scenario?: string | undefined; format: MissionExport; reader: FindingsReader }
  | { library: LibraryExport; filter: LibraryFilter };

/**
 * Makes an export and passes it to `use`, which reads it piece by piece; the library is read at one moment. Evidence whose file
 * is lost or damaged is left out. Refuses `not_found`, and `unavailable` a file that is lost during writing.
 */
export async function withExport<T>(
  { db, openFile }: ExportSource,
  what: ToExport,
  use: (made: Packed) => Promise<T>,
): Promise<T> {
  if ('library' in what) {
    return inSnapshot(db, async (trx) => use(await pack(await exportLibrary(trx, what))));
  }
  return use(await pack(await exportMission({ db, openFile }, what)));
}

async function exportMission(
  { db, openFile }: ExportSource,
  { mission: id, scenario, format, reader }: Extract<ToExport, { mission: string }>,
): Promise<Export> {
  const writer = await missionWriters[format]();
  const { mission, places, ofSightings } = await readMissionToExport(db, id, reader, scenario);
  if (writer.packsSightings) for (const [member, place] of ofSightings) places.set(member, place);
  const lost = writer.packsEvidence ? await findLost(places, openFile) : new Set<string>();
  const leftOut = takeOut(mission, places, lost);
  const open = async (member: string): Promise<Buffer> => {
    const place = places.get(member);
    if (place === undefined) throw new Error('An export names evidence that the mission does not have');
    const opened = await openFile(place);
    if (opened === null)
      throw new DomainError('unavailable', 'A file was lost in the meantime: export again');
    try {
      return await buffer(opened.stream());
    } finally {
      await opened.close();
    }
  };
  const attack = await inSnapshot(db, readAttack);
  const bytes = writer.packsEvidence ? sumSizes(places, lost) : 0;
  return { name: mission.name, files: writer.write(mission, { attack, open, leftOut }), leftOut, bytes };
}

/** An export lists missing files at its beginning. */
async function findLost(places: EvidencePlaces, openFile: ExportSource['openFile']): Promise<Set<string>> {
  const lost = new Set<string>();
  for (const [member, place] of places) {
    const opened = await openFile(place);
    if (opened === null) lost.add(member);
    else await opened.close();
  }
  return lost;
}

/** Removes lost evidence from the export, and returns it. */
function takeOut(mission: PlannedMission, places: EvidencePlaces, lost: ReadonlySet<string>): LeftOut[] {
  const leftOut: LeftOut[] = [];
  if (lost.size === 0) return leftOut;
  for (const { sourceId: test, run, closed_runs } of mission.scenarios.flatMap(({ tests }) => tests)) {
    for (const one of [run, ...closed_runs]) {
      for (const { member, file_name, caption } of one.evidence) {
        if (!lost.has(member)) continue;
        leftOut.push({ test, file_name, caption, ...pickFile(places, member) });
      }
      one.evidence = one.evidence.filter(({ member }) => !lost.has(member));
    }
  }
  for (const sighting of mission.sightings ?? []) {
    const files = sighting.evidence ?? [];
    for (const { member, file_name, caption } of files) {
      if (lost.has(member)) leftOut.push({ file_name, caption, ...pickFile(places, member) });
    }
    if (sighting.evidence !== undefined) sighting.evidence = files.filter(({ member }) => !lost.has(member));
  }
  const isLost = new Set(leftOut.map(({ test, sha256 }) => `${test} ${sha256}`));
  for (const finding of mission.findings) {
    finding.evidence = finding.evidence.filter(({ test, sha256 }) => !isLost.has(`${test} ${sha256}`));
  }
  return leftOut;
}

function pickFile(places: EvidencePlaces, member: string): Pick<LeftOut, 'id' | 'sha256' | 'size'> {
  const { id, sha256, size } = places.get(member)!;
  return { id, sha256, size };
}

function sumSizes(places: EvidencePlaces, lost: ReadonlySet<string>): number {
  return [...places].reduce((sum, [member, { size }]) => (lost.has(member) ? sum : sum + size), 0);
}

async function exportLibrary(
  trx: Trx,
  { library: format, filter }: { library: LibraryExport; filter: LibraryFilter },
): Promise<Export> {
  const writer = await libraryWriters[format]();
  const { templates, scenarios } = readLibrary(trx, filter);
  const library = {
    // Tests from Atomic Red Team are exported as their original test, with their unmapped fields.
    templates: withOrigins(trx, format, toEach(templates, toPlanned)),
    scenarios: toEach(scenarios, toPlannedScenario),
  };
  return {
    name: 'library',
    files: writer.write(library, { attack: await readAttack(trx) }),
    leftOut: [],
    bytes: 0,
  };
}

async function readAttack(trx: Trx): Promise<Attack> {
  return new Attack(await readAttackFacts(trx));
}

async function* toEach<From, To>(many: AsyncIterable<From>, change: (one: From) => To): AsyncGenerator<To> {
  for await (const one of many) yield change(one);
}

const originsAtOnce = 200;

async function* withOrigins(
  trx: Trx,
  format: LibraryExport,
  templates: AsyncIterable<PlannedTemplate>,
): AsyncGenerator<PlannedTemplate> {
  if (format !== 'atomic') {
    yield* templates;
    return;
  }
  let waiting: PlannedTemplate[] = [];
  const take = async (): Promise<PlannedTemplate[]> => {
    const ids = waiting.map(({ sourceId }) => sourceId);
    const origins = await listOrigins(trx, { format, kind: 'test_template' }, ids);
    const found = waiting.map((template) => ({ ...template, ...origins.get(template.sourceId) }));
    waiting = [];
    return found;
  };
  for await (const template of templates) {
    waiting.push(template);
    if (waiting.length >= originsAtOnce) yield* await take();
  }
  if (waiting.length > 0) yield* await take();
}

type Stored<K extends keyof StoredLibrary> = StoredLibrary[K] extends AsyncIterable<infer One> ? One : never;

function toPlanned({
  id,
  catalog_ids,
  expectations,
  created_at: _created,
  updated_at: _updated,
  ...template
}: Stored<'templates'>): PlannedTemplate {
  return {
    ...template,
    row: template.name,
    sourceId: id,
    leftover: [],
    catalog_tags: catalog_ids,
    expectations: expectations.map(
      ({ tool_ids: _tools, ...expectation }): PlannedExpectation => ({ ...expectation, tools: [] }),
    ),
  };
}

function toPlannedScenario({
  id,
  name,
  description,
  tags,
  catalog_ids,
  tests,
  follows,
}: Stored<'scenarios'>): PlannedScenarioTemplate {
  return {
    row: name,
    sourceId: id,
    leftover: [],
    name,
    description,
    tags,
    catalog_tags: catalog_ids,
    templates: tests.map((test) => test.id),
    ...(follows.length > 0 && { follows }),
  };
}
