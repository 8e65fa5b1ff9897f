/** Takes the external id of a technique, returns the filter for it and its sub-techniques. */
export function withSubtechniques(technique: string): string {
  return technique.includes('.') ? technique : `${technique}.*`;
}

/** Whether a technique (external id) passes a filter: it is the same, or `T1059.*` includes it as itself or a sub-technique. */
export function isOfTechnique(externalId: string, wanted: string): boolean {
  if (!wanted.endsWith('.*')) return externalId === wanted;
  return externalId === wanted.slice(0, -2) || externalId.startsWith(wanted.slice(0, -1));
}
