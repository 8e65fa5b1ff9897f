import type { writing as english } from '../en/writing.ts';
import type { Translated } from '../translate.ts';

export const writing: Translated<typeof english> = {
  format: 'Formatierung',
  'mark.bold': 'Fett',
  'mark.italic': 'Kursiv',
  'mark.code': 'Code',
  'mark.heading': 'Überschrift',
  'mark.subheading': 'Unterüberschrift',
  'mark.list': 'Liste',
  'mark.numbers': 'Nummerierte Liste',
  'mark.link': 'Link',
  'mark.table': 'Tabelle',
  with_key: '{label} (Strg+{key})',
  picture: 'Bild einfügen',
  no_pictures: 'Unter den Nachweisen dieser Mission sind noch keine Bilder.',
  uploading: 'Das Bild wird hochgeladen',
  no_room: 'Der Text ist zu lang für das Bild.',
  picture_not_shown: 'Bild nicht gezeigt: Es wurde gelöscht oder ist hier nicht sichtbar',
};
