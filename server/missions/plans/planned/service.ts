import { isSameRule, mostExpectedRules, type NamedRule } from '../../../../domain/detection-rules.ts';
import { longestTemplateText } from '../../../../domain/limits.ts';
import { blankProcedure } from '../../../../domain/procedures.ts';
import { findEntryTags } from '../../../catalogue/service.ts';
import type { Trx } from '../../../database/database.ts';
import { invalid } from '../../../errors.ts';
import type { TemplateExpectation } from '../../../facts/expectations/contract.ts';
import { findTestSources, type SnapshotTest } from '../../../templates/service.ts';
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
