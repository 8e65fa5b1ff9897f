/** How much noise a test makes, least first. */
export const opsecLevels = ['low', 'medium', 'high'] as const;
export type OpsecLevel = (typeof opsecLevels)[number];
