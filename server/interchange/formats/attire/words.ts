/** Under which the output of errors stands behind the other. */
export const errorHeading = 'STDERR';

/** Fields that ATTiRe leaves to whoever writes it. */
export const own = {
  executedAt: 'x-damson-executed-at',
  operator: 'x-damson-operator',
  comment: 'x-damson-comment',
  result: 'x-damson-attack-result',
} as const;
