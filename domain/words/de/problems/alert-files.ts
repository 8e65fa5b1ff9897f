import type { ProblemWords } from '../../problems.ts';

/** Reading exported alerts. */
export const alertFiles: ProblemWords = {
  'It is informational': 'Nur zur Information',
  'It is a building block of other alerts': 'Baustein anderer Alarme',
  'It is a preview of a search that had not ended': 'Vorschau einer Suche, die noch lief',
  'It is an event that no rule has raised': 'Ereignis, das keine Regel ausgelöst hat',
  'Its rule does not alert': 'Die Regel alarmiert nicht',
  'It has no event': 'Kein Ereignis enthalten',
  'The alert stands in the file again, changed later': 'Der Alarm steht noch einmal in der Datei, später geändert',
  'No column is for the title, the rule or the message: choose one': 'Keine Spalte ist für Titel, Regel oder Meldung: Wählen Sie eine',
  'It has no title, rule or message': 'Titel, Regel und Meldung fehlen',
  'It is no time, or its day could be its month': 'Keine Zeit, oder Tag und Monat sind nicht zu unterscheiden',
  'It is no process ID': 'Keine Prozess-ID',
  'It is no severity': 'Kein Schweregrad',
  'It names no technique': 'Keine Technik genannt',
  'The file has no alerts of a known tool: choose the fields of its columns': 'Die Datei enthält keine Alarme eines bekannten Werkzeugs: Wählen Sie die Felder ihrer Spalten',
  'must be JSON': 'muss JSON sein',
  'must be a time zone': 'muss eine Zeitzone sein',
  'at most {1} bytes': 'höchstens {1, plural, one {# Byte} other {# Bytes}}',
};
