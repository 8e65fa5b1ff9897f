import type { ImportFormat } from '../../domain/interchange.ts';
import type { RedRecord } from '../../domain/test-record.ts';
import { listRuns } from './exercise/runs.ts';
import { ImportRefusal } from './format.ts';
import type { ImportPlan, RefusedRow } from './plan.ts';
import { openSource, type Staged } from './staging/source.ts';
import { recognise } from './thread/recognise.ts';

/** An execution in a log of another tool, with its id there. */
export type LoggedExecution = RedRecord & {
  row: string;
  id: string;
  name: string;
  techniques: readonly string[];
  /** Of the atomic test. */
  guid: string | null;
  /** Unmapped values, as `label: text`. */
  leftover: readonly string[];
};

export type ExecutionLog = { format: ImportFormat; executions: LoggedExecution[]; refused: RefusedRow[] };

/**
 * Reads a log of executions in this thread; `onWorkbook` hears of a workbook, which takes longer. Refuses (`ImportRefusal`) a file
 * that can't be read, or is something else.
 */
export async function readLogHere(staged: Staged, onWorkbook: () => void): Promise<ExecutionLog> {
  const source = await openSource(staged);
  if (source.isWorkbook) onWorkbook();
  try {
    const reader = await recognise(source);
    const attack = { nameOf: () => null, tacticsOf: () => [] };
    const plan = await reader.read(source, { choices: {}, attack, progress: () => {} });
    const executions = [...listExecutions(plan), ...(plan.format === 'caldera' ? listOperations(plan) : [])];
    if (executions.length === 0 && (plan.refused.length === 0 || (plan.asks?.columns ?? []).length > 0))
      throw new ImportRefusal('It is no log of executions');
    return { format: plan.format, executions, refused: plan.refused };
  } finally {
    await source.close();
  }
}

function listExecutions({ executions }: ImportPlan): LoggedExecution[] {
  return executions.map(({ sourceId, catalog_tags, template, evidence: _evidence, ...execution }) => ({
    ...execution,
    id: sourceId,
    techniques: catalog_tags,
    guid: template,
  }));
}

/** An operation of Caldera is a mission with the tests it ran. */
function listOperations({ missions }: ImportPlan): LoggedExecution[] {
  return missions.flatMap(listRuns).map(({ test, run, number }) => ({
    ...run,
    row: test.row,
    id: `${test.sourceId}/${number}`,
    name: test.name,
    command: run.command ?? test.command,
    techniques: test.catalog_tags,
    guid: null,
    leftover: test.leftover,
  }));
}
