import type { ImportedKind } from '../../../domain/interchange.ts';
import { keepRule } from '../../catalogue/detection-rules/service.ts';
import type { Now } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { DomainError } from '../../errors.ts';
import type { Author } from '../../history/service.ts';
import {
  type OutOfMissions,
  readTestBefore,
  type TestBefore,
} from '../../missions/imports/taken-back/service.ts';
import type { NewScenarioTemplate, NewTestTemplate } from '../../templates/contract.ts';
import { readScenarioTemplateBody, writeScenarioTemplate } from '../../templates/scenarios/service.ts';
import {
  readTestTemplateBody,
  readTestTemplateVersions,
  writeTestTemplate,
} from '../../templates/test-templates/service.ts';
import { putSelection, readOwnRow } from '../own/store.ts';
import type { Source } from '../sources/store.ts';
import { keepKnown } from './library.ts';

type Was =
  | { what: 'test_template'; body: NewTestTemplate }
  | { what: 'scenario_template'; body: NewScenarioTemplate }
  | { what: 'selection'; row: Row<'technique_selections'> }
  | { what: 'rule'; row: Row<'detection_rules'> }
  | { what: 'test'; test: TestBefore }
  /** A scenario created with its first test. */
  | { what: 'scenario'; scenario: { id: string; name: string } }
  | { what: 'nothing' };

/** State before a row, restored if its import cannot be finished. */
export type Before = {
  /** Note of an earlier import on the object. */
  source: Source | null;
  /** Whether someone has since changed it here. */
  edited: boolean;
  was: Was;
};

/** Object before a row changes it. */
export async function readBefore(trx: Trx, kind: ImportedKind, id: string): Promise<Was> {
  switch (kind) {
    case 'test_template':
      return { what: kind, body: await readTestTemplateBody(trx, id) };
    case 'scenario_template':
      return { what: kind, body: await readScenarioTemplateBody(trx, id) };
    case 'selection': {
      const row = await readOwnRow(trx, 'technique_selections', id);
      return row === null ? { what: 'nothing' } : { what: kind, row };
    }
    case 'rule': {
      const row = await readOwnRow(trx, 'detection_rules', id);
      return row === null ? { what: 'nothing' } : { what: kind, row };
    }
    case 'test':
    case 'execution': {
      const test = await readTestBefore(trx, id);
      return test === null ? { what: 'nothing' } : { what: 'test', test };
    }
    default:
      return { what: 'nothing' };
  }
}

export async function keepBefore(trx: Trx, importId: string, number: number, before: Before): Promise<void> {
  const value_json = JSON.stringify(before);
  await trx
    .insertInto('import_before')
    .values({ import_id: importId, number, value_json })
    .onConflict((conflict) => conflict.columns(['import_id', 'number']).doUpdateSet({ value_json }))
    .execute();
}

/** State before these rows, by number. */
export async function listBefore(
  db: Db,
  importId: string,
  start: number,
  end: number,
): Promise<Map<number, Before>> {
  const rows = await db
    .selectFrom('import_before')
    .select(['number', 'value_json'])
    .where('import_id', '=', importId)
    .where('number', '>', start)
    .where('number', '<=', end)
    .execute();
  return new Map(rows.map(({ number, value_json }) => [number, JSON.parse(value_json)]));
}

const forgottenAtOnce = 500;

/** Deletes the saved states of an applied import, some rows at a time. */
export async function forgetBefore(db: Db, importId: string): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('import_before')
      .select('number')
      .where('import_id', '=', importId)
      .orderBy('number')
      .limit(forgottenAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) return;
    await inTransaction(db, (trx) =>
      trx
        .deleteFrom('import_before')
        .where('import_id', '=', importId)
        .where('number', '<=', last.number)
        .execute(),
    );
  }
}

/** Applied imports whose saved states still exist. */
export async function listForgettable(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', '=', 'applied')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_before').select('import_before.number').whereRef('import_id', '=', 'imports.id'),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Restores an object; references to deleted objects are left out. Refuses `archived`, `not_found`. */
export async function restore(
  { trx, now, by, missions }: { trx: Trx; now: Now; by: Author; missions: OutOfMissions },
  { object_id, mission_id }: { object_id: string; mission_id: string | null },
  was: Was,
): Promise<void> {
  switch (was.what) {
    case 'test_template': {
      const catalog_tags = await keepKnown(trx, was.body.catalog_tags);
      // The tags of scenario templates had room for these before.
      const pause = (): Promise<void> => Promise.resolve();
      return writeTestTemplate(trx, now, by, object_id, { ...was.body, catalog_tags }, pause);
    }
    case 'scenario_template': {
      const { test_template_ids: ids, ...body } = was.body;
      const live = await readTestTemplateVersions(trx, [...new Set(ids)]);
      const places = ids.flatMap((id, place) => (live.has(id) ? [place] : []));
      const test_template_ids = places.map((place) => ids[place] as string);
      const follows = (body.follows ?? [])
        .map((edge) => ({
          ...edge,
          position: places.indexOf(edge.position),
          follows: places.indexOf(edge.follows),
        }))
        .filter((edge) => edge.position !== -1 && edge.follows !== -1);
      const catalog_tags = await keepKnown(trx, body.catalog_tags);
      return writeScenarioTemplate(trx, now, by, object_id, {
        ...body,
        catalog_tags,
        test_template_ids,
        follows,
      });
    }
    case 'selection':
      return putSelection(trx, was.row);
    case 'rule':
      return void (await keepRule(trx, was.row));
    case 'test':
      if (mission_id === null) throw new DomainError('not_found', 'The mission no longer exists');
      return missions.restoreTest(mission_id, was.test);
  }
}
