export const results = {
  'labels.scenario': 'Scenario',
  'labels.tactic': 'Tactic',
  'labels.tool': 'Tool',
  not_judged: 'not judged',
  not_tested: 'not tested',
  no_tests_yet: 'No tests yet',
  met_met_missed_missed_open_open: '{met} met, {missed} missed, {open} open',
  detected: 'Detected',
  seen_at_all: 'Seen at all',
  prevented: 'Prevented',
  responded_to: 'Responded to',
  not_missed: 'Not missed',
  as_expected: 'As expected',
  what_was_seen: 'What was seen',
  of_the_tests_of_which_it: 'Of the tests of which it is known.',
  rate: 'Rate',
  detection_by_scenario: 'Detection by scenario',
  in_the_order_of_the_mission: 'In the order of the mission.',
  detection_by_technique: 'Detection by technique',
  part_of_the_mission: 'Part of the mission',
  any_name: 'Any {name}',
  clear_filters: 'Clear filters',
  figures: 'figures',
  loading_the_figures: 'Loading the figures',
  no_results_of_these_tests: 'No results of these tests',
  no_results_yet: 'No results yet',
  they_come_with_the_first_test: 'They come with the first test that is executed and judged.',
  executed_and_nothing_is_said_yet:
    '{attempted, plural, one {# test} other {# tests}} executed, and nothing is said yet of what was seen of them.',
  could_not_be_run: 'could not be run',
  worst_to_best: 'Worst to best.',
  worst_to_best_but:
    'Worst to best. Of {count, plural, one {# more technique} other {# more techniques}} nothing is known.',
  basis: '{attempted} of {tests, plural, one {# test} other {# tests}} executed; {scored} judged.',
  basis_levels:
    '{attempted} of {tests, plural, one {# test} other {# tests}} executed; {scored} judged, {levels} of them by a detection level alone.',
  basis_left:
    '{attempted} of {tests, plural, one {# test} other {# tests}} executed ({left}); {scored} judged.',
  basis_left_levels:
    '{attempted} of {tests, plural, one {# test} other {# tests}} executed ({left}); {scored} judged, {levels} of them by a detection level alone.',
  basis_skew:
    '{count, plural, one {# test} other {# tests}} seen before the execution: one of the clocks is wrong, and these times are left out.',
} as const;
