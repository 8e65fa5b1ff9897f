export const results = {
  figures: 'figures',
  loading: 'Loading the figures',
  'empty.whole': 'No results yet',
  'empty.part': 'No results of these tests',
  'empty.not_run': 'They come with the first test that is executed and judged.',
  'empty.not_judged':
    '{count, plural, one {# test executed, and nothing is said yet of what was seen of them.} other {# tests executed, and nothing is said yet of what was seen of them.}}',
  // The part of the mission
  part_of_mission: 'Part of the mission',
  'any.scenario': 'Any scenario',
  'any.tactic': 'Any tactic',
  'any.tool': 'Any tool',
  clear_filters: 'Clear filters',
  // What the figures rest on
  basis:
    '{attempted, number} of {tests, plural, one {# test} other {# tests}} executed; {scored, number} judged.',
  basis_levels:
    '{attempted, number} of {tests, plural, one {# test} other {# tests}} executed; {scored, number} judged, {levels, number} of them by a detection level alone.',
  basis_left:
    '{attempted, number} of {tests, plural, one {# test} other {# tests}} executed ({left}); {scored, number} judged.',
  basis_left_levels:
    '{attempted, number} of {tests, plural, one {# test} other {# tests}} executed ({left}); {scored, number} judged, {levels, number} of them by a detection level alone.',
  basis_skew:
    '{count, plural, one {# test seen before the execution: one of the clocks is wrong, and these times are left out.} other {# tests seen before the execution: one of the clocks is wrong, and these times are left out.}}',
  'left.pending': '{count, plural, other {# pending}}',
  'left.skipped': '{count, plural, other {# skipped}}',
  'left.blocked': '{count, plural, other {# could not be run}}',
  // Charts
  'seen.title': 'What was seen',
  'seen.hint': 'Of the tests of which it is known.',
  'seen.rate': 'Rate',
  'rate.detection': 'Detected',
  'rate.visibility': 'Seen at all',
  'rate.prevention': 'Prevented',
  'rate.response': 'Responded to',
  'rate.missed': 'Not missed',
  'rate.expectations': 'As expected',
  'scenarios.title': 'Detection by scenario',
  'scenarios.hint': 'In the order of the mission.',
  'techniques.title': 'Detection by technique',
  'techniques.hint': 'Worst to best.',
  'techniques.hint_unknown':
    '{count, plural, one {Worst to best. Of # more technique nothing is known.} other {Worst to best. Of # more techniques nothing is known.}}',
  // What a mission has come to
  'outcome.prevented': '{count, plural, other {# prevented}}',
  'outcome.alerted': '{count, plural, other {# alerted}}',
  'outcome.logged': '{count, plural, other {# logged}}',
  'outcome.not_detected': '{count, plural, other {# missed}}',
  'outcome.not_judged': '{count, plural, other {# not judged}}',
  'outcome.not_run': '{count, plural, other {# not tested}}',
  no_outcome: 'No tests yet',
  expectations: '{met, number} met, {missed, number} missed, {open, number} open',
} as const;
