import { type Db, prepared } from '../database/database.ts';
import type { DamagedFile } from './contract.ts';
import type { Damage } from './manifest.ts';

/** How many bytes the records say are stored as files. */
export async function recordedBytes(db: Db): Promise<number> {
  const evidence = await db
    .selectFrom('evidence')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirst();
  const outputs = await db
    .selectFrom('simulation_outputs')
    .select(({ fn }) => fn.sum<number | null>('size').as('bytes'))
    .executeTakeFirst();
  return (evidence?.bytes ?? 0) + (outputs?.bytes ?? 0);
}

type EvidenceOwner = {
  file_name: string;
  sha256: string;
  mission_id: string;
  mission: string;
  test_id: string;
  test: string;
};

const evidenceOwner = prepared<{ id: string }, EvidenceOwner>((db, parameter) =>
  db
    .selectFrom('evidence')
    .innerJoin('missions', 'missions.id', 'evidence.mission_id')
    .innerJoin('mission_tests', 'mission_tests.id', 'evidence.test_id')
    .where('evidence.id', '=', parameter('id'))
    .select([
      'evidence.file_name',
      'evidence.sha256',
      'missions.id as mission_id',
      'missions.name as mission',
      'mission_tests.id as test_id',
      'mission_tests.name as test',
    ]),
);

type OutputOwner = {
  sha256: string;
  engagement_id: string;
  engagement: string;
  simulation_id: string;
  simulation: string;
};

const outputOwner = prepared<{ id: string }, OutputOwner>((db, parameter) =>
  db
    .selectFrom('simulation_outputs')
    .innerJoin('engagements', 'engagements.id', 'simulation_outputs.engagement_id')
    .innerJoin('simulations', 'simulations.id', 'simulation_outputs.simulation_id')
    .where('simulation_outputs.id', '=', parameter('id'))
    .select([
      'simulation_outputs.sha256',
      'engagements.id as engagement_id',
      'engagements.name as engagement',
      'simulations.id as simulation_id',
      'simulations.name as simulation',
    ]),
);

/** What a stored file belongs to, and its place below its shelf; null when its record is gone. */
export async function ownerOf(
  db: Db,
  { shelf, id }: Damage,
): Promise<{ file: DamagedFile; place: readonly string[] } | null> {
  const nobody = { mission: null, test: null, engagement: null, simulation: null };
  if (shelf === 'evidence') {
    const [owner] = await evidenceOwner(db, { id });
    if (owner === undefined) return null;
    const mission = { id: owner.mission_id, name: owner.mission };
    const test = { id: owner.test_id, name: owner.test };
    return {
      file: { ...nobody, kind: 'evidence', id, file_name: owner.file_name, mission, test },
      place: [mission.id, test.id, owner.sha256],
    };
  }
  const [owner] = await outputOwner(db, { id });
  if (owner === undefined) return null;
  const engagement = { id: owner.engagement_id, name: owner.engagement };
  const simulation = { id: owner.simulation_id, name: owner.simulation };
  return {
    file: { ...nobody, kind: 'output', id, file_name: null, engagement, simulation },
    place: [engagement.id, simulation.id, owner.sha256],
  };
}
