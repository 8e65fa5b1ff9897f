/** Suggested where a platform is asked for; any other may be written. */
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
