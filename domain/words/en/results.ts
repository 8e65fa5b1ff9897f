export const results = {
  figures: 'figures',
  loading: 'Loading the figures',
  'empty.whole': 'No results yet',
  'empty.part': 'No results of these tests',
  'empty.not_run': 'Results appear with the first executed and judged test.',
  'empty.not_judged': '{count, plural, one {# test} other {# tests}} executed, no detections recorded yet.',
  // The part of the mission
  part_of_mission: 'Part of the mission',
  'any.scenario': 'Any scenario',
  'any.tactic': 'Any tactic',
  'any.tool': 'Any tool',
  clear_filters: 'Clear filters',
  // Basis of the figures
  basis:
    '{attempted, number} of {tests, plural, one {# test} other {# tests}} executed; {scored, number} judged.',
  basis_levels:
    '{attempted} of {tests, plural, one {# test} other {# tests}} executed; {scored} judged, {levels} of them only by a detection level.',
  basis_left:
    '{attempted, number} of {tests, plural, one {# test} other {# tests}} executed ({left}); {scored, number} judged.',
  basis_left_levels:
    '{attempted} of {tests, plural, one {# test} other {# tests}} executed ({left}); {scored} judged, {levels} of them only by a detection level.',
  basis_skew:
    '{count, plural, one {# test was} other {# tests were}} detected before execution: a clock is wrong, and these times are left out.',
  'left.pending': '{count, plural, other {# pending}}',
  'left.skipped': '{count, plural, other {# skipped}}',
  'left.blocked': '{count, plural, other {# blocked}}',
  // Charts
  'seen.title': 'Detections',
  'seen.hint': 'Out of the tests with a known result.',
  'seen.rate': 'Rate',
  'rate.detection': 'Detected',
  'rate.visibility': 'Visible',
  'rate.prevention': 'Prevented',
  'rate.response': 'Responded',
  'rate.missed': 'Not missed',
  'rate.expectations': 'Expected outcome met',
  'scenarios.title': 'Detection by scenario',
  'scenarios.hint': 'In the order of the mission.',
  'techniques.title': 'Detection by technique',
  'techniques.hint': 'Worst first.',
  'techniques.hint_unknown':
    'Worst first. {count, plural, one {# more technique has} other {# more techniques have}} no known result.',
  // Outcomes of a mission
  'outcome.prevented': '{count, plural, other {# prevented}}',
  'outcome.alerted': '{count, plural, other {# detected}}',
  'outcome.logged': '{count, plural, other {# logged only}}',
  'outcome.not_detected': '{count, plural, other {# missed}}',
  'outcome.not_judged': '{count, plural, other {# not judged}}',
  'outcome.not_run': '{count, plural, other {# not tested}}',
  no_outcome: 'No tests yet',
  expectations: '{met, number} met, {missed, number} not met, {open, number} open',
} as const;
