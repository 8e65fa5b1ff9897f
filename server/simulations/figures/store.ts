import type { LevelKey } from '../../../domain/outcomes.ts';
import type { FiguredTest } from '../../../domain/score.ts';
import { isHandedOver, type SimulationStatus } from '../../../domain/simulations.ts';
import { type Db, prepare } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { type FiguredFactRow, toFiguredFact } from '../../figures/contract.ts';

type SimulationRow = Pick<Row<'simulations'>, 'id' | 'status' | 'executed_at' | 'detected_at'> & {
  level_key: string | null;
};

const simulationsOf = prepare<{ engagement: string }, SimulationRow>((db, parameter) =>
  db
    .selectFrom('simulations')
    .leftJoin('detection_levels as level', 'level.id', 'simulations.detection_level_id')
    .select([
      'simulations.id',
      'simulations.status',
      'simulations.executed_at',
      'simulations.detected_at',
      'level.key as level_key',
    ])
    .where('simulations.engagement_id', '=', parameter('engagement')),
);

type FactRow = FiguredFactRow & { simulation_id: string };

const factsOf = prepare<{ engagement: string }, FactRow>((db, parameter) =>
  db
    .selectFrom('simulations')
    .innerJoin('facts', 'facts.simulation_id', 'simulations.id')
    .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
    .select([
      'simulations.id as simulation_id',
      'facts.kind',
      'facts.result',
      'facts.at',
      'facts.time_confirmed',
      'facts.tool_id',
      'facts.category',
      'facts.severity',
      'facts.modifiers_json',
      'tool.name as tool_name',
    ])
    .where('simulations.engagement_id', '=', parameter('engagement')),
);

const techniquesOf = prepare<{ engagement: string }, { simulation_id: string; id: string; name: string }>(
  (db, parameter) =>
    db
      .selectFrom('simulations')
      .innerJoin('simulation_techniques as tag', 'tag.simulation_id', 'simulations.id')
      .select(['tag.simulation_id', 'tag.external_id as id', 'tag.name'])
      .where('simulations.engagement_id', '=', parameter('engagement'))
      .orderBy('tag.position'),
);

const tacticsOf = prepare<{ engagement: string }, { simulation_id: string; tactic_id: string }>(
  (db, parameter) =>
    db
      .selectFrom('simulations')
      .innerJoin('simulation_tactics as tag', 'tag.simulation_id', 'simulations.id')
      .select(['tag.simulation_id', 'tag.tactic_id'])
      .where('simulations.engagement_id', '=', parameter('engagement'))
      .orderBy('tag.position'),
);

export type FiguredSimulation = FiguredTest & {
  id: string;
  status: SimulationStatus;
  techniques: { id: string; name: string }[];
  tactic_ids: string[];
};

/** Every simulation of an engagement, for figures. */
export async function listSimulations(db: Db, engagement: string): Promise<FiguredSimulation[]> {
  const rows = await simulationsOf(db, { engagement });
  const facts = Map.groupBy(await factsOf(db, { engagement }), ({ simulation_id }) => simulation_id);
  const techniques = Map.groupBy(
    await techniquesOf(db, { engagement }),
    ({ simulation_id }) => simulation_id,
  );
  const tactics = Map.groupBy(await tacticsOf(db, { engagement }), ({ simulation_id }) => simulation_id);
  return rows.map(({ id, status, executed_at, detected_at, level_key }) => ({
    id,
    status,
    attempted: executed_at !== null || isHandedOver(status),
    executed_at,
    level: level_key as LevelKey | null,
    detected_at,
    facts: (facts.get(id) ?? []).map(toFiguredFact),
    expectations: [],
    expected_level: null,
    expected_tools: [],
    techniques: (techniques.get(id) ?? []).map((tag) => ({ id: tag.id, name: tag.name })),
    tactic_ids: (tactics.get(id) ?? []).map(({ tactic_id }) => tactic_id),
  }));
}
