import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { mergePdfs } from './merge.ts';
import type { MergeTask } from './merge-job.ts';

const { places, merged, finish } = (workerData as { task: MergeTask }).task;
const printed = await mergePdfs(places, merged, finish);
// The thread is ended as soon as it has answered.
flushCompileCache();
parentPort?.postMessage({ printed });
