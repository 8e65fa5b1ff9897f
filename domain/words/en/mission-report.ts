export const missionReport = {} as const;
