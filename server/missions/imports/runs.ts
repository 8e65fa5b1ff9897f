import { toClosed } from '../../../domain/test-record.ts';
import { putFact } from '../../facts/service.ts';
import { newId } from '../../ids.ts';
import { writeStep } from '../replay/store.ts';
import type { ImportedColumns, KeptRun } from './columns.ts';
import type { Place } from './place.ts';
import * as store from './store.ts';

/** Adds a run closed elsewhere, with its facts and evidence. */
export async function addClosedRun(
  place: Place,
  kept: ImportedColumns,
  testId: string,
  index: number,
  run: KeptRun,
): Promise<void> {
  const { from, time } = place;
  const { trx, user } = from;
  await addRecords(place, kept, testId, run);
  const isReviewed = run.facts.length > 0 || run.level !== null;
  const columns = kept.toRun(run, run.status ?? (isReviewed ? 'reviewed_by_blue' : 'executed'));
  const { executed_at, started_at, ended_at } = columns;
  await addAnswers(place, testId, index + 1, run);
  await store.insertClosedRun(trx, {
    ...toClosed(columns),
    id: newId(),
    test_id: testId,
    number: index + 1,
    reason: index === 0 ? null : (run.reason ?? 'retest'),
    started_at: index === 0 ? null : (run.begun_at ?? started_at ?? executed_at),
    closed_at: run.closed_at ?? ended_at ?? executed_at ?? time,
    closed_by: null,
    expectation_met: run.expectation_met ?? null,
    last_actor_id: user?.id ?? null,
  });
}

/** Adds the answers of the replay to a run. */
export async function addAnswers(
  { from: { trx, user }, mission, time }: Place,
  test_id: string,
  number: number,
  { replay }: Pick<KeptRun, 'replay'>,
): Promise<void> {
  if (replay === undefined) return;
  const place = { mission_id: mission.id, test_id, run: number };
  await writeStep(trx, mission, { ...place, ...replay, updated_by: user?.id ?? null, updated_at: time });
}

export async function addRecords(
  { from, mission, time }: Place,
  kept: ImportedColumns,
  testId: string,
  run: KeptRun,
): Promise<void> {
  const { trx, user } = from;
  for (const evidence of run.evidence) {
    await store.insertImportedEvidence(trx, {
      ...evidence,
      id: newId(),
      mission_id: mission.id,
      test_id: testId,
      uploaded_by: user?.id ?? null,
      uploaded_at: time,
      run_id: null,
    });
  }
  const files = run.facts.some(({ evidence = [] }) => evidence.length > 0)
    ? await store.listOpenEvidence(trx, testId)
    : new Map<string, string>();
  for (const { tool, note, evidence = [], modifiers = [], ...fact } of run.facts) {
    const tool_id = kept.toolId(tool);
    const told =
      tool === null || tool_id !== null ? note : [`Tool: ${tool}`, note].filter(Boolean).join('\n');
    await putFact(
      trx,
      { column: 'test_id', id: testId },
      {
        ...fact,
        settled: fact.settled,
        id: newId(),
        tool_id,
        note: told,
        modifiers,
        evidence_ids: [...new Set(evidence.flatMap((sha256) => files.get(sha256) ?? []))],
        analyst_id: null,
        created_at: time,
        updated_at: time,
      },
    );
  }
}
