import { type Fact, gone, showing } from './ledger.ts';
import type { Worker } from './worker.ts';

/** Changes something, which shows these values afterwards. */
export function changed(worker: Worker, about: string, path: string, body: object) {
  return worker.change('PATCH', path, body, [showing(about, path, body)]);
}

/** Removes something, which is gone afterwards, and what belonged to it. */
export function removed(worker: Worker, about: string, path: string, alsoGone: Fact[] = []) {
  return worker.change('DELETE', path, undefined, [gone(about, path), ...alsoGone], 204);
}
