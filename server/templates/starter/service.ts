import { isCatalogueLoaded } from '../../catalogue/service.ts';
import { inLongTransaction } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { DomainError } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import type { NewTestTemplate } from '../contract.ts';
import { addScenarioTemplate, listScenarioNamesTagged } from '../scenarios/service.ts';
import { addTestTemplate, findTestTemplatesBySource } from '../test-templates/service.ts';
import type { LoadedStarter } from './contract.ts';
import { starterScenarios } from './library/library.ts';
import type { StarterTest } from './library/shape.ts';

/** A scenario is recognised by this tag and its name; a test by its source, even when renamed. */
const starterTag = 'starter library';
const sourceOf = ({ key }: StarterTest) => `Damson starter library: ${key}`;

/** Number of tests and scenarios in the starter library. */
export const starterSize = {
  tests: new Set(starterScenarios.flatMap(({ tests }) => tests.map(({ key }) => key))).size,
  scenarios: starterScenarios.length,
};

/**
 * Creates the missing templates of the starter library, all or none; existing ones stay, changed or not. Refuses
 * `catalogue_absent`, and `invalid` a technique missing from a catalogue of another version.
 */
export function loadStarterLibrary({ db, now }: Services, user: Principal): Promise<LoadedStarter> {
  return inLongTransaction(db, async (trx, pause) => {
    if (!(await isCatalogueLoaded(trx))) {
      throw new DomainError(
        'catalogue_absent',
        'Load the ATT&CK catalogue first: the starter library needs it',
      );
    }
    const sources = starterScenarios.flatMap(({ tests }) => tests.map(sourceOf));
    const known = await findTestTemplatesBySource(trx, sources);
    const names = await listScenarioNamesTagged(trx, starterTag);
    const loaded = {
      test_templates: { added: 0, present: known.size },
      scenario_templates: { added: 0, present: 0 },
    };
    // Lists show the newest first, so the last one is created first.
    for (const { tests, ...scenario } of starterScenarios.toReversed()) {
      for (const test of tests.toReversed()) {
        const source = sourceOf(test);
        if (known.has(source)) continue;
        known.set(source, await addTestTemplate(trx, now, user, toTemplate(test)));
        loaded.test_templates.added += 1;
        await pause();
      }
      if (names.has(scenario.name)) {
        loaded.scenario_templates.present += 1;
        continue;
      }
      await addScenarioTemplate(trx, now, user, {
        ...scenario,
        tags: [...scenario.tags, starterTag],
        catalog_tags: [],
        test_template_ids: tests.map((test) => known.get(sourceOf(test)) as string),
        follows: [],
      });
      loaded.scenario_templates.added += 1;
    }
    return loaded;
  });
}

function toTemplate({ key, technique, ...test }: StarterTest): NewTestTemplate {
  return {
    ...test,
    tags: [...test.tags, starterTag],
    catalog_tags: [{ kind: technique.includes('.') ? 'subtechnique' : 'technique', external_id: technique }],
    variables: test.variables ?? {},
    source: sourceOf({ key, technique, ...test }),
  };
}
