export const entryKinds = ['tactic', 'technique', 'subtechnique'] as const;
export type EntryKind = (typeof entryKinds)[number];
