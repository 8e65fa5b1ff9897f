/** Heading of error output within the output. */
export const errorHeading = 'STDERR';

/** Fields that ATTiRe leaves to the producer. */
export const own = {
  executedAt: 'x-damson-executed-at',
  operator: 'x-damson-operator',
  comment: 'x-damson-comment',
  result: 'x-damson-attack-result',
} as const;
