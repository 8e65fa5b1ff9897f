export const toThreatPath = (externalId: string) => `/catalogue/threats/${externalId}`;

/** The name of a technique. Only some sub-techniques have that of their technique in theirs, so it is left out of all. */
export function nameTechnique({ external_id, name }: { external_id: string; name: string }): string {
  return external_id.includes('.') ? name.replace(/^.*?: /, '') : name;
}
