export const engagements = {
  they_will_be_gone_for_good:
    'They will be deleted permanently, with their simulations, all records, their C2 connections and stored outputs.',
  new_engagement: 'New engagement',
  edit_engagement: 'Edit engagement',
  create_engagement: 'Create engagement',
  more_about_this_engagement: 'More about this engagement',
  edit_name_client_dates: 'Edit name, organisation, dates',
  delete_engagement: 'Delete engagement',
  done_of_simulations_done: '{done, number} of {simulations, number} done',
  c2_framework: 'C2 framework',
  history: 'History',
  simulations_done: 'Simulations done',
  what_it_is_red_runs_its:
    'An engagement is ad hoc: simulations around a C2 framework. Unlike a mission, it is not planned from templates. Red runs its simulations, and the SOC reviews each.',
  what_it_is_the_red_team:
    'An engagement is ad hoc: simulations around a C2 framework. Unlike a mission, it is not planned from templates. The red team creates them; simulations appear here for you to review.',
  engagement: 'engagement',
  the_engagement_stayed_as_it_was: 'The engagement was not changed',
  complete_this_engagement: 'Complete this engagement?',
  complete_engagement: 'Complete engagement',
  left_of_its_simulations_simulations_left:
    '{left, plural, one {# simulation is} other {# simulations are}} not done yet, of {simulations, number}. They can still be worked on, and the engagement can be reopened.',
  delete_this_engagement: 'Delete this engagement?',
  b_will_be_gone_for_good:
    '{b} will be deleted permanently, with {simulations, plural, one {its simulation} other {its # simulations}}, the records of both sides, its C2 connection and the output that came from it.',
  every_account_sees_this: 'No members: every account can see this engagement.',
  no_members_are_left: 'No members are left: only administrators can see this engagement.',
  once_it_has_members:
    'Once it has members, only they and administrators can see this engagement. Without any, every account can.',
  you_leave_this_engagement: 'You removed yourself: you will no longer see this engagement.',
  results: 'Results',
  executed: 'Executed',
  detected: 'Detected',
  new_simulation: 'New simulation',
  list_of_simulations: 'list of simulations',
  no_simulations_yet: 'No simulations yet',
  they_appear_here_as_soon_as: 'They appear here as soon as the red team creates them.',
  a_simulation_is_one_thing_red:
    'A simulation is one thing red does and the SOC looks for, created from a template or from scratch.',
  search_simulations: 'Search simulations',
  name_technique_or_tactic: 'Name, technique or tactic',
  any_detection: 'Any detection',
  not_judged: 'Not judged',
  any_tactic: 'Any tactic',
  no_simulation_matches: 'No simulations match these filters',
  change_or_clear_the_filters: 'Change or clear the filters.',
  changed_updatedat: 'changed {updatedat}',
  loading_the_engagement: 'Loading the engagement',
  simulations_simulations_done_done_reviewrequ:
    '{simulations, plural, one {# simulation} other {# simulations}}: {done, number} done, {reviewrequired} to review, {inprogress} in progress, {pending} pending',
  delete_all: 'Delete {count, plural, one {# engagement} other {# engagements}}?',
} as const;
