export const toThreatPath = (externalId: string) => `/catalogue/threats/${externalId}`;
