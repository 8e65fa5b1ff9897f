import { followFacts } from '../../../domain/outcomes.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { requireLevelOfKey } from '../../detection-levels/service.ts';
import type { Fact, FactPatch, NewFact } from '../../facts/contract.ts';
import * as facts from '../../facts/service.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { openTest } from '../doors.ts';
import { listEvidence } from '../evidence/register.ts';
import { followExpectations } from '../expectations/verdicts.ts';
import { pickWriteTime } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { updateTest } from '../mission-tests/writes.ts';
import { requireVisibleTest, type TestPlace } from '../visibility.ts';
import { readDetection } from './store.ts';

/** Where a fact is, as its path names it. */
type FactPlace = TestPlace & { fact_id: string };

/** The facts of a test, oldest first. Refuses `not_found`. */
export async function listTestFacts(db: Db, user: Principal, place: TestPlace): Promise<Fact[]> {
  const test = await requireVisibleTest(db, user, place);
  return facts.listFacts(db, { column: 'test_id', id: test.id });
}

/** A fact of a test. Refuses `not_found`. */
export async function readTestFact(db: Db, user: Principal, place: FactPlace): Promise<Fact> {
  const test = await requireVisibleTest(db, user, place);
  return facts.readFact(db, { column: 'test_id', id: test.id }, place.fact_id);
}

/** Adds a fact to a test. Refuses `not_found`, what `addFact` refuses, `archived`. */
export function addTestFact(
  tests: Services,
  user: Principal,
  place: TestPlace,
  input: NewFact,
): Promise<Fact> {
  return write(tests, user, place, (trx, holder, time) => facts.addFact(trx, user, holder, input, time));
}

/** Changes the fields present of a fact. Refuses `not_found`, what `changeFact` refuses, `archived`, `stale`. */
export function changeTestFact(
  tests: Services,
  user: Principal,
  place: FactPlace,
  patch: FactPatch,
  ifMatch: string | undefined,
): Promise<Fact> {
  return write(tests, user, place, (trx, holder, time) =>
    facts.changeFact(trx, holder, place.fact_id, patch, ifMatch, time),
  );
}

/** Deletes a fact. Refuses `not_found`, `archived`. */
export async function removeTestFact(tests: Services, user: Principal, place: FactPlace): Promise<void> {
  await write(tests, user, place, (trx, holder) => facts.removeFact(trx, holder, place.fact_id));
}

/** A write to a fact is one to its test, whose level and time of detection follow while nobody has set them. */
function write(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  change: (trx: Trx, holder: facts.FactHolder, time: string) => Promise<facts.FactChange>,
): Promise<Fact> {
  return inTransaction(db, async (trx) => {
    const test = await openTest(trx, user, place);
    const time = pickWriteTime(test, now);
    const { organisation_id, ...verdict } = await readDetection(trx, test.id);
    const changed = await change(trx, toHolder(trx, test, organisation_id), time);
    const { level, source, detected_at } = followFacts(verdict, changed.before, changed.after);
    const detection_level_id = level === null ? null : (await requireLevelOfKey(trx, level)).id;
    await updateTest(
      trx,
      test,
      {
        detection_level_id,
        detection_level_source: source,
        detected_at,
        outcome_json: facts.toBriefJson(changed.after),
        ...(await followExpectations(trx, test, { facts: changed.after })),
      },
      user.id,
      time,
    );
    const after = { level, source, detected_at };
    await recordWrite(trx, {
      at: time,
      by: user,
      ...facts.describeChange(changed, { before: verdict, after }),
      place: { mission_id: test.mission_id, test_id: test.id },
    });
    return changed.fact;
  });
}

function toHolder(trx: Trx, test: OpenTest, organisationId: string | null): facts.FactHolder {
  return {
    column: 'test_id',
    id: test.id,
    organisationId,
    listEvidenceIds: async () => new Set((await listEvidence(trx, test.id)).map(({ id }) => id)),
  };
}
