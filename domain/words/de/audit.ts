import type { audit as english } from '../en/audit.ts';
import type { Translated } from '../translate.ts';

export const audit: Translated<typeof english> = {
  the_history_could_not_be_exported: 'Der Verlauf konnte nicht exportiert werden',
  title: 'Audit',
  every_write_sign_in_and_download:
    'Jede Änderung, Anmeldung und jeder Download ist ein Eintrag, der mit dem vorherigen versiegelt ist. Dies ist der neueste Eintrag. Bewahren Sie ihn getrennt von diesem Server auf: <code>damson audit verify --anchor</code> erkennt dann alles, was bis dahin geändert, entfernt oder neu erzeugt wurde.',
  newest_entry: 'Neuester Eintrag',
  export_as_json_lines: 'Als JSON Lines exportieren',
  give_the_reason: 'Grund eingeben',
  at_most_longest_reason_characters: 'Höchstens {longest_reason} Zeichen',
  type_seq: '{seq} eingeben',
  erase_for_good: 'Endgültig tilgen',
  actor_entry_at_what_count_will:
    '{actor} {entry} ({at}). {count, plural, one {Der alte und der neue Wert dieses Feldes werden} other {Die alten und neuen Werte dieser Felder werden}} endgültig getilgt: {join}. Der Eintrag selbst und die Kette bleiben bestehen. Lange Texte vor diesem Eintrag sind danach vielleicht nicht mehr verfügbar.',
  the_entries_before_and_after_may:
    'Frühere und spätere Einträge können denselben Text enthalten, und ältere Sicherungen haben ihn noch. Das Feld selbst bleibt unverändert.',
  reason: 'Grund',
  it_is_recorded: 'Dies wird aufgezeichnet.',
  type_seq_to_confirm: 'Zur Bestätigung {seq} eingeben',
  erase_what_entry_seq_says_was: 'Inhalt von Eintrag {seq} tilgen',
  erase: 'Tilgen',
  erase_entry: 'Inhalt von Eintrag {seq} tilgen?',
  object: 'Objekt',
  anything: 'Alle Objekte',
  what_was_done: 'Aktion',
  any_action: 'Alle Aktionen',
};
