import type { recordings as english } from '../en/recordings.ts';
import type { Translated } from '../translate.ts';

export const recordings: Translated<typeof english> = {
  view: 'Ansicht',
  replay: 'Wiedergabe',
  text: 'Text',
  play: 'Abspielen',
  pause: 'Anhalten',
  seek: 'Stelle',
  position: '{at} von {length}',
  speed: 'Geschwindigkeit',
  times: '{speed, number}×',
  shorten: 'Pausen kürzen',
  screen: 'Bildschirm von {file}',
  screen_hint: 'Pfeiltasten: fünf Sekunden zurück oder vor. K: abspielen oder anhalten.',
  unreadable: 'Diese Datei ist keine Aufzeichnung.',
  without_times: 'Zum Wiedergeben fehlt die Datei {file}.',
  cut: 'Der Anfang einer langen Ausgabe.',
  unread:
    '{count, plural, one {# Zeile konnte nicht gelesen werden.} other {# Zeilen konnten nicht gelesen werden.}}',
  typed: 'Eingaben sind weggelassen, außer wo das Terminal sie zeigte.',
};
