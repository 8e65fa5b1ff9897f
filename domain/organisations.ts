/** Kinds of defensive tool, as the market names them. */
export const toolKinds = [
  'edr',
  'av',
  'siem',
  'ndr',
  'ids',
  'firewall',
  'proxy',
  'email',
  'identity',
  'dlp',
  'deception',
  'cloud',
  'other',
] as const;
export type ToolKind = (typeof toolKinds)[number];
