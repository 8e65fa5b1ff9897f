export const simulations = {} as const;
