import { blankProcedure } from '../../../domain/procedures.ts';
import { blankFields, blueFields, pickFields, redFields } from '../../../domain/test-record.ts';
import type { CatalogTag } from '../../fields.ts';
import type { ImportedRun } from '../../missions/imports/contract.ts';
import type { KeptEvidence, KeptTest } from '../../missions/imports/service.ts';
import type { Items } from '../thread/plan-file.ts';

/** The run that an execution of a log becomes: red's fields, and nothing of blue's. */
export function toRun(item: Items['execution']): ImportedRun {
  return {
    ...pickFields(redFields, item),
    level: null,
    ...blankFields(blueFields),
    facts: [],
    evidence: [],
  };
}

/** A test of its own for an execution that no test was planned for. */
export function toTest(
  item: Items['execution'],
  evidence: KeptEvidence[],
  catalog_tags: CatalogTag[],
): KeptTest {
  return {
    ...blankProcedure(item.name.slice(0, 200).trim() || 'Execution'),
    command: item.command,
    catalog_tags,
    status: 'executed',
    run: { ...toRun(item), evidence },
    closed_runs: [],
  };
}
