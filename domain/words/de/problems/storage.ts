import type { ProblemWords } from '../../problems.ts';

export const storage: ProblemWords = {
  'A file may have at most {1} bytes': 'Eine Datei darf höchstens {1} Bytes haben',
  'The work was stopped': 'Die Arbeit wurde abgebrochen',
  'Too many of these are waiting: let them finish first':
    'Zu viele davon warten: Lassen Sie sie zuerst fertig werden',
  'No space is left on the disk; nothing was saved':
    'Auf dem Datenträger ist kein Platz mehr; nichts wurde gespeichert',
  "The storage can't be written at the moment": 'Der Speicher ist derzeit nicht beschreibbar',
  'The server is stopping': 'Der Server wird beendet',
  'The file store did not keep what it was given: try again later':
    'Der Dateispeicher hat nicht behalten, was er bekam: Versuchen Sie es später erneut',
  'The stored file is damaged and is not served':
    'Die gespeicherte Datei ist beschädigt und wird nicht ausgeliefert',
  'The file store belongs to another installation: its log says more':
    'Der Dateispeicher gehört zu einer anderen Installation: Das Protokoll sagt mehr',
  '{1}: wait until it is done': '{1}: Warten Sie, bis das fertig ist',
  'This backup is being verified': 'Diese Sicherung wird gerade geprüft',
  'A backup needs {1} MiB on the disk of the data folder, and {2} MiB are left; nothing was written':
    'Eine Sicherung braucht {1} MiB auf dem Datenträger des Datenordners, frei sind {2} MiB; nichts wurde geschrieben',
  'no entry has the number {1}': 'kein Eintrag hat die Nummer {1}',
  'A backup is being created': 'Eine Sicherung wird gerade erstellt',
  'A backup is being verified': 'Eine Sicherung wird gerade geprüft',
  'Stored data is being verified': 'Gespeicherte Daten werden gerade geprüft',
};
