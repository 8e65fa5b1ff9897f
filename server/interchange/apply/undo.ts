import { isoTime, type Now } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { dropMission } from '../../missions/service.ts';
import type { Principal } from '../../permissions.ts';
import { dropScenarioTemplate, isInScenarios } from '../../templates/scenarios/service.ts';
import { dropTestTemplate } from '../../templates/tests/service.ts';
import { Turn } from '../../turn.ts';
import * as store from '../store.ts';
import { versionsOf } from './judge.ts';

type Undoing = { trx: Trx; now: Now; user: Principal; pause: () => Promise<void> };

/**
 * Deletes what an import has made, in the caller's transaction, and records it; organisations and tools stay. Refuses `import_touched`
 * what was changed since, or is in use, and an import that changed what was there before.
 */
export async function undoImport({ trx, now, user, pause }: Undoing, id: string): Promise<void> {
  const sources = await store.listSourcesOf(trx, id);
  if ((await store.countWritten(trx, id)) !== sources.length || sources.some(({ made }) => made === 0)) {
    throw touched('It has changed what was there before, or another import has changed what it made');
  }
  const of = (kind: string) => sources.filter((source) => source.kind === kind);
  const missions = new Set(of('mission').map(({ object_id }) => object_id));
  const elsewhere = sources.find(
    ({ scope, kind }) => scope !== '' && kind !== 'mission' && !missions.has(scope),
  );
  if (elsewhere !== undefined || of('execution').length > 0) {
    throw touched('It has added to a mission that was there before');
  }
  for (const [kind, some] of Map.groupBy(sources, (source) => source.kind)) {
    const present = await versionsOf(
      trx,
      user,
      kind,
      some.map(({ object_id }) => object_id),
    );
    const changed = some.find(({ object_id, object_version }) => present.get(object_id) !== object_version);
    if (changed !== undefined) throw touched('Something of it was changed or deleted since');
    await pause();
  }
  const turn = new Turn();
  for (const { object_id } of of('scenario_template')) {
    await dropScenarioTemplate(trx, now, user, object_id);
    await turn.giveWay(pause);
  }
  for (const { object_id } of of('test_template')) {
    if (await isInScenarios(trx, object_id)) throw touched('A scenario template has one of its tests');
    await dropTestTemplate(trx, now, user, object_id);
    await turn.giveWay(pause);
  }
  for (const missionId of missions) await dropMission(trx, now, user, missionId);
  for (const kind of ['selection', 'rule'] as const) {
    for (const { object_id } of of(kind)) await store.deleteOwn(trx, kind, object_id);
  }
  await store.forgetSources(trx, id);
  const at = isoTime(now());
  await store.noteUndone(trx, id, at);
  await recordWrite(trx, {
    at,
    by: user,
    verb: 'taken_back',
    object: 'import',
    id,
    after: { undone_at: at },
  });
}

function touched(message: string): DomainError {
  return new DomainError('import_touched', `The import can't be undone. ${message}`);
}
