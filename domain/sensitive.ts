/** Kinds of likely secrets and names in a report that is to be sanitised; docs/reports.md describes each. */
export const sensitiveKinds = [
  'organisation',
  'person',
  'host',
  'user',
  'mail',
  'domain',
  'address',
  'password',
  'key',
  'token',
] as const;
export type SensitiveKind = (typeof sensitiveKinds)[number];

/** Objects of a report in which texts stand. */
export const sensitiveObjects = [
  'report',
  'section',
  'mission',
  'scenario',
  'test',
  'finding',
  'remediation',
  'tlpt',
  'tool',
] as const;
export type SensitiveObject = (typeof sensitiveObjects)[number];
