/** What a defensive tool is, as buyers and analysts of the trade sort them. */
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
