import { findThreatKind, type SoftwareType, type ThreatKind } from '../../../domain/threats.ts';

/** A group, a campaign or software, as a bundle has it. Lists are of external ids, in their order. */
export type Threat = {
  kind: ThreatKind;
  external_id: string;
  name: string;
  description: string | null;
  url: string;
  /** Other names. */
  aliases: string[];
  /** Null for what is no software. */
  software_type: SoftwareType | null;
  /** Days, of a campaign. */
  first_seen: string | null;
  last_seen: string | null;
  /** Techniques and sub-techniques that it uses. */
  techniques: string[];
  /** The software that a group or a campaign uses, and the groups that a campaign is attributed to. */
  related: string[];
};

/** Threats and data components of a bundle. */
export type Threats = {
  /** Of ATT&CK, which may be another one than that of the techniques; null where nobody says. */
  version: string | null;
  threats: Threat[];
  /** Names of the data components in which a technique shows, by its external id. */
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

/** Takes threats as they are kept and those of a bundle; returns what to write and the external ids of what is gone. */
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

/** Its fields in one order, whoever made it. */
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
