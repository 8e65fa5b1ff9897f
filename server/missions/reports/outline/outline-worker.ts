import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { openInUse } from '../../../database/in-use.ts';
import { DomainError } from '../../../errors.ts';
import { buildWholeModel, tellPlaceholder, withholdFrom } from '../build.ts';
import type { ReportOutline } from '../contract.ts';
import { listEvidence, listWithheldFields, searchSensitive } from '../sanitised/search.ts';
import type { OutlineAnswer, OutlineTask } from './job.ts';
import { judgeItems } from './rules.ts';

const { task } = workerData as { task: OutlineTask };

async function work(): Promise<ReportOutline> {
  const database = await openInUse(task.database, { readonly: true });
  try {
    const { options } = task.report.report;
    const whole = await buildWholeModel(database.db, task.report);
    const model = withholdFrom(whole, options);
    const drafted = model.sections.flatMap(({ key, text, drafted: isDrafted }) =>
      isDrafted && text !== null ? [[key, text] as const] : [],
    );
    return {
      drafted: Object.fromEntries(drafted),
      items: judgeItems(model).map(({ sources, ...item }) => ({ ...item, sources: [...sources] })),
      sanitised: options.sanitised
        ? {
            sensitive: searchSensitive(model, task.decided, tellPlaceholder(model)),
            fields: listWithheldFields(whole, options.withheld_fields),
            files: listEvidence(whole),
          }
        : null,
    };
  } finally {
    await database.close();
  }
}

async function answer(): Promise<OutlineAnswer> {
  try {
    return { outline: await work() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, message: error.message } };
  }
}

const message = await answer();
// The thread is ended as soon as it has answered.
flushCompileCache();
parentPort?.postMessage(message);
