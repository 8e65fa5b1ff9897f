export const facts = {} as const;
