import type { ThreatKind } from '../../../../domain/threats.ts';

type Words = { one: string; many: string };

export const kindWords: Readonly<Record<ThreatKind, Words>> = {
  group: { one: 'Group', many: 'Groups' },
  campaign: { one: 'Campaign', many: 'Campaigns' },
  software: { one: 'Software', many: 'Software' },
};

export const toThreatPath = (externalId: string) => `/catalogue/threats/${externalId}`;
