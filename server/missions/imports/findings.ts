import { nameSuggestion } from '../../../domain/findings.ts';
import type { Trx } from '../../database/database.ts';
import { recordWrite } from '../../history/service.ts';
import { decide } from '../findings/decisions-store.ts';
import { insertFinding, takeNumber } from '../findings/store.ts';
import { hasRun } from '../remediations/store.ts';
import type { KeptTest } from './columns.ts';
import type { ImportedFinding } from './contract.ts';
import type { Find, Place } from './place.ts';
import * as store from './store.ts';

/** Adds a finding with its number, or the next one if that is taken; returns, in words, references missing from the mission. */
export async function addFinding(
  place: Place,
  id: string,
  planned: ImportedFinding,
  of: { test: Find; remediation: Find },
): Promise<string[]> {
  const { from, mission, isNew, time: at } = place;
  const { trx, user, by } = from;
  const { tests, evidence, remediations, suggestions, ...fields } = planned;
  const found = await findNamed(trx, planned, of);
  const number = await takeNumber(trx, mission, { number: fields.number, isNew });
  const links = {
    tests: found.tests,
    evidence_ids: found.evidence_ids,
    remediation_ids: found.remediation_ids,
  };
  await insertFinding(trx, mission, {
    ...fields,
    ...links,
    id,
    number,
    status_changed_at: at,
    status_changed_by: user?.id ?? null,
    created_by: user?.id ?? null,
    created_at: at,
    updated_by: user?.id ?? null,
    updated_at: at,
  });
  for (const suggestion of found.suggestions) await note(place, suggestion, id, null);
  const lost = [...found.lost, ...(number === fields.number ? [] : [`number: F-${fields.number}`])];
  if (isNew) return lost;
  const seenBy = fields.side === 'both' ? { place: { mission_id: mission.id } } : {};
  const after = { ...fields, ...links, number };
  await recordWrite(trx, { at, by, verb: 'created', object: 'finding', id, ...seenBy, after });
  return lost;
}

/** Objects referred to by a finding, by source id, and in words the missing ones. */
async function findNamed(trx: Trx, planned: ImportedFinding, of: { test: Find; remediation: Find }) {
  const lost: string[] = [];
  const tests = new Map<string, { test_id: string; run: number }>();
  for (const { test, run } of planned.tests) {
    const test_id = of.test(test);
    const isThere = test_id !== undefined && (await hasRun(trx, { test_id, number: run }));
    if (isThere) tests.set(`${test_id} ${run}`, { test_id, run });
    else lost.push(`tests: run ${run} of ${test}`);
  }
  const files = new Set<string>();
  for (const { test, run, sha256 } of planned.evidence) {
    const test_id = of.test(test);
    const inRun = test_id === undefined ? [] : await store.listEvidenceOfRun(trx, { test_id, run });
    const file = inRun.find((one) => one.sha256 === sha256 && !files.has(one.id));
    if (file !== undefined) files.add(file.id);
    else lost.push(`evidence: ${sha256} of run ${run} of ${test}`);
  }
  const measures = new Set<string>();
  for (const remediation of planned.remediations) {
    const found = of.remediation(remediation);
    if (found === undefined) lost.push(`remediations: ${remediation}`);
    else measures.add(found);
  }
  const suggestions = planned.suggestions.flatMap(({ test, ...rest }) => {
    const test_id = of.test(test);
    return test_id === undefined ? [] : [nameSuggestion({ ...rest, test_id })];
  });
  return {
    tests: [...tests.values()],
    evidence_ids: [...files],
    remediation_ids: [...measures],
    suggestions,
    lost,
  };
}

/** Notes dismissed suggestions of a test, so that they never return. */
export async function noteDecided(place: Place, test_id: string, { decided = [] }: KeptTest): Promise<void> {
  for (const { reason, ...one } of decided)
    await note(place, nameSuggestion({ ...one, test_id }), null, reason);
}

async function note(
  { from, mission, time }: Place,
  suggestion: string,
  finding_id: string | null,
  reason: string | null,
): Promise<void> {
  const { trx, user } = from;
  await decide(trx, {
    mission_id: mission.id,
    suggestion,
    finding_id,
    reason,
    decided_by: user?.id ?? null,
    decided_at: time,
  });
}
