/** Noise level of a test, least first. */
export const opsecLevels = ['low', 'medium', 'high'] as const;
export type OpsecLevel = (typeof opsecLevels)[number];
