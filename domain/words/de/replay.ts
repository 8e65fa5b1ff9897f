import type { replay as english } from '../en/replay.ts';
import type { Translated } from '../translate.ts';

export const replay: Translated<typeof english> = {
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
  screen_hint:
    '„Text“ darüber zeigt die Ausgabe als Text. Pfeiltasten: fünf Sekunden zurück oder vor. K: abspielen oder anhalten.',
  unreadable:
    'Das ist keine Aufzeichnung, die Damson wiedergeben kann. Laden Sie die Datei herunter, um sie anzusehen.',
  without_times:
    'Ohne ihre Zeiten wird sie als Text gezeigt. Fügen Sie die Datei {file} der Aufzeichnung hinzu, um sie wiederzugeben.',
  cut: 'Der Anfang einer langen Ausgabe. Laden Sie die Datei herunter, um den Rest zu sehen.',
  unread:
    '{count, plural, one {# Zeile konnte nicht gelesen werden.} other {# Zeilen konnten nicht gelesen werden.}}',
  typed: 'Eingaben sind weggelassen, außer wo das Terminal sie zeigte.',
};
