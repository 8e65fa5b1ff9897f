export const missionEditor = {} as const;
