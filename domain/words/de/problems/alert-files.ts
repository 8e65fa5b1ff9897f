import type { ProblemWords } from '../../problems.ts';

/** Reading exported alerts. */
export const alertFiles: ProblemWords = {
  'It is informational': 'Nur zur Information',
  'It is a building block of other alerts': 'Baustein anderer Alarme',
  'It is a preview of a search that had not ended': 'Vorschau einer Suche, die noch lief',
  'It is an event that no rule has raised': 'Ereignis, das keine Regel ausgelöst hat',
  'Its rule does not alert': 'Die Regel alarmiert nicht',
  'It has no event': 'Kein Ereignis enthalten',
  'The alert stands in the file again, changed later':
    'Der Alarm steht noch einmal in der Datei, später geändert',
  'No column is for the title, the rule or the message: choose one':
    'Keine Spalte ist für Titel, Regel oder Meldung: Wählen Sie eine',
  'It has no title, rule or message': 'Titel, Regel und Meldung fehlen',
  'It is no time, or its day could be its month':
    'Keine Zeit, oder Tag und Monat sind nicht zu unterscheiden',
  'It is no process ID': 'Keine Prozess-ID',
  'It is no severity': 'Kein Schweregrad',
  'It names no technique': 'Keine Technik genannt',
  'The file has no alerts of a known tool: choose the fields of its columns':
    'Die Datei enthält keine Alarme eines bekannten Werkzeugs: Wählen Sie die Felder ihrer Spalten',
  'must be JSON': 'muss JSON sein',
  'must be a time zone': 'muss eine Zeitzone sein',
  'at most {1} bytes': 'höchstens {1, plural, one {# Byte} other {# Bytes}}',
  'The file is an EVTX log: save its events as XML or JSON':
    'Die Datei ist ein EVTX-Protokoll: Speichern Sie die Ereignisse als XML oder JSON',
  'The file has no events of Windows': 'Die Datei enthält keine Ereignisse von Windows',
  'It is telemetry: no rule and no product has raised it':
    'Telemetrie: Keine Regel und kein Produkt hat es gemeldet',
  'It is an event of the product itself, not a detection': 'Ereignis des Produkts selbst, keine Erkennung',
  'The XML is damaged, or ends too early': 'Das XML ist beschädigt oder endet zu früh',
  'The XML defines entities, which no export does': 'Das XML definiert Entitäten, was kein Export tut',
  'The XML has a text or a tag that is longer than can be read':
    'Das XML enthält einen Text oder ein Tag, das zu lang zum Lesen ist',
  'The XML has a record that is larger than can be read':
    'Das XML enthält einen Datensatz, der zu groß zum Lesen ist',
  'The XML nests deeper than {1} levels':
    'Das XML ist tiefer als {1, plural, one {# Ebene} other {# Ebenen}} verschachtelt',
};
