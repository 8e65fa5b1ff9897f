import type { wall as english } from '../en/wall.ts';
import type { Translated } from '../translate.ts';

export const wall: Translated<typeof english> = {
  full_screen: 'Vollbild',
  full_screen_key: 'Vollbild (f)',
  leave: 'Wandansicht verlassen',
  leave_key: 'Wandansicht verlassen (Esc)',
  now: 'Jetzt',
  next: 'Als Nächstes',
  scenario_of: 'Szenario {place, number} von {of, number}',
  run_of: '{run, number} von {tests, number} ausgeführt',
  at_work: 'Bei der Arbeit',
  nobody_at_a_test: 'Niemand hat einen Test geöffnet.',
  in_the_mission: 'In der Mission: {names}',
  and_more: 'und {count, number} weitere',
  waiting: 'Wartet',
  nothing_waits: 'Nichts wartet: Die Mission läuft nicht.',
  'queue.red': '{count, plural, =0 {Nichts auszuführen} other {# auszuführen}}',
  'queue.blue': '{count, plural, =0 {Nichts zu prüfen} other {# zu prüfen}}',
  longest: 'am längsten',
  outcomes_so_far: 'Ergebnisse bisher',
  nothing_executed: 'Noch keine Tests ausgeführt.',
  last_actions: 'Letzte Aktionen',
  no_actions: 'Noch keine Aktivität.',
  you_lead: 'Unter Ihrer Leitung',
};
