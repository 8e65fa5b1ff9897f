import { t } from '../../words.ts';
export type Keys = readonly (readonly [key: string, action: string])[];

type Shortcuts = { where: string; keys: Keys };

export const everywhere = (): Keys => [
  [t('keys.ctrl_k_or_k'), t('keys.search_and_commands')],
  ['/', t('keys.the_search_of_the_page_or')],
  ['?', t('keys.the_keys_of_the_page_or')],
  ['z', t('keys.undo_what_was_done_last_while')],
  ['Tab', t('keys.first_of_all_skip_to_the')],
  [t('keys.esc'), t('keys.close_what_is_open_empty_or')],
];
export const missionKeys = (): Keys => [
  ['j', t('keys.next_test')],
  ['k', t('keys.previous_test')],
  ['↓ ↑', t('keys.next_previous_test_once_a_test')],
  ['Enter', t('keys.open_the_test')],
  ['x', t('keys.select_the_test_to_change_several')],
  ['f', t('keys.wall_view')],
];
export const wallKeys = (): Keys => [
  ['f', t('keys.full_screen')],
  [t('keys.esc'), t('keys.leave_the_wall_view')],
];
export const boardKeys = (): Keys => [
  ['↑ ↓ ← →', t('keys.go_from_card_to_card_once')],
  [t('keys.shift_shift'), t('keys.move_the_card_to_the_status')],
  ['z', t('keys.undo_the_last_move')],
  ['Enter', t('keys.open_the_remediation')],
  ['n', t('keys.new_remediation')],
];
export const findingKeys = (): Keys => [
  ['j', t('keys.next_finding')],
  ['k', t('keys.previous_finding')],
  ['↓ ↑', t('keys.next_previous_finding')],
  ['Enter', t('keys.into_the_fields_of_the_finding')],
  [t('keys.esc'), t('keys.back_to_the_list_of_findings')],
  ['i', t('keys.write_into_the_first_text')],
  ['n', t('keys.new_finding')],
];
export const sightingKeys = (): Keys => [
  ['a', t('keys.write_down_a_sighting')],
  ['j', t('keys.next_sighting')],
  ['k', t('keys.previous_sighting')],
  ['y', t('keys.match_the_sighting')],
  ['t', t('keys.accept_it_for_another_test')],
  ['n', t('keys.not_ours')],
  ['u', t('keys.undo_its_decision')],
  ['e', t('keys.edit_the_sighting')],
];
export const replayKeys = (): Keys => [
  ['j', t('keys.next_step')],
  ['k', t('keys.previous_step')],
  ['1 … 4', t('keys.write_an_answer')],
  ['d', t('keys.mark_as_discussed')],
  ['e', t('keys.new_detection')],
  ['f', t('keys.new_finding')],
  ['r', t('keys.new_remediation')],
  ['p', t('keys.view_for_a_projector')],
];
export const alertKeys = (): Keys => [
  ['j', t('keys.next_alert')],
  ['k', t('keys.previous_alert')],
  ['y', t('keys.accept_the_alert')],
  ['t', t('keys.accept_it_for_another_test')],
  ['n', t('keys.not_ours')],
  ['N', t('keys.whole_rule_not_ours')],
];
export const reportListKeys = (): Keys => [['n', t('keys.new_report')]];
export const reportKeys = (): Keys => [
  ['p', t('keys.preview_or_back_to_writing_where')],
  ['i', t('keys.write_into_the_first_text')],
  [t('keys.esc'), t('keys.leave_a_field_so_that_the')],
];
export const matrixKeys = (): Keys => [
  ['↑ ↓ ← →', t('keys.go_from_technique_to_technique')],
  [t('keys.page_up_page_down'), t('keys.ten_rows_up_down')],
  [t('keys.home_end'), t('keys.first_last_tactic')],
  [t('keys.ctrl_home_ctrl_end'), t('keys.first_last_technique_of_all')],
  [t('keys.space'), t('keys.open_or_close_the_sub_techniques')],
  ['+', t('keys.open_the_sub_techniques')],
  ['-', t('keys.close_the_sub_techniques')],
  ['Enter', t('keys.open_the_technique_in_the_search')],
  ['f', t('keys.full_screen')],
];
export const scenarioKeys = (): Keys => [
  [t('keys.alt_alt'), t('keys.move_the_test_up_down')],
  [t('keys.alt_home'), t('keys.move_the_test_to_the_top')],
];
export const outlineKeys = (): Keys => [
  ['↑, ↓', t('keys.go_from_line_to_line')],
  [t('keys.alt_alt'), t('keys.move_the_test_or_the_scenario')],
  ['Delete', t('keys.remove_a_test_that_was_never')],
];
export const testKeys = (): Keys => [
  ['j', t('keys.next_test')],
  ['k', t('keys.previous_test')],
  ['e', t('keys.mark_as_executed_red')],
  ['s', t('keys.skip_red')],
  ['c', t('keys.use_suggested_command_red')],
  ['C', t('keys.copy_suggested_command')],
  ['h', t('keys.take_hosts_red')],
  ['Tab', t('keys.take_offered_value')],
  ['r', t('keys.mark_as_reviewed_blue')],
  ['0', t('keys.answer_no')],
  ['1 … 5', t('keys.prevented_alerted_logged_detected_responded')],
  ['w', t('keys.needs_work_a_remediation_of_the')],
  [t('keys.ctrl_v'), t('keys.add_a_copied_picture_or_file')],
  ['i', t('keys.write_into_the_first_field_that')],
  [t('keys.esc'), t('keys.leave_a_field_so_that_the')],
];
export const simulationKeys = (): Keys => [
  ['j', t('keys.next_simulation')],
  ['k', t('keys.previous_simulation')],
  ['0', t('keys.answer_no')],
  ['1 … 5', t('keys.prevented_alerted_logged_detected_responded_2')],
  ['i', t('keys.write_into_the_first_field_that')],
  [t('keys.esc'), t('keys.leave_a_field_so_that_the')],
];

/** All keys with a meaning beyond the browser's, by the place where they work. */
export const shortcuts = (): readonly Shortcuts[] => [
  { where: t('keys.everywhere'), keys: everywhere() },
  { where: t('keys.in_a_mission'), keys: missionKeys() },
  { where: t('keys.in_the_wall_view'), keys: wallKeys() },
  { where: t('keys.in_the_findings_of_a_mission'), keys: findingKeys() },
  { where: t('keys.in_the_sightings_of_a_mission'), keys: sightingKeys() },
  { where: t('keys.in_a_replay'), keys: replayKeys() },
  { where: t('keys.in_the_alerts_of_a_mission'), keys: alertKeys() },
  { where: t('keys.on_the_remediation_board'), keys: boardKeys() },
  { where: t('keys.on_the_reports_of_a_mission'), keys: reportListKeys() },
  { where: t('keys.in_a_report'), keys: reportKeys() },
  {
    where: t('keys.in_a_test'),
    keys: testKeys(),
  },
  {
    where: t('keys.in_a_simulation'),
    keys: simulationKeys(),
  },
  { where: t('keys.in_the_matrix'), keys: matrixKeys() },
  { where: t('keys.in_a_scenario_template'), keys: scenarioKeys() },
  { where: t('keys.in_the_outline_of_a_mission'), keys: outlineKeys() },
  {
    where: t('keys.where_techniques_are_picked'),
    keys: [
      ['Enter', t('keys.take_what_is_highlighted_or_else')],
      [t('keys.esc'), t('keys.close_the_list_once_more_empty')],
      ['Backspace', t('keys.take_away_the_last_one_while')],
    ],
  },
  {
    where: t('keys.in_the_desktop_application'),
    keys: [
      [t('keys.f1'), t('shared.user_guide')],
      [t('keys.ctrl_1_ctrl_5'), t('keys.home_missions_engagements_templates_catalogu')],
      [t('keys.ctrl_o'), t('keys.open_a_backup')],
      [t('keys.ctrl_r'), t('keys.reload')],
      [t('keys.ctrl_ctrl_ctrl_0'), t('keys.larger_smaller_actual_size')],
      [t('keys.ctrl_q'), t('keys.quit')],
    ],
  },
];
