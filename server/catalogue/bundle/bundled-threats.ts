import { findThreatKind, type SoftwareType } from '../../../domain/threats.ts';
import { readProgramFile } from '../../program.ts';
import { makeThreatUrl, type Threat, type Threats } from '../threats/rules.ts';

/** The bundled threats: identifiers, names and relations of ATT&CK, without its prose. */
export type BundledThreats = {
  title: string;
  notice: string;
  version: string;
  techniques: string[];
  components: string[];
  /** Indexes into the techniques and, for other threats, into this list. */
  threats: [
    externalId: string,
    name: string,
    aliases: string[],
    techniques: number[],
    related: number[],
    about?: [type: SoftwareType] | [firstSeen: string | null, lastSeen: string | null],
  ][];
  /** For each technique, indexes into the components. */
  shownBy: number[][];
};

export const bundledThreatsFile = new URL('../../../resources/attack-threats-18.1.json', import.meta.url);

/** Returns the bundled threats. */
export async function readBundledThreats(): Promise<Threats> {
  return toThreats(
    JSON.parse((await readProgramFile(bundledThreatsFile)).toString('utf8')) as BundledThreats,
  );
}

export function toThreats(table: BundledThreats): Threats {
  const { techniques, components } = table;
  return {
    version: table.version,
    threats: table.threats.map(([external_id, name, aliases, used, related, about]): Threat => {
      const kind = findThreatKind(external_id)!;
      return {
        kind,
        external_id,
        name,
        description: null,
        url: makeThreatUrl(external_id),
        aliases,
        software_type: kind === 'software' ? (about![0] as SoftwareType) : null,
        first_seen: kind === 'campaign' ? (about![0] as string | null) : null,
        last_seen: kind === 'campaign' ? (about![1] as string | null) : null,
        techniques: used.map((index) => techniques[index]!),
        related: related.map((index) => table.threats[index]![0]),
      };
    }),
    data_components: table.shownBy.flatMap((indexes, technique): [string, string[]][] =>
      indexes.length === 0 ? [] : [[techniques[technique]!, indexes.map((index) => components[index]!)]],
    ),
  };
}
