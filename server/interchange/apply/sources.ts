import type { ImportedKind } from '../../../domain/interchange.ts';
import type { Trx } from '../../database/database.ts';
import type { NewRow } from '../../database/tables.ts';
import type { Principal } from '../../permissions.ts';
import { keepSources as putSources } from '../sources/store.ts';
import { versionsOf } from './judge.ts';

/** Result of a row: its object, or why there is none. */
export type Outcome = { id: string; missionId: string | null } | { refused: string };

/** Source of an object without its version, which is set once the object is finished. */
export type ToKeep = Omit<NewRow<'import_sources'>, 'object_version' | 'kind'> & { kind: ImportedKind };

/** Saves the sources of objects, with their current versions. */
export async function keepSources(
  trx: Trx,
  user: Principal | null,
  sources: readonly ToKeep[],
): Promise<void> {
  for (const [kind, some] of Map.groupBy(sources, (source) => source.kind)) {
    const versions = await versionsOf(
      trx,
      user,
      kind,
      some.map(({ object_id }) => object_id),
    );
    await putSources(
      trx,
      some.map((source) => ({ ...source, object_version: versions.get(source.object_id) ?? '' })),
    );
  }
}
