export type FactorValues = { code: string; recovery_code: string };
