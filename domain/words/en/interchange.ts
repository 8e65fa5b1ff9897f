export const interchange = {} as const;
