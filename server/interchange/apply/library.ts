import { withoutCycles } from '../../../domain/attack-path.ts';
import { longestCondition, mostTemplateEdges } from '../../../domain/limits.ts';
import { keepRule } from '../../catalogue/detection-rules/service.ts';
import { findEntryTags } from '../../catalogue/service.ts';
import { isoTime } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { type NewTestTemplate, type PositionEdge, testTemplateBody } from '../../templates/contract.ts';
import { addScenarioTemplate, writeScenarioTemplate } from '../../templates/scenarios/service.ts';
import {
  addTestTemplate,
  readTestTemplateVersions,
  writeTestTemplate,
} from '../../templates/test-templates/service.ts';
import { putSelection } from '../own/store.ts';
import { findSources, type Source } from '../sources/store.ts';
import type { TagRef } from '../thread/attack.ts';
import type { Items, PlanLine } from '../thread/plan-file.ts';
import type { Applying } from './applying.ts';

/** The templates of this import so far, by source id. */
export type Library = { templates: Map<string, string> };

type LibraryKind = 'test_template' | 'scenario_template' | 'selection' | 'rule';
type LibraryLine = Extract<PlanLine, { what: LibraryKind }>;

/** Creates an object outside missions, or changes it if `source` names it; returns its id. Refuses `invalid`. */
export function applyLibraryItem(
  applying: Applying,
  library: Library,
  line: LibraryLine,
  source: Source | null,
): Promise<string> {
  return write(applying, library, line, source?.object_id ?? null);
}

function write(
  applying: Applying,
  library: Library,
  { what, item }: LibraryLine,
  id: string | null,
): Promise<string> {
  switch (what) {
    case 'test_template':
      return writeTemplate(applying, library, item, id);
    case 'scenario_template':
      return writeScenario(applying, library, item, id);
    case 'selection':
      return writeSelection(applying, item, id);
    case 'rule':
      return writeRule(applying, item, id);
  }
}

async function writeTemplate(
  { trx, now, by, pause }: Applying,
  { templates }: Library,
  { sourceId, expectations, catalog_tags, ...fields }: Items['test_template'],
  id: string | null,
): Promise<string> {
  const body: NewTestTemplate = testTemplateBody.parse({
    ...fields,
    expectations: expectations.map(({ tools: _tools, ...expectation }) => expectation),
    catalog_tags: await keepKnown(trx, catalog_tags),
  });
  if (id !== null) await writeTestTemplate(trx, now, by, id, body, pause);
  const written = id ?? (await addTestTemplate(trx, now, by, body));
  templates.set(sourceId, written);
  return written;
}

/** The catalogue may have been synchronised since the file was read. */
export async function keepKnown<T extends TagRef>(trx: Trx, tags: readonly T[]): Promise<T[]> {
  const known = await findEntryTags(
    trx,
    tags.map((tag) => tag.external_id),
  );
  return tags.filter((tag) => known.get(tag.external_id)?.kind === tag.kind);
}

async function writeScenario(
  { trx, now, by, ready }: Applying,
  { templates }: Library,
  item: Items['scenario_template'],
  id: string | null,
): Promise<string> {
  const { name, description, tags, templates: sourceIds } = item;
  const missing = sourceIds.filter((sourceId) => !templates.has(sourceId));
  const earlier = await findSources(trx, { format: ready.format, kind: 'test_template', scope: '' }, [
    ...new Set(missing),
  ]);
  const present = await readTestTemplateVersions(
    trx,
    [...earlier.values()].map(({ object_id }) => object_id),
  );
  const found = sourceIds.map((sourceId) => {
    const before = earlier.get(sourceId)?.object_id ?? '';
    return templates.get(sourceId) ?? (present.has(before) ? before : null);
  });
  const test_template_ids = found.filter((one) => one !== null);
  if (test_template_ids.length === 0 && sourceIds.length > 0) {
    throw new DomainError('invalid', 'None of the tests it names exists');
  }
  const body = {
    name,
    description,
    tags,
    test_template_ids,
    follows: toFollows(item.follows ?? [], found),
    catalog_tags: await keepKnown(trx, item.catalog_tags),
  };
  if (id === null) return addScenarioTemplate(trx, now, by, body);
  await writeScenarioTemplate(trx, now, by, id, body);
  return id;
}

/** Edges by the positions of the tests that were found, without those that close a cycle. */
function toFollows(follows: readonly PositionEdge[], found: readonly (string | null)[]): PositionEdge[] {
  let position = 0;
  const placeOf = found.map((one) => (one === null ? undefined : position++));
  const edges = follows.flatMap(({ position: from, follows: to, condition }) => {
    const [test, followed] = [placeOf[from], placeOf[to]];
    if (test === undefined || followed === undefined) return [];
    const said = condition?.trim().slice(0, longestCondition).toWellFormed() || null;
    return [{ position: test, follows: followed, condition: said }];
  });
  const ids = edges.map((edge) => ({ test_id: `${edge.position}`, follows_id: `${edge.follows}`, edge }));
  return withoutCycles(ids)
    .map(({ edge }) => edge)
    .slice(0, mostTemplateEdges);
}

async function writeSelection(
  { trx, now, ready }: Applying,
  { name, description, attack_version, techniques }: Items['selection'],
  id: string | null,
): Promise<string> {
  const at = isoTime(now());
  const row = {
    id: id ?? newId(),
    import_id: ready.id,
    name: name.slice(0, 200),
    description,
    attack_version,
    techniques_json: JSON.stringify(techniques),
    created_at: at,
    updated_at: at,
  };
  await putSelection(trx, row);
  return row.id;
}

async function writeRule(
  { trx, now, ready }: Applying,
  { sourceId, catalog_tags, simulations, refers, ...fields }: Items['rule'],
  id: string | null,
): Promise<string> {
  const at = isoTime(now());
  const row = {
    id: id ?? newId(),
    import_id: ready.id,
    rule_id: sourceId,
    ...fields,
    catalog_tags_json: JSON.stringify(await keepKnown(trx, catalog_tags)),
    simulations_json: simulations.length === 0 ? null : JSON.stringify(simulations),
    refers_json: refers.length === 0 ? null : JSON.stringify(refers),
    created_at: at,
    updated_at: at,
  };
  await keepRule(trx, row);
  return row.id;
}
