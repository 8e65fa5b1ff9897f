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
  '{1} stored files are missing or damaged':
    '{1, plural, one {# gespeicherte Datei fehlt oder ist beschädigt} other {# gespeicherte Dateien fehlen oder sind beschädigt}}',
  '1 stored file is missing or damaged': '1 gespeicherte Datei fehlt oder ist beschädigt',
  '{1}; no backup was made': '{1}; es wurde keine Sicherung erstellt',
  'The thread that did it ended unexpectedly': 'Der Thread wurde unerwartet beendet',
  'It was stopped': 'Abgebrochen',
  "The storage can't be read or written at the moment":
    'Der Speicher ist derzeit weder lesbar noch beschreibbar',
  'The server was stopped meanwhile': 'Der Server wurde währenddessen beendet',
  '{1} already exists: choose another name, or use --force':
    '{1} gibt es schon: Wählen Sie einen anderen Namen oder verwenden Sie --force',
  'another backup is writing to {1}': 'eine andere Sicherung schreibt gerade nach {1}',
  'the database is damaged ({1})': 'die Datenbank ist beschädigt ({1})',
  'files are being deleted faster than they can be copied: try again later':
    'Dateien werden schneller gelöscht, als sie sich kopieren lassen: Versuchen Sie es später erneut',
  'the database is damaged: run "damson verify", and keep your older backups':
    'die Datenbank ist beschädigt: Führen Sie „damson verify“ aus und bewahren Sie ältere Sicherungen auf',
  '{1} changed while it was read': '{1} änderte sich während des Lesens',
  'the backup is damaged: data follows its end': 'die Sicherung ist beschädigt: Nach ihrem Ende folgen Daten',
  'this is not a Damson backup, or it is damaged': 'das ist keine Damson-Sicherung, oder sie ist beschädigt',
  'the backup is cut off': 'die Sicherung ist abgeschnitten',
  'the backup is damaged: {1} is not what was written':
    'die Sicherung ist beschädigt: {1} ist nicht, was geschrieben wurde',
  "the backup is damaged: its manifest can't be read":
    'die Sicherung ist beschädigt: Ihr Manifest ist nicht lesbar',
  'the backup has format {1}, this program knows {2}: use a newer program':
    'die Sicherung hat Format {1}, dieses Programm kennt {2}: Verwenden Sie ein neueres Programm',
  'the backup is damaged: its manifest is not complete':
    'die Sicherung ist beschädigt: Ihr Manifest ist unvollständig',
  'everything is already there': 'alles ist bereits dort',
  'there is no Damson database at {1}': 'unter {1} gibt es keine Damson-Datenbank',
  '{1} is there already': '{1} ist bereits vorhanden',
  'the PostgreSQL database already holds an installation':
    'die PostgreSQL-Datenbank enthält bereits eine Installation',
  'the copy differs from the source in {1}: nothing was kept':
    'die Kopie weicht in {1} von der Quelle ab: Nichts wurde behalten',
  'the file store holds other files: {1}/{2}/{3}': 'der Dateispeicher enthält andere Dateien: {1}/{2}/{3}',
  '{1} files are missing or damaged, the database was not moved; --allow-damaged moves it without them':
    '{1, plural, one {# Datei fehlt oder ist beschädigt} other {# Dateien fehlen oder sind beschädigt}}, die Datenbank wurde nicht verschoben; --allow-damaged verschiebt sie ohne sie',
  'damaged: {1} {2}': 'beschädigt: {1} {2}',
  'the file store did not keep {1}': 'der Dateispeicher hat {1} nicht behalten',
  'the backup is not complete': 'die Sicherung ist unvollständig',
  'the backup is damaged: it does not hold exactly what its manifest lists':
    'die Sicherung ist beschädigt: Sie enthält nicht genau, was ihr Manifest aufführt',
  'the backup has schema version {1}, this program knows versions up to {2}: use a newer program':
    'die Sicherung hat Schemaversion {1}, dieses Programm kennt Versionen bis {2}: Verwenden Sie ein neueres Programm',
  'the backup was made by a version before 0.1.0 (it has schema version {1}): open it once with the last of those, or import its export':
    'die Sicherung stammt von einer Version vor 0.1.0 (Schemaversion {1}): Öffnen Sie sie einmal mit der letzten davon oder importieren Sie deren Export',
  "the backup is damaged: its database can't be read":
    'die Sicherung ist beschädigt: Ihre Datenbank ist nicht lesbar',
  'the backup is damaged: its database is not whole':
    'die Sicherung ist beschädigt: Ihre Datenbank ist nicht heil',
  "the backup is damaged: its database is not Damson's":
    'die Sicherung ist beschädigt: Ihre Datenbank ist keine von Damson',
  'the backup is damaged: it lacks files that its database refers to':
    'die Sicherung ist beschädigt: Es fehlen Dateien, auf die ihre Datenbank verweist',
  '{1} is not a file': '{1} ist keine Datei',
  '{1} is not empty: a backup is restored into an empty data folder only':
    '{1} ist nicht leer: Eine Sicherung wird nur in einem leeren Datenordner wiederhergestellt',
  'EVIDENCE_URL is not empty: a backup is restored into an empty prefix only':
    'EVIDENCE_URL ist nicht leer: Eine Sicherung wird nur in einem leeren Präfix wiederhergestellt',
  'there is not enough space on the disk for this backup':
    'auf dem Datenträger ist nicht genug Platz für diese Sicherung',
  'a row of {1} refers to one that is missing': 'eine Zeile in {1} verweist auf eine, die fehlt',
  'changed by themselves: pages {1}': 'von selbst geändert: Seiten {1}',
  'changed by themselves: pages {1}, of {2}': 'von selbst geändert: Seiten {1}, von {2}',
  'the database does not take {1} = {2} (it answers "{3}")':
    'die Datenbank nimmt {1} = {2} nicht an (sie antwortet „{3}“)',
  'the database is damaged ({1}): restore a backup':
    'die Datenbank ist beschädigt ({1}): Stellen Sie eine Sicherung wieder her',
  'the database is damaged ({1}: {2}): restore a backup':
    'die Datenbank ist beschädigt ({1}: {2}): Stellen Sie eine Sicherung wieder her',
  'the database is damaged (its file is no database): restore a backup':
    'die Datenbank ist beschädigt (ihre Datei ist keine Datenbank): Stellen Sie eine Sicherung wieder her',
  '{1} is in use by another Damson process': '{1} wird von einem anderen Damson-Prozess benutzt',
  "{1} can't be written ({2})": '{1} ist nicht beschreibbar ({2})',
  "the folder {1} can't be made ({2})": 'der Ordner {1} lässt sich nicht anlegen ({2})',
  'the data folder {1}': 'der Datenordner {1}',
  'the database {1}': 'die Datenbank {1}',
  'the evidence folder {1}': 'der Nachweisordner {1}',
  'the database file belongs to another program': 'die Datenbankdatei gehört zu einem anderen Programm',
  'the database belongs to another program': 'die Datenbank gehört zu einem anderen Programm',
  'the database has schema version {1}, this program knows versions up to {2}: use a newer program':
    'die Datenbank hat Schemaversion {1}, dieses Programm kennt Versionen bis {2}: Verwenden Sie ein neueres Programm',
  'the database was made by a version before 0.1.0 (it has schema version {1}): open it once with the last of those, or import its export':
    'die Datenbank stammt von einer Version vor 0.1.0 (Schemaversion {1}): Öffnen Sie sie einmal mit der letzten davon oder importieren Sie deren Export',
  'the migration to schema version {1} leaves broken references in {2}: nothing was changed':
    'die Migration auf Schemaversion {1} hinterlässt ungültige Verweise in {2}: Nichts wurde geändert',
  'the copy made before the migration is damaged: nothing was changed':
    'die vor der Migration angelegte Kopie ist beschädigt: Nichts wurde geändert',
  'the database {1} is being written: run the command where it is served':
    'die Datenbank {1} wird gerade beschrieben: Führen Sie den Befehl dort aus, wo der Server läuft',
  "the database can't be reached": 'die Datenbank ist nicht erreichbar',
  'another process serves this database, and this one has to be alone':
    'ein anderer Prozess bedient diese Datenbank, und dieser muss allein sein',
  'another process serves this database, and this one has to be alone without {1}':
    'ein anderer Prozess bedient diese Datenbank, und dieser muss ohne {1} allein sein',
  'another process serves this database, which has to be alone':
    'ein anderer Prozess bedient diese Datenbank und muss allein sein',
  'another process serves this database with another {1}: it has to be the same everywhere':
    'ein anderer Prozess bedient diese Datenbank mit einem anderen {1}: Es muss überall dasselbe sein',
  'PostgreSQL 15 or later is needed': 'PostgreSQL 15 oder neuer ist nötig',
  'PostgreSQL has {1} = {2}, which must be {3}': 'PostgreSQL hat {1} = {2}; es muss {3} sein',
  "SVC_DATABASE_URL: the database can't be used ({1})":
    'SVC_DATABASE_URL: Die Datenbank ist nicht benutzbar ({1})',
  'The store of files refuses ({1}): try again later':
    'Der Dateispeicher lehnt ab ({1}): Versuchen Sie es später erneut',
  'The store of files does not answer as it should ({1}): try again later':
    'Der Dateispeicher antwortet nicht, wie er sollte ({1}): Versuchen Sie es später erneut',
  'The store of files has no space left; nothing was kept':
    'Im Dateispeicher ist kein Platz mehr; nichts wurde behalten',
  "{1} is another installation's: give this one a place of its own, or remove {2} there if it is gone":
    '{1} gehört einer anderen Installation: Geben Sie dieser einen eigenen Ort, oder entfernen Sie dort {2}, falls es sie nicht mehr gibt',
  '{1} holds none of the stored files that the database lists: name the place where they are, or mount it. If they are lost, restore a backup; {2} there has a start go on without them':
    '{1} enthält keine der gespeicherten Dateien, die in der Datenbank stehen: Geben Sie ihren Ort an oder binden Sie ihn ein. Sind sie verloren, stellen Sie eine Sicherung wieder her; mit {2} dort startet der Server ohne sie',
  'SVC_DATA_DIR (the folder for {1})': 'SVC_DATA_DIR (der Ordner für {1})',
  'It is shared already: stop that first.': 'Es ist bereits freigegeben: Beenden Sie das zuerst.',
  "The certificate and its key can't be used together.": 'Zertifikat und Schlüssel passen nicht zusammen.',
  "a file or the disk it is on can't be used ({1})":
    'eine Datei oder ihr Datenträger ist nicht benutzbar ({1})',
  'This server does not restore while it runs: use "damson restore <file>" for an empty data folder or an empty PostgreSQL database':
    'Dieser Server stellt im laufenden Betrieb nichts wieder her: Verwenden Sie „damson restore <Datei>“ für einen leeren Datenordner oder eine leere PostgreSQL-Datenbank',
  'Only a backup that was verified and is intact is restored':
    'Wiederhergestellt wird nur eine Sicherung, die geprüft wurde und unversehrt ist',
  '{1}-wal is not empty: the database was not closed':
    '{1}-wal ist nicht leer: Die Datenbank wurde nicht geschlossen',
};
