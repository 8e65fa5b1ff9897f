/** Noise levels of a test, quietest first. */
export const opsecLevels = ['low', 'medium', 'high'] as const;
export type OpsecLevel = (typeof opsecLevels)[number];
