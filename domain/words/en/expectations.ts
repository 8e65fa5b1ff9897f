/** What is expected of a test. */
export const expectations = {
  any_result: 'Any result that is known',
  at_least: 'at least {severity}',
  within: 'within {time}',
} as const;
