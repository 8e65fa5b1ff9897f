import { isoTime, timeAfter } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { notFound } from '../../errors.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type {
  NewSimulationTemplate,
  SimulationTemplate,
  SimulationTemplatePatch,
  SimulationTemplateQuery,
} from '../contract.ts';
import { requireTactics } from '../rules.ts';
import { addNames, readTechniques } from '../tags.ts';
import * as store from './store.ts';

/** A page of the templates that pass every filter, by default newest first, with their number. */
export function listTemplates(db: Db, query: SimulationTemplateQuery): Promise<Found<SimulationTemplate>> {
  return inSnapshot(db, async (trx) => {
    const { items, total } = await store.listTemplates(trx, query);
    return { items: await addNames(trx, items), total };
  });
}

/** A template. Refuses `not_found`. */
export function readTemplate(db: Db, id: string): Promise<SimulationTemplate> {
  return inSnapshot(db, (trx) => readWhole(trx, id));
}

async function readWhole(trx: Trx, id: string): Promise<SimulationTemplate> {
  const stored = await store.findTemplate(trx, id);
  if (stored === null) throw notFound('Simulation template');
  return (await addNames(trx, [stored]))[0]!;
}

/** Time of the last write to a template. Refuses `not_found`. */
export async function requireTemplate(db: Db, id: string): Promise<string> {
  const updatedAt = await store.readTemplateUpdatedAt(db, id);
  if (updatedAt === null) throw notFound('Simulation template');
  return updatedAt;
}

/** Creates a template. Refuses `invalid` an unknown technique or tactic, `duplicate` another template's name, ignoring case. */
export function createTemplate(
  { db, now }: Services,
  user: Principal,
  input: NewSimulationTemplate,
): Promise<SimulationTemplate> {
  const id = newId();
  return inTransaction(db, async (trx) => {
    const techniques = await readTechniques(trx, input);
    const tacticIds = requireTactics(input.tactic_ids ?? []);
    const time = isoTime(now());
    await store.insertTemplate(trx, {
      id,
      name: input.name,
      description: input.description ?? null,
      objective: input.objective ?? null,
      command: input.command ?? null,
      expected_detection: input.expected_detection ?? null,
      created_at: time,
      updated_at: time,
    });
    await store.setTechniques(trx, id, techniques ?? []);
    await store.setTactics(trx, id, tacticIds);
    const after = await readStored(trx, id);
    await recordTemplate(trx, { at: time, by: user, verb: 'created', id, after });
    return readWhole(trx, id);
  });
}

/**
 * Changes the given fields; a no-op counts as no change. Refuses `not_found`, `invalid` an unknown technique or tactic,
 * `duplicate` another template's name, ignoring case.
 */
export function changeTemplate(
  { db, now }: Services,
  user: Principal,
  id: string,
  patch: SimulationTemplatePatch,
): Promise<SimulationTemplate> {
  return inTransaction(db, async (trx) => {
    const before = await requireTemplate(trx, id);
    const { name, description, objective, command, expected_detection } = patch;
    const techniques = await readTechniques(trx, patch);
    const tacticIds = patch.tactic_ids && requireTactics(patch.tactic_ids);
    if (Object.keys(patch).length > 0) {
      const stored = await readStored(trx, id);
      const at = timeAfter(before, now);
      await store.updateTemplate(trx, id, {
        name,
        description,
        objective,
        command,
        expected_detection,
        updated_at: at,
      });
      if (techniques !== undefined) await store.setTechniques(trx, id, techniques);
      if (tacticIds !== undefined) await store.setTactics(trx, id, tacticIds);
      const after = await readStored(trx, id);
      await recordTemplate(trx, { at, by: user, verb: 'changed', id, before: stored, after });
    }
    return readWhole(trx, id);
  });
}

/** Deletes a template; simulations made from it keep their copies. Refuses `not_found`. */
export async function deleteTemplate({ db, now }: Services, user: Principal, id: string): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requireTemplate(trx, id);
    const before = await readStored(trx, id);
    await store.deleteTemplate(trx, id);
    await recordTemplate(trx, { at: isoTime(now()), by: user, verb: 'deleted', id, before });
  });
}

async function readStored(trx: Trx, id: string): Promise<store.StoredTemplate> {
  return (await store.findTemplate(trx, id)) as store.StoredTemplate;
}

async function recordTemplate(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'before' | 'after'> & {
    verb: 'created' | 'changed' | 'deleted';
    id: string;
  },
): Promise<void> {
  await recordWrite(trx, { ...write, object: 'simulation_template' });
}
