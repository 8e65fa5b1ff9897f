import { findCycle, type PathEdge, withoutCycles } from '../../../../domain/attack-path.ts';
import { isSameRule, mostExpectedRules, type NamedRule } from '../../../../domain/detection-rules.ts';
import { longestTemplateText } from '../../../../domain/limits.ts';
import { blankProcedure } from '../../../../domain/procedures.ts';
import { findEntryTags } from '../../../catalogue/service.ts';
import type { Trx } from '../../../database/database.ts';
import { type FieldError, invalid, refuseFields } from '../../../errors.ts';
import type { TemplateExpectation } from '../../../facts/expectations/contract.ts';
import type { PositionEdge } from '../../../templates/contract.ts';
import { findTestSources, type SnapshotTest } from '../../../templates/service.ts';
import { refuseCycle } from '../../attack-path/rules.ts';
import type { PlannedTest } from './contract.ts';

/** A test to copy into a mission; a hand-written one has no template. */
export type TestSource = Omit<SnapshotTest, 'id'> & { id: string | null };

/**
 * The tests of a plan in order, each with its reason. Refuses `invalid` at `tests.N` an unknown or deleted template, and a tag
 * that is no entry of its kind.
 */
export async function readPlannedTests(trx: Trx, planned: readonly PlannedTest[]): Promise<TestSource[]> {
  if (planned.length === 0) return [];
  const templates = await findTestSources(
    trx,
    planned.flatMap((test) => ('test_template_id' in test ? [test.test_template_id] : [])),
  );
  const entries = await findEntryTags(
    trx,
    planned.flatMap((test) =>
      'name' in test ? test.catalog_tags.map(({ external_id }) => external_id) : [],
    ),
  );
  return planned.map((test, index): TestSource => {
    if ('test_template_id' in test) {
      const { test_template_id: id, reason, rules } = test;
      const template = templates.get(id);
      if (template === undefined) {
        throw invalid(`tests.${index}.test_template_id`, `no test template has the id ${id}`);
      }
      return {
        ...template,
        description: beginWith(reason, template.description),
        expectations: expectOf(rules, template.expectations),
      };
    }
    const tags = test.catalog_tags.map(({ kind, external_id }, tag) => {
      const entry = entries.get(external_id);
      if (entry?.kind === kind) return entry;
      throw invalid(`tests.${index}.catalog_tags.${tag}`, `the catalogue has no ${kind} ${external_id}`);
    });
    const catalog_tags = [...new Map(tags.map((tag) => [tag.external_id, tag])).values()];
    const blank = blankProcedure(test.name);
    return {
      ...{ id: null, ...blank, description: test.reason, catalog_tags },
      expectations: expectOf(test.rules, blank.expectations),
    };
  });
}

/**
 * Which test of a plan follows which, by positions in a scenario where `from` tests come before. `names` are those of its tests. Refuses, at `tests.N.follows.N`, a
 * position beyond them and a repeated one; and `follows_cycle`, with the names.
 */
export function readPlannedFollows(
  planned: readonly PlannedTest[],
  names: readonly string[],
  from: number,
): PositionEdge[] {
  const errors: FieldError[] = [];
  const edges: (PathEdge & { edge: PositionEdge })[] = [];
  for (const [position, { follows = [] }] of planned.entries()) {
    const seen = new Set<number>();
    for (const [index, { position: followed, condition }] of follows.entries()) {
      const message =
        followed >= planned.length
          ? `there are ${planned.length} tests, from 0`
          : seen.has(followed)
            ? 'is named twice'
            : null;
      seen.add(followed);
      if (message !== null) errors.push({ path: `tests.${position}.follows.${index}.position`, message });
      const edge = { position: from + position, follows: from + followed, condition };
      edges.push({ test_id: `${position}`, follows_id: `${followed}`, condition, edge });
    }
  }
  refuseFields(errors);
  const kept = withoutCycles(edges);
  const closing = new Set(edges).difference(new Set(kept)).values().next().value;
  if (closing !== undefined) {
    const cycle = findCycle(kept, closing.test_id, [closing.follows_id]) ?? [];
    // Several may have the same name.
    refuseCycle(cycle.map((step) => `${Number(step) + 1}. ${names[Number(step)]}`));
  }
  return edges.map(({ edge }) => edge);
}

/** Expectations in which the alert comes of these rules; its severity and time stay. */
function expectOf(
  rules: readonly NamedRule[],
  expectations: readonly TemplateExpectation[],
): TemplateExpectation[] {
  if (rules.length === 0) return [...expectations];
  const before = expectations.find(({ kind, result }) => kind === 'alerted' && result === 'yes');
  const alerted = before ?? { ...blankExpectation, kind: 'alerted', result: 'yes' };
  const others = expectations.filter(({ kind }) => kind !== 'alerted');
  const known = before?.rules ?? [];
  const added = rules.filter((rule) => !known.some((one) => isSameRule(one, rule)));
  return [...others, { ...alerted, rules: [...known, ...added].slice(0, mostExpectedRules) }];
}

const blankExpectation = { severity: null, within_seconds: null, tool_ids: [] };

/** A description stays unchanged if there is no room for the reason. */
function beginWith(reason: string | null, description: string | null): string | null {
  if (reason === null || description === null) return reason ?? description;
  const text = `${reason}\n\n${description}`;
  return text.length > longestTemplateText ? description : text;
}
