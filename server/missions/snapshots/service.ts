import { readCatalogueVersion } from '../../catalogue/service.ts';
import { type Now, timeAfter } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import type { CatalogTag } from '../../fields.ts';
import { newId } from '../../ids.ts';
import type { SnapshotSource } from '../../templates/service.ts';
import { Turn } from '../../turn.ts';
import { insertEdges } from '../attack-path/store.ts';
import type { OpenMission } from '../heads.ts';
import { insertTests, type NewTest } from '../mission-tests/new-tests.ts';
import type { TestSource } from '../plans/planned/service.ts';
import * as store from './store.ts';

/** Source of a scenario; it need not come from a template. */
export type ScenarioSource = Omit<SnapshotSource, 'id' | 'tags' | 'tests'> & {
  id: string | null;
  tests: TestSource[];
};

const insertedAtOnce = 50;

/**
 * Copies scenario templates into a mission: later edits or deletion of a template do not affect the copy. Returns the time of
 * copying.
 */
export async function takeSnapshots(
  trx: Trx,
  now: Now,
  mission: OpenMission,
  sources: readonly ScenarioSource[],
  pause: () => Promise<void>,
): Promise<string> {
  const before = await store.readSnapshotState(trx, mission);
  const time = timeAfter(before.last_change_at, now);
  const tags = new Map<string, CatalogTag>(before.catalog_tags.map((tag) => [tag.external_id, tag]));
  let position = before.scenarios;
  let added = 0;
  const turn = new Turn();
  for (const source of sources) {
    const scenarioId = newId();
    await store.insertScenario(trx, mission, {
      id: scenarioId,
      source_template_id: source.id,
      name: source.name,
      description: source.description,
      position,
      catalog_tags: source.catalog_tags,
    });
    position += 1;
    for (const tag of source.catalog_tags) if (!tags.has(tag.external_id)) tags.set(tag.external_id, tag);
    const ids = source.tests.map(() => newId());
    for (let from = 0; from < source.tests.length; from += insertedAtOnce) {
      const some = source.tests.slice(from, from + insertedAtOnce);
      for (const tag of some.flatMap(({ catalog_tags }) => catalog_tags)) {
        if (!tags.has(tag.external_id)) tags.set(tag.external_id, tag);
      }
      await insertTests(
        trx,
        mission,
        some.map(
          (test, index): NewTest => ({
            id: ids[from + index] as string,
            scenario_id: scenarioId,
            source_template_id: test.id,
            position: from + index,
            name: test.name,
            description: test.description,
            objective: test.objective,
            procedure: test.procedure,
            suggested_command: test.command,
            cleanup_command: test.cleanup_command,
            expected_detection: test.expected_detection,
            platforms: test.platforms,
            opsec: test.opsec,
            tags: test.tags,
            catalog_tags: test.catalog_tags,
            expectations: test.expectations,
            variable_defaults: test.variables,
            updated_at: time,
          }),
        ),
      );
      added += some.length;
      await turn.giveWay(pause);
    }
    await insertEdges(
      trx,
      mission,
      source.follows.map(({ position, follows, condition }) => ({
        test_id: ids[position] as string,
        follows_id: ids[follows] as string,
        condition,
      })),
    );
  }
  await store.recordSnapshot(trx, mission, {
    tags: [...tags.values()],
    // Scenarios made by hand have no version.
    version:
      mission.tests === 0
        ? (before.catalog_version ?? (await readCatalogueVersion(trx)))
        : before.catalog_version,
    added,
    time,
  });
  return time;
}
