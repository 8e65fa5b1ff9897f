export const remediation = {} as const;
