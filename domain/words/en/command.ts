export const command = {} as const;
