export const missions = {} as const;
