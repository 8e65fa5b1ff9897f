import { mostTools } from '../../domain/limits.ts';
import { seesEveryMission } from '../../domain/missions.ts';
import { isoTime, type Now, timeAfter } from '../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../database/database.ts';
import { toClientKey } from '../database/search.ts';
import { DomainError, invalid, notFound } from '../errors.ts';
import { type Author, type Recorded, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { Found } from '../paging.ts';
import type { Principal } from '../permissions.ts';
import { moveBrand } from './brand/store.ts';
import type { NewTool, Organisation, OrganisationListQuery, Tool, ToolPatch } from './contract.ts';
import * as store from './store.ts';
import * as tools from './tools/store.ts';

export type Organisations = {
  db: Db;
  now: Now;
  /** What follows in the transaction of a merge, for the tools that are named in place of others from now on. */
  afterMerge: (trx: Trx, toolIds: readonly string[]) => Promise<void>;
};

function toViewer(user: Principal): store.Viewer {
  return { id: user.id, seesAll: seesEveryMission(user.role) };
}

/**
 * A page of organisations, by name unless told otherwise. Somebody who does not see every mission sees those of their missions, of engagements, and
 * those that nothing is for: another client's name does not leave its missions.
 */
export function listOrganisations(
  db: Db,
  user: Principal,
  query: OrganisationListQuery,
): Promise<Found<Organisation>> {
  return inSnapshot(db, (trx) => store.listOrganisations(trx, toViewer(user), query));
}

/** The organisation behind an id. Refuses `not_found` what is missing or not visible to this user. */
export async function requireOrganisation(db: Db, user: Principal, id: string): Promise<Organisation> {
  const organisation = await store.findOrganisation(db, toViewer(user), id);
  if (organisation === null) throw notFound('Organisation');
  return organisation;
}

/** Makes an organisation. Refuses `duplicate` a name that is taken in any case. */
export function createOrganisation(
  { db, now }: Organisations,
  user: Principal,
  name: string,
): Promise<Organisation> {
  return inTransaction(db, async (trx) => {
    const id = newId();
    const at = isoTime(now());
    await store.insertOrganisation(trx, { id, name, created_at: at });
    await recordWrite(trx, { at, by: user, verb: 'created', ...organisation(id), after: { name } });
    return requireOrganisation(trx, user, id);
  });
}

/** Renames an organisation; clients written with missions stay as they are. Refuses `not_found`, `duplicate`. */
export function changeOrganisation(
  { db, now }: Organisations,
  user: Principal,
  id: string,
  { name }: { name?: string | undefined },
): Promise<Organisation> {
  return inTransaction(db, async (trx) => {
    const before = await requireOrganisation(trx, user, id);
    if (name !== undefined) {
      const at = timeAfter(before.updated_at, now);
      await store.renameOrganisation(trx, id, name, at);
      await recordWrite(trx, { at, by: user, verb: 'changed', ...organisation(id), before, after: { name } });
    }
    return requireOrganisation(trx, user, id);
  });
}

/** Deletes an organisation with its tools. Refuses `not_found`, `in_use` while a mission or an engagement is for it. */
export async function removeOrganisation(
  { db, now }: Organisations,
  user: Principal,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { name } = await requireOrganisation(trx, user, id);
    if (await store.isInUse(trx, id)) {
      throw new DomainError('in_use', 'Missions or engagements are for this organisation');
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
 * Gives `into` the missions, engagements and tools of an organisation, which goes; a tool that `into` has by name goes too. Logo and
 * colour go over where it has none.
 * Refuses `not_found`, `invalid` at `into` what is missing, not visible or the same, and more tools than one may have.
 */
export function mergeOrganisation(
  { db, now, afterMerge }: Organisations,
  user: Principal,
  id: string,
  into: string,
): Promise<Organisation> {
  return inTransaction(db, async (trx) => {
    const from = await requireOrganisation(trx, user, id);
    const target = await store.findOrganisation(trx, toViewer(user), into);
    if (target === null) throw invalid('into', `no organisation has the id ${into}`);
    if (into === id) throw invalid('into', 'is the organisation itself');
    if (from.tools + target.tools > mostTools) {
      throw invalid('into', `the organisation would have more than ${mostTools} tools`);
    }
    await store.moveWork(trx, id, into);
    await moveBrand(trx, id, into);
    await afterMerge(trx, await tools.moveTools(trx, id, into));
    await store.deleteOrganisation(trx, id);
    const at = timeAfter(target.updated_at, now);
    await store.renameOrganisation(trx, into, target.name, at);
    const about = organisation(id);
    await recordWrite(trx, { at, by: user, verb: 'merged', ...about, after: { name: from.name, into } });
    return requireOrganisation(trx, user, into);
  });
}

/**
 * Takes the client that something was written with and the one it is written with now, returns what changes of its
 * organisation, in the caller's transaction: none while the name is the same in any case, else the organisation of that name
 * or a new one, and null for no client.
 */
export async function followClient(
  trx: Trx,
  now: Now,
  before: string | null,
  client: string | null | undefined,
): Promise<{ organisation_id?: string | null }> {
  if (client === undefined || toClientKey(client) === toClientKey(before)) return {};
  return { organisation_id: await findOrMakeOrganisation(trx, now, client) };
}

/**
 * The organisation for a client's name, in the caller's transaction: the one of that name in any case, or a new one. Null for
 * no client.
 */
export async function findOrMakeOrganisation(
  trx: Trx,
  now: Now,
  client: string | null,
): Promise<string | null> {
  if (client === null || client === '') return null;
  const known = await store.findByName(trx, client);
  if (known !== null) return known.id;
  const id = newId();
  await store.insertOrganisation(trx, { id, name: client, created_at: isoTime(now()) });
  return id;
}

/** Every tool of an organisation, by name. Refuses `not_found`. */
export async function listTools(db: Db, user: Principal, organisationId: string): Promise<Tool[]> {
  await requireOrganisation(db, user, organisationId);
  return tools.listTools(db, organisationId);
}

/** The same. The caller has judged who sees them. */
export const readTools: (db: Db, organisationId: string) => Promise<Tool[]> = tools.listTools;

/** Whether an organisation, if there is one, has this tool. */
export async function isToolOf(db: Db, organisationId: string | null, toolId: string): Promise<boolean> {
  return organisationId !== null && (await tools.findTool(db, organisationId, toolId)) !== null;
}

/** Where a tool is, as its path names it. */
export type ToolPlace = { organisation_id: string; tool_id: string };

/** The tool behind a path. Refuses `not_found`. */
export async function requireTool(db: Db, user: Principal, place: ToolPlace): Promise<Tool> {
  await requireOrganisation(db, user, place.organisation_id);
  const tool = await tools.findTool(db, place.organisation_id, place.tool_id);
  if (tool === null) throw notFound('Tool');
  return tool;
}

/** Adds a tool. Refuses `not_found`, `duplicate` a name that is taken in any case, `invalid` one more than there may be. */
export function addTool(
  { db, now }: Organisations,
  user: Principal,
  organisationId: string,
  input: NewTool,
): Promise<Tool> {
  return inTransaction(db, async (trx) => {
    const organisation = await requireOrganisation(trx, user, organisationId);
    if (organisation.tools >= mostTools) {
      throw invalid('name', `an organisation has ${mostTools} tools at most`);
    }
    const time = isoTime(now());
    const tool = { id: newId(), ...input, created_at: time, updated_at: time };
    await tools.insertTool(trx, organisationId, tool);
    const after = { ...tool, organisation_id: organisationId };
    await recordTool(trx, { at: time, by: user, verb: 'created', id: tool.id, after });
    return tool;
  });
}

/**
 * The tools of an organisation that have these names in any case, those that are missing made, in the caller's transaction; by their
 * names in lower case. Refuses `invalid` more than there may be.
 */
export async function findOrMakeTools(
  trx: Trx,
  now: Now,
  by: Author,
  organisationId: string,
  wanted: readonly Pick<NewTool, 'name' | 'vendor' | 'kind'>[],
): Promise<Map<string, string>> {
  const known = await tools.listTools(trx, organisationId);
  const found = new Map(known.map(({ id, name }) => [toClientKey(name), id]));
  for (const { name, vendor, kind } of wanted) {
    if (found.has(toClientKey(name))) continue;
    if (found.size >= mostTools) throw invalid('tools', `an organisation has ${mostTools} tools at most`);
    const time = isoTime(now());
    const facts = { name, vendor, kind, data_components: [], retired: false };
    const tool = { id: newId(), ...facts, created_at: time, updated_at: time };
    await tools.insertTool(trx, organisationId, tool);
    const after = { ...tool, organisation_id: organisationId };
    await recordTool(trx, { at: time, by, verb: 'created', id: tool.id, after });
    found.set(toClientKey(name), tool.id);
  }
  return found;
}

/** Changes the fields present. Refuses `not_found`, `duplicate`. */
export function changeTool(
  { db, now }: Organisations,
  user: Principal,
  place: ToolPlace,
  patch: ToolPatch,
): Promise<Tool> {
  return inTransaction(db, async (trx) => {
    const before = await requireTool(trx, user, place);
    if (Object.keys(patch).length === 0) return before;
    const updated_at = timeAfter(before.updated_at, now);
    const tool: Tool = { ...before, ...(patch as Partial<Tool>), updated_at };
    await tools.updateTool(trx, tool);
    await recordTool(trx, { at: updated_at, by: user, verb: 'changed', id: tool.id, before, after: tool });
    return tool;
  });
}

/** Deletes a tool. Refuses `not_found`, `in_use` while facts or expectations name it: then it can be retired. */
export async function removeTool(
  { db, now }: Organisations,
  user: Principal,
  place: ToolPlace,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const { organisation_id } = place;
    const before = { ...(await requireTool(trx, user, place)), organisation_id };
    if (await tools.isNamed(trx, place.tool_id)) {
      throw new DomainError('in_use', 'Facts or expectations name this tool: retire it instead');
    }
    await tools.deleteTool(trx, place.tool_id);
    await recordTool(trx, { at: isoTime(now()), by: user, verb: 'deleted', id: place.tool_id, before });
  });
}

async function recordTool(
  trx: Trx,
  write: Pick<Recorded, 'at' | 'by' | 'verb' | 'id' | 'before' | 'after'>,
): Promise<void> {
  await recordWrite(trx, { ...write, object: 'tool' });
}
