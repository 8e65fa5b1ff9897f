import { findThreatKind, type SoftwareType, type ThreatKind } from '../../../domain/threats.ts';

/** A group, a campaign or software in a bundle. Lists hold external ids, sorted. */
export type Threat = {
  kind: ThreatKind;
  external_id: string;
  name: string;
  description: string | null;
  url: string;
  /** Other names. */
  aliases: string[];
  /** Null unless it is software. */
  software_type: SoftwareType | null;
  /** Days; for a campaign. */
  first_seen: string | null;
  last_seen: string | null;
  /** Techniques and sub-techniques that it uses. */
  techniques: string[];
  /** The software used by a group or campaign, and the groups to which a campaign is attributed. */
  related: string[];
};

/** Threats and data components of a bundle. */
export type Threats = {
  /** ATT&CK version, possibly different from that of the techniques; null when unknown. */
  version: string | null;
  threats: Threat[];
  /** Names of the data components that detect a technique, by its external id. */
  data_components: [technique: string, names: string[]][];
};

const folders: Readonly<Record<ThreatKind, string>> = {
  group: 'groups',
  campaign: 'campaigns',
  software: 'software',
};

/** Takes the external id of a threat, returns the address of its page at MITRE. */
export function makeThreatUrl(externalId: string): string {
  const kind = findThreatKind(externalId);
  return `https://attack.mitre.org/${kind === null ? '' : `${folders[kind]}/`}${externalId}`;
}

/** Takes the stored threats and those of a bundle; returns the rows to write and the external ids to remove. */
export function compareThreats(
  current: readonly Threat[],
  next: readonly Threat[],
): { written: Threat[]; gone: string[] } {
  const before = new Map(current.map((threat) => [threat.external_id, JSON.stringify(inOrder(threat))]));
  const after = new Set(next.map(({ external_id }) => external_id));
  return {
    written: next.filter((threat) => before.get(threat.external_id) !== JSON.stringify(inOrder(threat))),
    gone: current.map(({ external_id }) => external_id).filter((id) => !after.has(id)),
  };
}

/** Its fields in a fixed order. */
function inOrder(threat: Threat): unknown[] {
  return [
    threat.kind,
    threat.name,
    threat.description,
    threat.url,
    threat.aliases,
    threat.software_type,
    threat.first_seen,
    threat.last_seen,
    threat.techniques,
    threat.related,
  ];
}
