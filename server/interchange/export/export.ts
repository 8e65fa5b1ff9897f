import type { LibraryExport, MissionExport } from '../../../domain/interchange.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { readMissionToExport } from '../../missions/exports/service.ts';
import { type LibraryFilter, readLibrary, type StoredLibrary } from '../../templates/service.ts';
import { readAttackFacts } from '../attack-facts.ts';
import { libraryWriters, missionWriters } from '../formats/writers.ts';
import type { PlannedExpectation, PlannedScenarioTemplate, PlannedTemplate } from '../plan.ts';
import { listOrigins } from '../sources/store.ts';
import { Attack } from '../thread/attack.ts';
import type { Export } from './exported.ts';
import { type Packed, pack } from './pack.ts';

/** A file of evidence, by its record. */
export type FileToRead = { id: string; folder: string; sha256: string; size: number };

export type ExportSource = { db: Db; readFile: (file: FileToRead) => Promise<Buffer> };

/** Exported object and format. Access to the mission has been judged. */
export type ToExport =
  | { mission: string; format: MissionExport }
  | { library: LibraryExport; filter: LibraryFilter };

/**
 * Makes an export and hands it to `use`, which takes it piece by piece; the library is read at one moment. Refuses `not_found`, and what
 * `readFile` refuses.
 */
export async function withExport<T>(
  { db, readFile }: ExportSource,
  what: ToExport,
  use: (made: Packed) => Promise<T>,
): Promise<T> {
  if ('library' in what) {
    return inSnapshot(db, async (trx) => use(await pack(await exportLibrary(trx, what))));
  }
  return use(await pack(await exportMission({ db, readFile }, what)));
}

async function exportMission(
  { db, readFile }: ExportSource,
  { mission: id, format }: { mission: string; format: MissionExport },
): Promise<Export> {
  const writer = await missionWriters[format]();
  const { mission, places } = await readMissionToExport(db, id);
  const open = async (member: string): Promise<Buffer> => {
    const place = places.get(member);
    if (place === undefined) throw new Error('An export names evidence that the mission does not have');
    return readFile(place);
  };
  const attack = await inSnapshot(db, readAttack);
  return { name: mission.name, files: writer.write(mission, { attack, open }) };
}

async function exportLibrary(
  trx: Trx,
  { library: format, filter }: { library: LibraryExport; filter: LibraryFilter },
): Promise<Export> {
  const writer = await libraryWriters[format]();
  const { templates, scenarios } = readLibrary(trx, filter);
  const library = {
    // Tests from Atomic Red Team go out as their own test, with their unmapped fields.
    templates: withOrigins(trx, format, toEach(templates, toPlanned)),
    scenarios: toEach(scenarios, toPlannedScenario),
  };
  return { name: 'library', files: writer.write(library, { attack: await readAttack(trx) }) };
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
  };
}
