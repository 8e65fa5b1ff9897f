import { parentPort, workerData } from 'node:worker_threads';
import { lintTemplate } from './lint.ts';

parentPort?.postMessage(await lintTemplate(Buffer.from(workerData.task.bytes)));
