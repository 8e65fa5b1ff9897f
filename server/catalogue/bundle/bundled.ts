import { createHash } from 'node:crypto';
import { readProgramFile } from '../../program.ts';
import { type CatalogueEntry, findKind, makeAttackUrl, readParentId } from '../rules.ts';
import { readBundledThreats } from './bundled-threats.ts';
import type { CatalogueBundle } from './stix.ts';

/**
 * The bundled catalogue: identifiers, names and relations of ATT&CK, without its prose. A technique's platforms and tactics are
 * indexes into the preceding lists.
 */
export type BundledTable = {
  title: string;
  notice: string;
  version: string;
  platforms: string[];
  /** In matrix order. */
  tactics: [externalId: string, name: string, shortName: string][];
  techniques: [externalId: string, name: string, tactics: number[], platforms: number[]][];
};

export const bundledFile = new URL('../../../resources/attack-enterprise-19.1.json', import.meta.url);

/** Required digest of the file; the tool that makes it prints the new one. */
export const bundledSha256 = '76ed600dfc8201a0fbc5e815dd21618111c93049e2dce27e242dde133da890e6';

/** Returns the bundled catalogue with the digest of its file. */
export async function readBundledCatalogue(): Promise<CatalogueBundle> {
  const bytes = await readProgramFile(bundledFile);
  const table = JSON.parse(bytes.toString('utf8')) as BundledTable;
  return {
    version: table.version,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    entries: toEntries(table),
    // Successors are read separately, for all bundles.
    successors: [],
    threats: await readBundledThreats(),
  };
}

export function toEntries(table: BundledTable): CatalogueEntry[] {
  const tactics = table.tactics.map(
    ([external_id, name, short_name], position): CatalogueEntry => ({
      kind: 'tactic',
      external_id,
      name,
      description: null,
      url: makeAttackUrl(external_id),
      short_name,
      position,
      parent_id: null,
      tactic_ids: [],
      platforms: [],
    }),
  );
  const techniques = table.techniques.map(
    ([external_id, name, tacticIndexes, platformIndexes]): CatalogueEntry => {
      const kind = findKind(external_id)!;
      return {
        kind,
        external_id,
        name,
        description: null,
        url: makeAttackUrl(external_id),
        short_name: null,
        position: 0,
        parent_id: kind === 'subtechnique' ? readParentId(external_id) : null,
        tactic_ids: tacticIndexes.map((index) => table.tactics[index]![0]),
        platforms: platformIndexes.map((index) => table.platforms[index]!),
      };
    },
  );
  return [...tactics, ...techniques];
}
