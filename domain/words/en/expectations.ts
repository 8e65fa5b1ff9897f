/** Expected outcomes of a test. */
export const expectations = {
  any_result: 'Any known result',
  with_verdict: '{kind}: {expected} ({verdict})',
  at_least:
    'at least {severity, select, informational {informational} low {low} medium {medium} high {high} critical {critical} other {{severity}}}',
  within: 'within {time}',
} as const;
