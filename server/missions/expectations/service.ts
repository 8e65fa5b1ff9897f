import { inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { refuseFields } from '../../errors.ts';
import { type ExpectationInput, writeExpectations } from '../../facts/expectations/contract.ts';
import { listFacts } from '../../facts/service.ts';
import { isToolOf } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import type { MissionTest } from '../contract.ts';
import { openTest } from '../doors.ts';
import { readDetection } from '../facts/store.ts';
import { pickWriteTime, readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { setVerdict, updateTest } from '../mission-tests/writes.ts';
import type { TestPlace } from '../visibility.ts';
import * as store from './store.ts';
import { toVerdictColumn } from './verdicts.ts';

/**
 * Replaces the expectations of a test. Refuses `not_found`, `invalid` a tool that is neither the organisation's nor already
 * expected, `archived`, and `stale` when `ifMatch` does not name the current version.
 */
export function replaceExpectations(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  expectations: readonly ExpectationInput[],
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    const judge = () => refuseUnknownTools(trx, place.test_id, expectations);
    const test = await openTest(trx, user, place, { judge, ifMatch });
    const { expectations: before, executed_at } = await store.readPlan(trx, test.id);
    const facts = await listFacts(trx, { column: 'test_id', id: test.id });
    const change = {
      expectations_json: writeExpectations(expectations),
      expectation_met: toVerdictColumn(expectations, { executed_at, facts }),
    };
    const time = pickWriteTime(test, now);
    await updateTest(trx, test, change, user.id, time);
    await store.setTools(trx, test.id, expectations);
    await recordExpectations(trx, { at: time, by: user }, test, before);
    return readWrittenTest(trx, user, place);
  });
}

/** Tools already named in an expectation may be sent again, even if they are no longer allowed. */
async function refuseUnknownTools(
  trx: Trx,
  testId: string,
  expectations: readonly ExpectationInput[],
): Promise<void> {
  const { expectations: present } = await store.readPlan(trx, testId);
  const known = new Set(present.flatMap(({ tool_ids }) => tool_ids));
  const { organisationId } = await readDetection(trx, testId);
  const errors: { path: string; message: string }[] = [];
  for (const [place, { tool_ids }] of expectations.entries()) {
    for (const [index, tool] of tool_ids.entries()) {
      if (known.has(tool) || (await isToolOf(trx, organisationId, tool))) continue;
      const path = `expectations.${place}.tool_ids.${index}`;
      errors.push({ path, message: `the organisation has no tool with the id ${tool}` });
    }
  }
  refuseFields(errors);
}

async function recordExpectations(
  trx: Trx,
  { at, by }: { at: string; by: Principal },
  test: Pick<OpenTest, 'id' | 'mission_id'>,
  before: readonly store.NamedExpectation[],
): Promise<void> {
  const toFields = (expectations: readonly store.NamedExpectation[]) => ({
    expectations: expectations.map(({ tool_ids: _ids, ...expectation }) => expectation),
  });
  const after = (await store.readPlan(trx, test.id)).expectations;
  await recordTestWrite(trx, by, test, {
    at,
    verb: 'changed',
    before: toFields(before),
    after: toFields(after),
  });
}

/**
 * Replaces expected tools in tests and judges these again, in the caller's transaction. `tools` maps each tool to its
 * replacement; facts already name the replacement.
 */
export async function replaceExpectedTools(
  trx: Trx,
  tools: ReadonlyMap<string, string>,
  write: { at: string; by: Principal },
): Promise<void> {
  if (tools.size === 0) return;
  for (const test of await store.listTestsNaming(trx, [...tools.keys()])) {
    const before = (await store.readPlan(trx, test.id)).expectations;
    await store.setTools(
      trx,
      test.id,
      before.map(({ kind, tool_ids }) => ({
        kind,
        tool_ids: [...new Set(tool_ids.map((id) => tools.get(id) ?? id))],
      })),
    );
    await recordExpectations(trx, write, test, before);
  }
  for (const { id } of await store.listTestsNaming(trx, [...tools.values()])) {
    const { expectations, executed_at } = await store.readPlan(trx, id);
    const facts = await listFacts(trx, { column: 'test_id', id });
    await setVerdict(trx, id, toVerdictColumn(expectations, { executed_at, facts }));
  }
}
