/** Expected outcomes of a test. */
export const expectations = {
  any_result: 'Any known result',
  with_verdict: '{kind}: {expected} ({verdict})',
  at_least: 'at least {severity}',
  within: 'within {time}',
} as const;
