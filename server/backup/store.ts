import type Sqlite from 'better-sqlite3';
import { type Db, prepare } from '../database/database.ts';
import type { RegisterName } from '../registers.ts';
import type { DamagedFile } from './contract.ts';
import type { Damage } from './manifest.ts';

/** The recorded total size of stored files in bytes. */
export async function sumRecordedBytes(db: Db): Promise<number> {
  let bytes = 0;
  const tables = [
    'evidence',
    'sighting_evidence',
    'simulation_outputs',
    'simulation_evidence',
    'report_files',
  ] as const;
  for (const table of tables) {
    const sum = await db
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
      .executeTakeFirst();
    bytes += sum?.bytes ?? 0;
  }
  return bytes;
}

type EvidenceOwner = {
  file_name: string;
  mission_id: string;
  mission: string;
  test_id: string;
  test: string;
};

const evidenceOwner = prepare<{ id: string }, EvidenceOwner>((db, parameter) =>
  db
    .selectFrom('evidence')
    .innerJoin('missions', 'missions.id', 'evidence.mission_id')
    .innerJoin('mission_tests', 'mission_tests.id', 'evidence.test_id')
    .where('evidence.id', '=', parameter('id'))
    .select([
      'evidence.file_name',
      'missions.id as mission_id',
      'missions.name as mission',
      'mission_tests.id as test_id',
      'mission_tests.name as test',
    ]),
);

const sightingFileOwner = prepare<{ id: string }, Omit<EvidenceOwner, 'test_id' | 'test'>>((db, parameter) =>
  db
    .selectFrom('sighting_evidence')
    .innerJoin('missions', 'missions.id', 'sighting_evidence.mission_id')
    .where('sighting_evidence.id', '=', parameter('id'))
    .select(['sighting_evidence.file_name', 'missions.id as mission_id', 'missions.name as mission']),
);

type OutputOwner = {
  engagement_id: string;
  engagement: string;
  simulation_id: string;
  simulation: string;
};

const outputOwner = prepare<{ id: string }, OutputOwner>((db, parameter) =>
  db
    .selectFrom('simulation_outputs')
    .innerJoin('engagements', 'engagements.id', 'simulation_outputs.engagement_id')
    .innerJoin('simulations', 'simulations.id', 'simulation_outputs.simulation_id')
    .where('simulation_outputs.id', '=', parameter('id'))
    .select([
      'engagements.id as engagement_id',
      'engagements.name as engagement',
      'simulations.id as simulation_id',
      'simulations.name as simulation',
    ]),
);

type SimulationEvidenceOwner = OutputOwner & { file_name: string };

const simulationEvidenceOwner = prepare<{ id: string }, SimulationEvidenceOwner>((db, parameter) =>
  db
    .selectFrom('simulation_evidence')
    .innerJoin('engagements', 'engagements.id', 'simulation_evidence.engagement_id')
    .innerJoin('simulations', 'simulations.id', 'simulation_evidence.simulation_id')
    .where('simulation_evidence.id', '=', parameter('id'))
    .select([
      'simulation_evidence.file_name',
      'engagements.id as engagement_id',
      'engagements.name as engagement',
      'simulations.id as simulation_id',
      'simulations.name as simulation',
    ]),
);

type ReportOwner = { title: string; format: string; mission_id: string; mission: string };

const reportOwner = prepare<{ id: string }, ReportOwner>((db, parameter) =>
  db
    .selectFrom('report_files')
    .innerJoin('reports', 'reports.id', 'report_files.report_id')
    .innerJoin('missions', 'missions.id', 'report_files.mission_id')
    .where('report_files.id', '=', parameter('id'))
    .select([
      'reports.title',
      'report_files.format',
      'missions.id as mission_id',
      'missions.name as mission',
    ]),
);

/** Owner of a stored file; null when its record is gone. */
export async function findOwner(db: Db, { shelf, id }: Damage): Promise<DamagedFile | null> {
  const nobody = { mission: null, test: null, engagement: null, simulation: null };
  if (shelf === 'evidence') {
    const [ofTest] = await evidenceOwner(db, { id });
    const owner = ofTest ?? (await sightingFileOwner(db, { id }))[0];
    if (owner === undefined) return null;
    const mission = { id: owner.mission_id, name: owner.mission };
    const test = ofTest === undefined ? null : { id: ofTest.test_id, name: ofTest.test };
    return { ...nobody, kind: 'evidence', id, file_name: owner.file_name, mission, test };
  }
  if (shelf === 'reports') {
    const [owner] = await reportOwner(db, { id });
    if (owner === undefined) return null;
    const mission = { id: owner.mission_id, name: owner.mission };
    return { ...nobody, kind: 'report', id, file_name: `${owner.title}.${owner.format}`, mission };
  }
  const evidence =
    shelf === 'simulation_evidence' ? (await simulationEvidenceOwner(db, { id }))[0] : undefined;
  const owner = shelf === 'outputs' ? (await outputOwner(db, { id }))[0] : evidence;
  if (owner === undefined) return null;
  const engagement = { id: owner.engagement_id, name: owner.engagement };
  const simulation = { id: owner.simulation_id, name: owner.simulation };
  const kind = shelf === 'outputs' ? 'output' : 'evidence';
  return { ...nobody, kind, id, file_name: evidence?.file_name ?? null, engagement, simulation };
}

const mostAsked = 500;

/** The history entries that added stored files, by the ids of their records; C2 output has none. */
export async function findEntriesOf(db: Db, damaged: readonly Damage[]): Promise<Map<string, number>> {
  const entries = new Map<string, number>();
  for (let first = 0; first < damaged.length; first += mostAsked) {
    const ids = damaged.slice(first, first + mostAsked).map(({ id }) => id);
    const objects = db
      .selectFrom('audit_entries')
      .select(({ fn }) => ['object_id', fn.min('seq').as('seq')])
      .groupBy('object_id');
    const own = await objects.where('verb', '=', 'created').where('object_id', 'in', ids).execute();
    for (const { object_id, seq } of own) entries.set(String(object_id), Number(seq));
    const files = await db
      .selectFrom('report_files')
      .select(['id', 'report_id'])
      .where('id', 'in', ids)
      .execute();
    const reports = files.map(({ report_id }) => report_id);
    if (reports.length === 0) continue;
    const issued = await objects.where('verb', '=', 'issued').where('object_id', 'in', reports).execute();
    const seqOf = new Map(issued.map(({ object_id, seq }) => [object_id, Number(seq)]));
    for (const { id, report_id } of files) {
      const seq = seqOf.get(report_id);
      if (seq !== undefined) entries.set(id, seq);
    }
  }
  return entries;
}

/** A record of a stored file: `place` is the path of the file below its register's folder. */
export type RecordedFile = { id: string; place: string; size: number; sha256: string };

const recordQueries: Record<RegisterName, { table: string; query: string }> = {
  evidence: {
    table: 'evidence',
    query: "select id, mission_id || '/' || test_id || '/' || sha256 as place, size, sha256 from evidence",
  },
  outputs: {
    table: 'simulation_outputs',
    query:
      "select id, engagement_id || '/' || simulation_id || '/' || sha256 as place, size, sha256 from simulation_outputs",
  },
  simulation_evidence: {
    table: 'simulation_evidence',
    query:
      "select id, engagement_id || '/' || simulation_id || '/' || sha256 as place, size, sha256 from simulation_evidence",
  },
  reports: {
    table: 'report_files',
    query:
      "select id, mission_id || '/' || report_id || '/' || sha256 as place, size, sha256 from report_files",
  },
};

/** Files of sightings lie beside those of tests. */
const sightingQuery = {
  table: 'sighting_evidence',
  query:
    "select id, mission_id || '/' || sighting_id || '/' || sha256 as place, size, sha256 from sighting_evidence",
};

/** Number of stored files recorded in a database of any schema version. */
export function countStoredFiles(sqlite: Sqlite.Database): number {
  const counts = countRows(sqlite);
  return Object.values(recordQueries).reduce((sum, { table }) => sum + (counts[table] ?? 0), 0);
}

/** The records of a register in a database of any schema version, including one without that register. */
export function listRecordedFiles(sqlite: Sqlite.Database, register: RegisterName): RecordedFile[] {
  const list = ({ table, query }: { table: string; query: string }) =>
    hasTable(sqlite, table) ? sqlite.prepare<[], RecordedFile>(query).all() : [];
  const files = list(recordQueries[register]);
  return register === 'evidence' ? [...files, ...list(sightingQuery)] : files;
}

const counted = [
  'users',
  'missions',
  'mission_tests',
  'evidence',
  'engagements',
  'simulations',
  'simulation_outputs',
  'simulation_evidence',
  'report_files',
] as const;

/** Row counts of the main tables; those missing in an older schema are left out. Evidence includes that of sightings. */
export function countRows(sqlite: Sqlite.Database): Record<string, number> {
  const count = (table: string) =>
    hasTable(sqlite, table) ? Number(sqlite.prepare(`select count(*) from ${table}`).pluck().get()) : 0;
  const tables = counted.filter((table) => hasTable(sqlite, table));
  return Object.fromEntries(
    tables.map((table) => [table, count(table) + (table === 'evidence' ? count('sighting_evidence') : 0)]),
  );
}

function hasTable(sqlite: Sqlite.Database, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").pluck().get(name) === 1
  );
}
