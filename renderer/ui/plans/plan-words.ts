/** Suggested platforms; any other text is accepted. */
export const commonPlatforms = [
  'Windows',
  'Linux',
  'macOS',
  'Containers',
  'ESXi',
  'IaaS',
  'Identity Provider',
  'Network Devices',
  'Office Suite',
  'SaaS',
];
