import type { C2Adapter } from './adapter.ts';
import { noAnswer } from './failures.ts';
import type { FrameworkLimits } from './limits.ts';

/**
 * An adapter with a deadline for each call, however many requests it takes and however slowly answers arrive. A late request
 * finishes on its own, and its answer serves the next caller.
 */
export function withDeadlines(
  adapter: C2Adapter,
  { testMs, operationMs }: Pick<FrameworkLimits, 'testMs' | 'operationMs'>,
): C2Adapter {
  const within = async <T>(milliseconds: number, question: Promise<T>): Promise<T> => {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(noAnswer()), milliseconds);
    try {
      return await Promise.race([question, promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    testConnection: () => within(testMs, adapter.testConnection()),
    listCallbacks: () => within(operationMs, adapter.listCallbacks()),
    getTask: (id) => within(operationMs, adapter.getTask(id)),
    getTaskOutput: (id) => within(operationMs, adapter.getTaskOutput(id)),
    listTasks: (page) => within(operationMs, adapter.listTasks(page)),
    tryNow: () => adapter.tryNow(),
    close: () => adapter.close(),
  };
}
