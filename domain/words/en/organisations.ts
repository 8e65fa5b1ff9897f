export const organisations = {} as const;
