import { AsyncLocalStorage } from 'node:async_hooks';
import { type EngineName, type Shown, writeShown } from './shown.ts';

/**
 * The part of the data that a caller reads: `null` is all of it. Others do not read hidden tests of missions; `leads` names
 * somebody who does so in the missions that they lead.
 */
export type View = { leads: string | null } | null;

/** The view of a caller who leads nothing, which is the same for all of them. */
export const shownOnly: View = { leads: null };

const views = new AsyncLocalStorage<View>();
/** For all that a thread does for somebody. */
let ofThread: View = null;

/** Runs `work`, and all that follows from it, with this view. */
export function inView<T>(view: View, work: () => T): T {
  return views.run(view, work);
}

/** Runs `work` on everything: what protects, counts or links rows must not depend on the caller. */
export function wholly<T>(work: () => T): T {
  return views.run(null, work);
}

/** The view of the running request, thread or job; null without one. */
export function findView(): View {
  const view = views.getStore();
  return view === undefined ? ofThread : view;
}

/** Sets the view of everything that this thread does. */
export function keepView(view: View): void {
  ofThread = view;
}

/** A function that runs with the view of now, whoever calls it. */
export function bindView<A extends unknown[], T>(work: (...given: A) => T): (...given: A) => T {
  const view = findView();
  return (...given) => views.run(view, () => work(...given));
}

/** Names a view where results are kept for all who have it. */
export function nameView(view: View = findView()): string {
  return view === null ? '' : `shown:${view.leads ?? ''}`;
}

const isRead = /^\s*(?:select|with|\()/i;

/** Statements as a view reads them, by their text. */
const rewritten: Record<EngineName, Map<string, Shown | null>> = {
  sqlite: new Map(),
  postgres: new Map(),
};
const mostKept = 2000;

type Statement = { sql: string; parameters: readonly unknown[] };

/** The statement by which the present view reads; the same one for those who see everything, and for writes. */
export function toSeen(engine: EngineName, sql: string, parameters: readonly unknown[]): Statement {
  const view = findView();
  if (view === null || !isRead.test(sql)) return { sql, parameters };
  const known = rewritten[engine];
  const key = view.leads === null ? sql : `leads ${parameters.length} ${sql}`;
  let shown = known.get(key);
  if (shown === undefined) {
    shown = writeShown(engine, sql, view.leads !== null, parameters.length);
    if (known.size >= mostKept) known.delete(known.keys().next().value as string);
    known.set(key, shown);
  }
  if (shown === null) return { sql, parameters };
  if (!shown.namesLead || view.leads === null) return { sql: shown.sql, parameters };
  return {
    sql: shown.sql,
    parameters: engine === 'sqlite' ? [view.leads, ...parameters] : [...parameters, view.leads],
  };
}
