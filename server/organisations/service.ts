import { mostTools } from '../../domain/limits.ts';
import { seesEveryMission } from '../../domain/missions.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inLongTransaction, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import { toClientKey } from '../database/search.ts';
import { DomainError, forbidden, invalid, notFound } from '../errors.ts';
import { type Author, type Recorded, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { Found } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { moveBrand } from './brand/store.ts';
import type { NewTool, Organisation, OrganisationListQuery, Tool, ToolPatch } from './contract.ts';
import { recordInWork, recordNewOrganisation, recordOrganisationWrite } from './history.ts';
import * as store from './store.ts';
import * as tools from './tools/store.ts';

export type Organisations = {
  db: Db;
  now: Now;
  /** Called in the transaction of a merge, with the replacement for each tool of the same name: references move to it. */
  replaceTools: (
    trx: Trx,
    tools: ReadonlyMap<string, string>,
    write: { at: string; by: Principal },
  ) => Promise<void>;
};

function toViewer(user: Principal): store.Viewer {
  return {
    id: user.id,
    seesAll: seesEveryMission(user.role),
    mayWrite: user.permissions.has('mission.update'),
  };
}

/** The command, which sees everything and is no user. */
const command: store.Viewer = { id: '', seesAll: true, mayWrite: true };

/**
 * A page of organisations, by default ordered by name. Someone who does not see every mission sees those of visible missions and
 * engagements, and their own unused ones.
 */
export function listOrganisations(
  db: Db,
  user: Principal,
  query: OrganisationListQuery,
): Promise<Found<Organisation>> {
  return inSnapshot(db, (trx) => store.listOrganisations(trx, toViewer(user), query));
}

/** The organisation with an id. Refuses `not_found` when it is missing or not visible to this user. */
export async function requireOrganisation(db: Db, user: Principal, id: string): Promise<Organisation> {
  const organisation = await store.findOrganisation(db, toViewer(user), id);
  if (organisation === null) throw notFound('Organisation');
  return organisation;
}

/**
 * The organisation with an id, for a change. Refuses `not_found` when it is missing or not visible to this user, `forbidden` when
 * they see only some of its missions.
 */
export async function requireWholeOrganisation(db: Db, user: Principal, id: string): Promise<Organisation> {
  const organisation = await requireOrganisation(db, user, id);
  if (!(await store.seesWhole(db, toViewer(user), id))) {
    throw forbidden(
      'Only someone who sees every mission and engagement of this organisation, or an administrator, can change it',
    );
  }
  return organisation;
}

/** Creates an organisation. Refuses `duplicate` a name that another one visible to this user has, ignoring case. */
export function createOrganisation(
  { db, now }: Organisations,
  user: Principal,
  name: string,
): Promise<Organisation> {
  return inTransaction(db, async (trx) => {
    await store.refuseTakenName(trx, toViewer(user), name);
    return requireOrganisation(trx, user, await makeOrganisation(trx, now, user, user.id, name));
  });
}

async function makeOrganisation(
  trx: Trx,
  now: Now,
  by: Author,
  created_by: string | null,
  name: string,
): Promise<string> {
  const id = newId();
  const at = isoTime(now());
  await store.insertOrganisation(trx, { id, name, created_by, created_at: at });
  await recordWrite(trx, { at, by, verb: 'created', ...organisation(id), after: { name } });
  return id;
}

/**
 * Renames an organisation; client names written with missions stay. Refuses `not_found`, `forbidden`, and `duplicate` as when
 * creating one.
 */
export function changeOrganisation(
  { db, now }: Organisations,
  user: Principal,
  id: string,
  { name }: { name?: string | undefined },
): Promise<Organisation> {
  return inLongTransaction(db, async (trx, pause) => {
    const before = await requireWholeOrganisation(trx, user, id);
    if (name === undefined || name === before.name) return before;
    if (toClientKey(name) !== toClientKey(before.name)) {
      await store.refuseTakenName(trx, toViewer(user), name);
    }
    const at = timeAfter(before.updated_at, now);
    await store.renameOrganisation(trx, id, name, at);
    const write = { at, by: user };
    const fields = { before: { name: before.name }, after: { name } };
    await recordWrite(trx, { ...write, verb: 'changed', ...organisation(id), ...fields });
    const work = await store.listWork(trx, id);
    await recordNewOrganisation(trx, work, write, { before, after: { id, name } }, pause);
    return requireOrganisation(trx, user, id);
  });
}

/** Deletes an organisation with its tools. Refuses `not_found`, `forbidden`, `in_use` while it has a mission or an engagement. */
export async function removeOrganisation(
  { db, now }: Organisations,
  user: Principal,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { name } = await requireWholeOrganisation(trx, user, id);
    if (await store.isInUse(trx, id)) {
      throw new DomainError('in_use', 'The organisation has missions or engagements');
    }
    await store.deleteOrganisation(trx, id);
    const at = isoTime(now());
    await recordWrite(trx, { at, by: user, verb: 'deleted', ...organisation(id), before: { name } });
  });
}

function organisation(id: string): { object: 'organisation'; id: string } {
  return { object: 'organisation', id };
}

/**
 * Moves the missions, engagements and tools of an organisation to `into` and deletes it, with tools whose names `into` already
 * has. Logo and colour are moved if `into` has none. The histories of both sides' missions and engagements record it. Refuses
 * `not_found`, `forbidden` for either, `invalid` at `into` one that is missing, not visible or the same, and too many tools.
 */
export function mergeOrganisation(
  organisations: Organisations,
  user: Principal,
  id: string,
  into: string,
): Promise<Organisation> {
  const { db, now } = organisations;
  return inLongTransaction(db, async (trx, pause) => {
    const from = await requireWholeOrganisation(trx, user, id);
    if ((await store.findOrganisation(trx, toViewer(user), into)) === null) {
      throw invalid('into', `no organisation has the id ${into}`);
    }
    const target = await requireWholeOrganisation(trx, user, into);
    if (into === id) throw invalid('into', 'is the organisation itself');
    if (from.tools + target.tools > mostTools) {
      throw invalid('into', `the organisation would have more than ${mostTools} tools`);
    }
    const at = timeAfter(target.updated_at, now);
    const write = { at, by: user };
    const [moved, present] = [await store.listWork(trx, id), await store.listWork(trx, into)];
    await store.moveWork(trx, id, into);
    await recordNewOrganisation(trx, moved, write, { before: from, after: target }, pause);
    // The missions of `into` record the additions, not their origin: their members may never have seen the other organisation.
    const brand = await moveBrand(trx, id, into);
    if (brand !== null) {
      await recordInWork(trx, present, { ...write, verb: 'changed', ...organisation(into), ...brand }, pause);
    }
    await mergeTools(organisations, trx, { ...write, from: id, into, present }, pause);
    await store.deleteOrganisation(trx, id);
    await store.renameOrganisation(trx, into, target.name, at);
    const after = { name: from.name, into };
    await recordWrite(trx, { ...write, verb: 'merged', ...organisation(id), after });
    return requireOrganisation(trx, user, into);
  });
}

type Merging = { at: string; by: Principal; from: string; into: string; present: store.Work };

async function mergeTools(
  { replaceTools }: Pick<Organisations, 'replaceTools'>,
  trx: Trx,
  { at, by, from, into, present }: Merging,
  pause: () => Promise<void>,
): Promise<void> {
  const { moved, replaced } = await tools.moveTools(trx, from, into);
  for (const tool of moved) {
    const about = { at, by, object: 'tool', id: tool.id } as const;
    const fields = { before: { organisation_id: from }, after: { organisation_id: into } };
    await recordWrite(trx, { ...about, verb: 'changed', ...fields });
    const after = { ...tool, organisation_id: into };
    await recordInWork(trx, present, { ...about, verb: 'created', after }, pause);
  }
  for (const { tool, other } of replaced) {
    for (const { id, ...place } of await tools.replaceInFacts(trx, tool.id, other.id)) {
      const fields = { before: { tool: toolName(tool) }, after: { tool: toolName(other) } };
      await recordWrite(trx, { at, by, verb: 'changed', object: 'fact', id, place, ...fields });
    }
  }
  await replaceTools(trx, new Map(replaced.map(({ tool, other }) => [tool.id, other.id])), { at, by });
  for (const { tool } of replaced) {
    const before = { ...tool, organisation_id: from };
    await recordWrite(trx, { at, by, verb: 'deleted', object: 'tool', id: tool.id, before });
  }
}

const toolName = ({ id, name }: Tool) => ({ id, name });

/**
 * Takes the previous and the new client of an object, returns the change of its organisation, in the caller's transaction: none
 * if the names are equal ignoring case, else the organisation of that name or a new one, and null for no client.
 */
export async function followClient(
  trx: Trx,
  now: Now,
  user: Principal,
  before: string | null,
  client: string | null | undefined,
): Promise<{ organisation_id?: string | null }> {
  if (client === undefined || toClientKey(client) === toClientKey(before)) return {};
  return { organisation_id: await findOrMakeOrganisation(trx, now, user, client) };
}

/**
 * The organisation for a client's name (ignoring case), in the caller's transaction: an existing one if visible to this user
 * (null, for the command, sees all), else a new one. Null for no client.
 */
export async function findOrMakeOrganisation(
  trx: Trx,
  now: Now,
  user: Principal | null,
  client: string | null,
): Promise<string | null> {
  if (client === null || client === '') return null;
  const viewer = user === null ? command : toViewer(user);
  const known = await store.findByName(trx, viewer, client);
  return known?.id ?? makeOrganisation(trx, now, user ?? 'command', user?.id ?? null, client);
}

/** Every tool of an organisation, by name. Refuses `not_found`. */
export async function listTools(db: Db, user: Principal, organisationId: string): Promise<Tool[]> {
  await requireOrganisation(db, user, organisationId);
  return tools.listTools(db, organisationId);
}

/** The same. The caller has checked access. */
export const readTools: (db: Db, organisationId: string) => Promise<Tool[]> = tools.listTools;

/** Whether this tool belongs to the organisation, if there is one. */
export async function isToolOf(db: Db, organisationId: string | null, toolId: string): Promise<boolean> {
  return organisationId !== null && (await tools.findTool(db, organisationId, toolId)) !== null;
}

/** Place of a tool in its path. */
export type ToolPlace = { organisation_id: string; tool_id: string };

/**
 * The tool of a path, for a change. Refuses `not_found`, `forbidden` when the user sees only some of the organisation's missions.
 */
export async function requireTool(db: Db, user: Principal, place: ToolPlace): Promise<Tool> {
  await requireWholeOrganisation(db, user, place.organisation_id);
  const tool = await tools.findTool(db, place.organisation_id, place.tool_id);
  if (tool === null) throw notFound('Tool');
  return tool;
}

/** Adds a tool. Refuses `not_found`, `forbidden`, `duplicate` a name that is taken, ignoring case, `invalid` beyond the limit. */
export function addTool(
  { db, now }: Organisations,
  user: Principal,
  organisationId: string,
  input: NewTool,
): Promise<Tool> {
  return inLongTransaction(db, async (trx, pause) => {
    const organisation = await requireWholeOrganisation(trx, user, organisationId);
    if (organisation.tools >= mostTools) {
      throw invalid('name', `an organisation has at most ${mostTools} tools`);
    }
    const time = isoTime(now());
    const tool = { id: newId(), ...input, created_at: time, updated_at: time };
    await tools.insertTool(trx, organisationId, tool);
    const after = { ...tool, organisation_id: organisationId };
    await recordTool(trx, organisationId, { at: time, by: user, verb: 'created', id: tool.id, after }, pause);
    return tool;
  });
}

/**
 * The tools of an organisation with these names, ignoring case, in the caller's transaction, by lower-case name. Missing ones are
 * created if the user (null, for the command, may do everything) sees everything of the organisation; else they stay missing.
 * Refuses `invalid` beyond the limit.
 */
export async function findOrMakeTools(
  trx: Trx,
  now: Now,
  { user, by, pause }: { user: Principal | null; by: Author; pause: () => Promise<void> },
  organisationId: string,
  wanted: readonly (Pick<NewTool, 'name' | 'vendor' | 'kind'> & {
    [Key in 'data_components' | 'retired']?: NewTool[Key] | undefined;
  })[],
): Promise<Map<string, string>> {
  const known = await tools.listTools(trx, organisationId);
  const found = new Map(known.map(({ id, name }) => [toClientKey(name), id]));
  const missing = wanted.filter(({ name }) => !found.has(toClientKey(name)));
  if (missing.length === 0) return found;
  if (user !== null && !(await store.seesWhole(trx, toViewer(user), organisationId))) return found;
  for (const { name, vendor, kind, data_components = [], retired = false } of missing) {
    if (found.has(toClientKey(name))) continue;
    if (found.size >= mostTools) throw invalid('tools', `an organisation has at most ${mostTools} tools`);
    const time = isoTime(now());
    const facts = { name, vendor, kind, data_components, retired };
    const tool = { id: newId(), ...facts, created_at: time, updated_at: time };
    await tools.insertTool(trx, organisationId, tool);
    const after = { ...tool, organisation_id: organisationId };
    await recordTool(trx, organisationId, { at: time, by, verb: 'created', id: tool.id, after }, pause);
    found.set(toClientKey(name), tool.id);
  }
  return found;
}

/** Changes the given fields. Refuses `not_found`, `forbidden`, `duplicate`. */
export function changeTool(
  { db, now }: Organisations,
  user: Principal,
  place: ToolPlace,
  patch: ToolPatch,
): Promise<Tool> {
  return inLongTransaction(db, async (trx, pause) => {
    const before = await requireTool(trx, user, place);
    if (Object.keys(patch).length === 0) return before;
    const updated_at = timeAfter(before.updated_at, now);
    const tool: Tool = { ...before, ...(patch as Partial<Tool>), updated_at };
    await tools.updateTool(trx, tool);
    const write = { at: updated_at, by: user, verb: 'changed', id: tool.id, before, after: tool } as const;
    await recordTool(trx, place.organisation_id, write, pause);
    return tool;
  });
}

/** Deletes a tool. Refuses `not_found`, `forbidden`, `in_use` while facts or expectations name it: then it can be retired. */
export async function removeTool(
  { db, now }: Organisations,
  user: Principal,
  place: ToolPlace,
): Promise<void> {
  await inLongTransaction(db, async (trx, pause) => {
    const { organisation_id } = place;
    const before = { ...(await requireTool(trx, user, place)), organisation_id };
    if (await tools.isNamed(trx, place.tool_id)) {
      throw new DomainError('in_use', 'Detections or expectations name this tool: retire it instead');
    }
    await tools.deleteTool(trx, place.tool_id);
    const at = isoTime(now());
    await recordTool(
      trx,
      organisation_id,
      { at, by: user, verb: 'deleted', id: place.tool_id, before },
      pause,
    );
  });
}

async function recordTool(
  trx: Trx,
  organisationId: string,
  write: Pick<Recorded, 'at' | 'by' | 'verb' | 'id' | 'before' | 'after'>,
  pause: () => Promise<void>,
): Promise<void> {
  await recordOrganisationWrite(trx, organisationId, { ...write, object: 'tool' }, pause);
}
