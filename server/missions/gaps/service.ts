import { setImmediate as nextTurn } from 'node:timers/promises';
import { gapWeights, judgeGap } from '../../../domain/gaps.ts';
import { levelKeys } from '../../../domain/outcomes.ts';
import { readFollower } from '../../catalogue/successors/service.ts';
import type { ThreatChoice } from '../../catalogue/threats/contract.ts';
import { chooseTechniques, compareUses } from '../../catalogue/threats/service.ts';
import type { Db } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { requireOrganisation } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { matchTemplates } from '../../templates/threats/service.ts';
import { listOrganisationMissions } from '../figures/service.ts';
import type { Gaps } from './contract.ts';
import * as store from './store.ts';

type Last = { mission: { id: string; name: string }; date: string; tests: store.RunTest[] };

/**
 * Gaps of an organisation against chosen threats, in the missions visible to this user. Refuses `not_found`, and as
 * `chooseTechniques` does.
 */
export async function readGaps(
  { db, now }: Services,
  user: Principal,
  organisationId: string,
  choice: ThreatChoice,
): Promise<Gaps> {
  const { id, name } = await requireOrganisation(db, user, organisationId);
  const chosen = await chooseTechniques(db, choice);
  const lasts = await findLastTests(db, user, id);
  const matchesOf = await matchTemplates(db);
  const tests = [...lasts.values()].flatMap((last) => last.tests.map((test) => test.id));
  const unresolved = await store.countUnresolved(db, tests);
  const gaps = chosen.techniques.flatMap((technique): Gaps['gaps'] => {
    const last = lasts.get(technique.external_id);
    const tested = (last?.tests ?? []).map(({ level, executed_at }) => ({
      level,
      at: executed_at ?? `${last?.date}T00:00:00.000Z`,
    }));
    const reason = judgeGap(tested, now());
    if (reason === null) return [];
    return [
      {
        ...technique,
        templates: matchesOf(technique.external_id),
        reason,
        score: Math.round(gapWeights[reason] * technique.weight * 1000) / 1000,
        last: last === undefined ? null : describeLast(last),
        unresolved_remediations: (last?.tests ?? []).reduce(
          (sum, test) => sum + (unresolved.get(test.id) ?? 0),
          0,
        ),
      },
    ];
  });
  gaps.sort(
    (one, other) =>
      Number(other.executable) - Number(one.executable) || other.score - one.score || compareUses(one, other),
  );
  return {
    organisation: { id, name },
    threats: chosen.threats,
    unknown: chosen.unknown,
    covered: chosen.techniques.length - gaps.length,
    gaps,
  };
}

/** For each technique, the newest mission in which it was executed, and its tests there. */
async function findLastTests(db: Db, user: Principal, organisation: string): Promise<Map<string, Last>> {
  const lasts = new Map<string, Last>();
  const toNow = await readFollower(db);
  for (const { id, name, date } of await listOrganisationMissions(db, user, organisation)) {
    const byTechnique = Map.groupBy(
      (await store.listRunTests(db, id)).flatMap((test) =>
        [...new Set(test.techniques.map(toNow))].map((technique) => ({ technique, test })),
      ),
      ({ technique }) => technique,
    );
    for (const [technique, of] of byTechnique) {
      lasts.set(technique, { mission: { id, name }, date, tests: of.map(({ test }) => test) });
    }
    // One mission is read at a time.
    await nextTurn();
  }
  return lasts;
}

/** Describes the worst test; an unjudged one counts as missed. */
function describeLast({ mission, date, tests }: Last): Gaps['gaps'][number]['last'] {
  const rank = ({ level }: store.RunTest) => (level === null ? 0.5 : levelKeys.indexOf(level));
  const [worst] = tests.toSorted((one, other) => rank(one) - rank(other));
  if (worst === undefined) return null;
  return {
    mission,
    test: { id: worst.id, name: worst.name },
    at: worst.executed_at ?? `${date}T00:00:00.000Z`,
  };
}
