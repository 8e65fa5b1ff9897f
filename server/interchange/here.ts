import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ImportFormat } from '../../domain/interchange.ts';
import { isoTime, type Now } from '../database/clock.ts';
import { inSnapshot } from '../database/database.ts';
import { newId } from '../ids.ts';
import { applyImport } from './apply/apply.ts';
import { type HereParts, markUnchanged } from './apply/as-here.ts';
import { judgeAll, sayWhy } from './apply/judge.ts';
import { everybody } from './apply/undo.ts';
import { readAttackFacts } from './attack-facts.ts';
import type { ImportRow, ImportTotals } from './contract.ts';
import { addUp, emptyTotals } from './rules.ts';
import type { Staged } from './staging/source.ts';
import * as store from './store.ts';
import { readImport } from './thread/job.ts';

export type ImportedHere = {
  format: ImportFormat;
  version: string | null;
  notes: string[];
  totals: ImportTotals;
  /** Refused rows, and rows left unchanged here. */
  left: Pick<ImportRow, 'row' | 'name' | 'why'>[];
};

/**
 * Reads a local file or folder and, unless it is a dry run, imports it, for the command. Refuses (`ImportRefusal`) unreadable
 * content, and what applying refuses.
 */
export async function importHere(
  { now, folder, ...parts }: HereParts & { now: Now; folder: string },
  staged: Staged,
  asked: { format: ImportFormat | null; isTrial: boolean; size: number },
  progress: (share: number) => void,
): Promise<ImportedHere> {
  const { db, evidence } = parts;
  const id = newId();
  const place = path.join(folder, id);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const plan = path.join(place, 'plan.jsonl');
  const choices = {};
  try {
    const attack = await inSnapshot(db, readAttackFacts);
    const task = { staged, format: asked.format, choices, attack, plan };
    const watch = { stop: new AbortController().signal, progress: (share: number) => progress(share / 2) };
    const { format, version, notes, rows } = await readImport(task, watch);
    await markUnchanged(parts, null, { format, rows }, { name: staged.name, choices, attack }, watch.stop);
    if (asked.isTrial) {
      const judged = await judgeAll(db, null, format, rows, choices);
      const totals = emptyTotals();
      for (const [index, { action }] of judged.entries()) addUp(totals, rows[index]?.what ?? null, action);
      const left = rows.flatMap(({ row, name, refused }, index) => {
        const why = refused ?? sayWhy(judged[index]);
        return why === null ? [] : [{ row, name, why }];
      });
      return { format, version, notes, totals: totals.all, left };
    }
    const createdAt = isoTime(now());
    const ready = {
      id,
      format,
      version,
      fileName: staged.name,
      size: asked.size,
      createdAt,
      notes,
      rows,
      plan,
      choices,
    };
    const quotas = { mission: null, person: null };
    await applyImport(
      { db, now, user: null, by: 'command', viewer: everybody, ready, quotas, evidence, staged },
      { stop: watch.stop, progress: (share) => progress(0.5 + share / 2) },
    );
    const applied = await store.findImport(db, null, id);
    return {
      format,
      version,
      notes,
      totals: applied?.totals ?? emptyTotals().all,
      left: await store.listLeft(db, id),
    };
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
