export const engagements = {} as const;
