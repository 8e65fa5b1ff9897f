/** Kinds of ATT&CK object that use techniques. */
export const threatKinds = ['group', 'campaign', 'software'] as const;
export type ThreatKind = (typeof threatKinds)[number];

export const softwareTypes = ['malware', 'tool'] as const;
export type SoftwareType = (typeof softwareTypes)[number];

const idForms: Readonly<Record<ThreatKind, RegExp>> = {
  group: /^G\d{4}$/,
  campaign: /^C\d{4}$/,
  software: /^S\d{4}$/,
};

/** Takes an external id, returns the kind of threat indicated by its format, or null. */
export function findThreatKind(externalId: string): ThreatKind | null {
  return threatKinds.find((kind) => idForms[kind].test(externalId)) ?? null;
}
