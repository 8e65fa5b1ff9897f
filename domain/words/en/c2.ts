export const c2 = {} as const;
