export const charts = {} as const;
