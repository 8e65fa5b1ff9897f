import { type ToolKind, toolKinds } from '../../../../domain/organisations.ts';

const kindName: Record<ToolKind, string> = {
  edr: 'EDR',
  av: 'Antivirus',
  siem: 'SIEM',
  ndr: 'NDR',
  ids: 'IDS or IPS',
  firewall: 'Firewall',
  proxy: 'Proxy',
  email: 'E-mail security',
  identity: 'Identity',
  dlp: 'DLP',
  deception: 'Deception',
  cloud: 'Cloud security',
  other: 'Other',
};

export const toKindName = (kind: ToolKind): string => kindName[kind];

/** The kinds of a tool, to choose from. */
export const kindOptions = toolKinds.map((value) => ({ value, label: kindName[value] }));
