import { deriveLevel, findOutcome, summarise } from '../../domain/outcomes.ts';
import type { SimulationStatus } from '../../domain/simulations.ts';
import type { BlobRegister } from '../blobs/register.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import {
  listDetectionLevels,
  requireDetectionLevel,
  requireLevelOfKey,
} from '../detection-levels/service.ts';
import { requireEngagement, startEngagement, toViewer } from '../engagements/service.ts';
import { refuseStale } from '../entity-tag.ts';
import { invalid, notFound } from '../errors.ts';
import { listFacts } from '../facts/service.ts';
import type { Found, Paging } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import type {
  NewSimulation,
  Simulation,
  SimulationFilter,
  SimulationListItem,
  SimulationPatch,
} from './contract.ts';
import { countEvidence, listEvidence } from './evidence/store.ts';
import { appendPart, followEdit, type OutputPart } from './outputs/parts.ts';
import { addPending, readStored, recordSimulation } from './records.ts';
import { appendText, decideStatus, judgeMove, refuseDone, requireTactics } from './rules.ts';
import * as store from './store.ts';
import { addNames, findKnownTechniques, readTechniques } from './tags.ts';
import { findTemplate } from './templates/store.ts';

export type Simulations = {
  db: Db;
  now: Now;
  /** Registers of the files of simulations, in folders by engagement and simulation. */
  registers: readonly BlobRegister[];
};

export type OpenedSimulation = store.OpenSimulation;

/** A page of the simulations this user sees that pass every filter, newest first, with their number. */
export function listSimulations(
  db: Db,
  user: Principal,
  query: SimulationFilter & Paging,
): Promise<Found<SimulationListItem>> {
  // Reads everything from one snapshot, so that concurrent writes can't make the parts inconsistent.
  return inSnapshot(db, async (trx) => {
    const { items, total } = await store.listSimulations(trx, toViewer(user), query);
    const evidence = await countEvidence(
      trx,
      items.map(({ id }) => id),
    );
    const shown = await toShown(trx, items);
    return { items: shown.map((item) => ({ ...item, evidence_count: evidence.get(item.id) ?? 0 })), total };
  });
}

/** A simulation. Refuses `not_found`. */
export function readSimulation(db: Db, user: Principal, id: string): Promise<Simulation> {
  return inSnapshot(db, async (trx) => {
    await requireSimulation(trx, user, id);
    return readWhole(trx, id);
  });
}

async function readWhole(trx: Trx, id: string): Promise<Simulation> {
  const stored = await store.findSimulation(trx, id);
  if (stored === null) throw notFound('Simulation');
  const shown = (await toShown(trx, [stored]))[0]!;
  const facts = stored.outcome === null ? [] : await listFacts(trx, { column: 'simulation_id', id });
  const outcome = facts.length === 0 ? null : findOutcome(facts);
  return {
    ...shown,
    output_parts: await store.readOutputParts(trx, id),
    outcome,
    facts,
    evidence: await listEvidence(trx, id),
  };
}

async function toShown<T extends store.ListedSimulation>(trx: Trx, stored: readonly T[]) {
  const levels = new Map((await listDetectionLevels(trx)).map((level) => [level.id, level]));
  return (await addNames(trx, stored)).map(({ detection_level_id, ...simulation }) => ({
    ...simulation,
    detection_level: detection_level_id === null ? null : (levels.get(detection_level_id) ?? null),
  }));
}

/**
 * The fields of a simulation needed for a write. Refuses `not_found` when it is missing or of an engagement that this user does
 * not see; null stands for the program, which sees all.
 */
export async function requireSimulation(
  db: Db,
  user: Principal | null,
  id: string,
): Promise<store.SimulationHead> {
  const head = await store.findSimulationHead(db, toViewer(user), id);
  if (head === null) throw notFound('Simulation');
  return head;
}

/** The only way to write to a simulation: returns a writable one. Refuses `not_found`, `done`. */
export async function openSimulation(
  db: Db,
  user: Principal | null,
  id: string,
): Promise<store.OpenSimulation> {
  const head = await requireSimulation(db, user, id);
  refuseDone(head.status);
  return head as store.OpenSimulation;
}

/**
 * The only way to move a simulation, even out of `done`: returns whether it moves or is already there, and the handle for the
 * store. Refuses `not_found` and what `judgeMove` refuses.
 */
async function openToMove(
  trx: Trx,
  user: Principal,
  id: string,
  to: SimulationStatus,
): Promise<{ simulation: store.OpenSimulation; verdict: 'move' | 'stay' }> {
  const head = await requireSimulation(trx, user, id);
  return { simulation: head as store.OpenSimulation, verdict: judgeMove(user.role, head.status, to) };
}

/**
 * Creates a pending simulation; missing fields come from its template. Refuses `not_found` an engagement, `invalid` an unknown
 * template, technique or tactic, and a missing name.
 */
export function createSimulation(
  { db, now }: Simulations,
  user: Principal,
  engagementId: string,
  input: NewSimulation,
): Promise<Simulation> {
  return inTransaction(db, async (trx) => {
    await requireEngagement(trx, user, engagementId);
    const source = await requireSource(trx, input.template_id ?? null);
    const name = input.name ?? source?.name;
    if (name === undefined) throw invalid('name', 'is needed without a template');
    const techniques = (await readTechniques(trx, input)) ?? source?.techniques ?? [];
    const tactic_ids =
      input.tactic_ids === undefined ? (source?.tactic_ids ?? []) : requireTactics(input.tactic_ids);
    const { id } = await addPending(trx, now, user, engagementId, {
      template_id: source?.id ?? null,
      name,
      description: chooseValue(input.description, source?.description),
      objective: chooseValue(input.objective, source?.objective),
      command: chooseValue(input.command, source?.command),
      output: input.output ?? null,
      red_comment: input.red_comment ?? null,
      executed_at: input.executed_at ?? null,
      techniques,
      tactic_ids,
    });
    return readWhole(trx, id);
  });
}

/**
 * Creates a pending simulation from another program's data, in the caller's transaction, which has found the engagement;
 * techniques missing from the catalogue are left out. Refuses nothing.
 */
export async function addSuggestedSimulation(
  trx: Trx,
  now: Now,
  user: Principal,
  engagementId: string,
  suggested: { name: string; description: string; command: string | null; techniques: readonly string[] },
): Promise<OpenedSimulation> {
  const { name, description, command } = suggested;
  return addPending(trx, now, user, engagementId, {
    template_id: null,
    name,
    description,
    objective: null,
    command,
    output: null,
    red_comment: null,
    executed_at: null,
    techniques: await findKnownTechniques(trx, suggested.techniques),
    tactic_ids: [],
  });
}

async function requireSource(trx: Trx, templateId: string | null) {
  if (templateId === null) return null;
  const template = await findTemplate(trx, templateId);
  if (template === null) throw invalid('template_id', `no simulation template has the id ${templateId}`);
  return template;
}

/** The body's value, even null; the template's if the body has none. */
function chooseValue(value: string | null | undefined, templates: string | null | undefined): string | null {
  return value === undefined ? (templates ?? null) : value;
}

/**
 * Writes the given fields; the routes have checked the sides. Naming techniques or tactics begins work on a pending simulation,
 * and so on its engagement. Refuses `not_found`, `done`, `invalid` an unknown technique, tactic or detection level, and `stale`
 * when `ifMatch` does not name the current version.
 */
export function changeSimulation(
  { db, now }: Simulations,
  user: Principal,
  id: string,
  sent: { patch: SimulationPatch; isShown: boolean },
  ifMatch: string | undefined,
): Promise<Simulation> {
  return inTransaction(db, async (trx) => {
    const before = await openSimulation(trx, user, id);
    const patch = sent.isShown ? await dropPresentTags(trx, id, sent.patch) : sent.patch;
    const { techniques: _named, technique_ids: _ids, tactic_ids, ...written } = patch;
    const fields = {
      ...written,
      ...(await followLevel(trx, id, patch)),
      ...(await followOutput(trx, id, patch)),
    };
    const techniques = await readTechniques(trx, patch);
    const tacticIds = tactic_ids && requireTactics(tactic_ids);
    if (fields.detection_level_id) await requireDetectionLevel(trx, fields.detection_level_id);
    refuseStale(ifMatch, before.updated_at);
    if (Object.keys(patch).length > 0) {
      const stored = await readStored(trx, id);
      const status = decideStatus(before.status, patch);
      const at = timeAfter(before.updated_at, now);
      await store.updateSimulation(trx, before, { ...fields, status, updated_at: at });
      if (techniques !== undefined) await store.setTechniques(trx, before, techniques);
      if (tacticIds !== undefined) await store.setTactics(trx, before, tacticIds);
      const work = status === before.status ? null : await startEngagement(trx, now, before.engagement_id);
      await recordSimulation(trx, {
        at,
        by: user,
        verb: 'changed',
        before: { ...stored, engagement_status: work?.before ?? null },
        after: { ...(await readStored(trx, id)), engagement_status: work?.after ?? null },
      });
    }
    return readWhole(trx, id);
  });
}

/** A patch without unchanged techniques and tactics, because sending them back must not start work. */
async function dropPresentTags(
  trx: Trx,
  id: string,
  { techniques, tactic_ids, ...rest }: SimulationPatch,
): Promise<SimulationPatch> {
  const stored = await readStored(trx, id);
  const areSame = (ids: readonly { id: string }[] = []) =>
    ids.map((one) => one.id).join() === stored.techniques.map((one) => one.id).join();
  return {
    ...rest,
    ...(areSame(techniques) ? {} : { techniques }),
    ...(tactic_ids?.join() === stored.tactic_ids.join() ? {} : { tactic_ids }),
  };
}

/** Updates the positions of task output after an edit of the output. */
async function followOutput(
  trx: Trx,
  id: string,
  { output }: SimulationPatch,
): Promise<store.SimulationChange> {
  if (output === undefined) return {};
  const parts = await store.readOutputParts(trx, id);
  if (parts.length === 0) return {};
  const before = await readStored(trx, id);
  return { output_parts_json: JSON.stringify(followEdit(parts, before.output, output)) };
}

/** Records who set the level in a patch; a removed level is derived from the facts again. */
async function followLevel(
  trx: Trx,
  id: string,
  { detection_level_id: level }: SimulationPatch,
): Promise<store.SimulationChange> {
  if (level === undefined) return {};
  if (level !== null) return { detection_level_source: 'set' };
  const key = deriveLevel(summarise(await listFacts(trx, { column: 'simulation_id', id })));
  if (key === null) return { detection_level_source: null };
  return { detection_level_id: (await requireLevelOfKey(trx, key)).id, detection_level_source: 'derived' };
}

/**
 * Moves a simulation; its current state is a no-op for roles that may move into it. Refuses `not_found`, `illegal_transition`,
 * and `forbidden` a move this user's role may not make.
 */
export function moveSimulation(
  { db, now }: Simulations,
  user: Principal,
  id: string,
  to: SimulationStatus,
): Promise<Simulation> {
  return inTransaction(db, async (trx) => {
    const { simulation, verdict } = await openToMove(trx, user, id, to);
    if (verdict === 'move') {
      const updated_at = timeAfter(simulation.updated_at, now);
      await store.updateSimulation(trx, simulation, { status: to, updated_at });
      const { engagement_id, status } = simulation;
      const [before, after] = [status, to].map((value) => ({ id, engagement_id, status: value }));
      await recordSimulation(trx, { at: updated_at, by: user, verb: 'moved', before, after });
    }
    return readWhole(trx, id);
  });
}

/** Deletes a simulation for good, with its C2 tasks, evidence and stored outputs. Refuses `not_found`. */
export async function deleteSimulation(
  { db, now, registers }: Simulations,
  user: Principal,
  id: string,
): Promise<void> {
  const { engagement_id } = await inTransaction(db, async (trx) => {
    const head = await requireSimulation(trx, user, id);
    const before = await readStored(trx, id);
    await store.deleteSimulation(trx, id);
    await recordSimulation(trx, { at: isoTime(now()), by: user, verb: 'deleted', before });
    return head;
  });
  await discardFiles(registers, `${engagement_id}/${id}`);
}

/**
 * Removes unreferenced files of an engagement, or of one of its simulations; call it after the deletion is committed. Refuses
 * nothing.
 */
export async function discardFiles(registers: readonly BlobRegister[], folder: string): Promise<void> {
  for (const register of registers) await register.discardBelow(folder);
}

/**
 * Appends a task's output to `output`, on a new line, in the caller's transaction; empty `command` and `executed_at` are filled.
 * Refuses `not_found`, `done`.
 */
export async function appendOutput(
  trx: Trx,
  now: Now,
  id: string,
  brought: {
    text: string;
    command: string | null;
    executed_at: string | null;
    task: Pick<OutputPart, 'external_id' | 'callback' | 'completed_at'>;
  },
): Promise<void> {
  const simulation = await openSimulation(trx, null, id);
  const before = await readStored(trx, id);
  const change = {
    output: appendText(before.output, brought.text),
    command: before.command || brought.command,
    executed_at: before.executed_at ?? brought.executed_at,
  };
  const part = { ...brought.task, command: brought.command };
  const parts = appendPart(await store.readOutputParts(trx, id), change.output, brought.text, part);
  const at = timeAfter(before.updated_at, now);
  await store.updateSimulation(trx, simulation, {
    ...change,
    output_parts_json: JSON.stringify(parts),
    updated_at: at,
  });
  await recordSimulation(trx, { at, by: 'c2', verb: 'changed', before, after: { ...before, ...change } });
}
