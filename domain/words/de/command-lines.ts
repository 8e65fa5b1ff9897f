import type { ProblemWords } from '../problems.ts';

/** Lines of the command, keyed by their English text. */
export const commandLines: ProblemWords = {
  'no command given': 'kein Befehl angegeben',
  'there is no command "{1}"': 'den Befehl „{1}“ gibt es nicht',
  '--{1} needs a value': '--{1} braucht einen Wert',
  '--env-file needs a value': '--env-file braucht einen Wert',
  '"{1}" does not take "{2}"': '„{1}“ nimmt „{2}“ nicht an',
  '"{1}" needs <{2}>': '„{1}“ braucht <{2}>',
  'try "damson --help"': 'Hilfe: „damson --help“',
  "the database can't be used: {1} ({2})": 'die Datenbank ist nicht benutzbar: {1} ({2})',
  'Create an administrator': 'Legt einen Administrator an',
  'Asks for the password unless it is given. A password has 12 to 256 characters, is not a common one and is not made of names that people here know. Works while a server is running, once one has created the database at its first start.':
    'Fragt nach dem Passwort, wenn es nicht angegeben ist. Ein Passwort hat 12 bis 256 Zeichen, ist kein verbreitetes und besteht nicht aus Namen, die hier bekannt sind. Geht auch, während ein Server läuft, sobald einer bei seinem ersten Start die Datenbank angelegt hat.',
  'email for signing in': 'E-Mail-Adresse für die Anmeldung',
  'name shown to others': 'Name, den andere sehen',
  'read the password from standard input': 'liest das Passwort von der Standardeingabe',
  'other users of this machine can see it while the command runs: not recommended':
    'andere Benutzer dieses Rechners können es sehen, solange der Befehl läuft: nicht empfohlen',
  'created the administrator {1}': 'Administrator {1} angelegt',
  'Print a one-time token for the first set-up': 'Gibt ein einmaliges Token für die Einrichtung aus',
  'It is valid for an hour. A new token replaces the one before. Refused once there is an administrator. Works while a server is running, once one has created the database at its first start.':
    'Es gilt eine Stunde. Ein neues Token ersetzt das vorige. Wird abgelehnt, sobald es einen Administrator gibt. Geht auch, während ein Server läuft, sobald einer bei seinem ersten Start die Datenbank angelegt hat.',
  'there is already an administrator': 'es gibt bereits einen Administrator',
  'Let a user sign in with only their password': 'Lässt einen Benutzer sich nur mit dem Passwort anmelden',
  'Removes the authenticator app, the passkeys and the recovery codes of the account with this email, and ends its sessions. For someone who has lost them and whom no administrator can help. Works while a server is running.':
    'Entfernt Authenticator-App, Passkeys und Wiederherstellungscodes des Kontos mit dieser E-Mail-Adresse und beendet seine Sitzungen. Für den Fall, dass sie verloren sind und kein Administrator helfen kann. Geht auch, während ein Server läuft.',
  '{1} has no second factor': '{1} hat keinen zweiten Faktor',
  '{1} now signs in with only a password': '{1} meldet sich jetzt nur mit dem Passwort an',
  '--{1} is missing': '--{1} fehlt',
  'a password must have 12 to 256 characters': 'ein Passwort muss 12 bis 256 Zeichen haben',
  '--password and --password-stdin exclude each other': '--password und --password-stdin schließen sich aus',
  'there is no terminal to ask on: give --password-stdin':
    'kein Terminal für die Frage: --password-stdin angeben',
  'Password: ': 'Passwort: ',
  'Password again: ': 'Passwort wiederholen: ',
  'the two passwords do not match': 'die beiden Passwörter stimmen nicht überein',
  'the password is not UTF-8 text': 'das Passwort ist kein UTF-8-Text',
  'no password was given': 'kein Passwort angegeben',
  'Write the database and every stored file into one file':
    'Schreibt die Datenbank und alle gespeicherten Dateien in eine Datei',
  'Works while a server is running. The file is a tar archive with the digest of everything in it; it is read back before it gets its name, and only its owner may read it. Neither secrets.json nor SVC_ENCRYPTION_KEY is in it. With --keep the place is a folder: the backup gets a name with its date there, and the oldest such backups are removed once it is intact. Without a place, SVC_BACKUP_DIR is used.':
    'Geht auch, während ein Server läuft. Die Datei ist ein tar-Archiv mit der Prüfsumme von allem darin; sie wird zurückgelesen, bevor sie ihren Namen bekommt, und nur ihr Eigentümer darf sie lesen. Weder secrets.json noch SVC_ENCRYPTION_KEY sind darin. Mit --keep ist der Ort ein Ordner: Das Backup bekommt dort einen Namen mit Datum, und die ältesten werden entfernt, sobald es heil ist. Ohne Ort gilt SVC_BACKUP_DIR.',
  'number of backups to keep in the folder': 'Zahl der Backups, die im Ordner bleiben',
  'replace an existing file': 'ersetzt eine vorhandene Datei',
  'leave out files that are missing or damaged, and record which':
    'lässt fehlende oder beschädigte Dateien weg und vermerkt sie',
  files: 'Dateien',
  'the data folder can’t be written: its history does not tell of this backup':
    'der Datenordner ist nicht beschreibbar: sein Verlauf weiß nichts von diesem Backup',
  '{1}, no backup was made; --allow-damaged makes one without':
    '{1}, es wurde kein Backup angelegt; --allow-damaged legt eines ohne sie an',
  'left out {1}': 'weggelassen: {1}',
  'wrote {1}: {2}': '{1} geschrieben: {2}',
  'history up to {1}': 'Verlauf bis {1}',
  'removed {1}': '{1} entfernt',
  'Restore a backup into an empty data folder, or an empty PostgreSQL database':
    'Stellt ein Backup in einem leeren Datenordner oder einer leeren PostgreSQL-Datenbank wieder her',
  'Everything is verified before anything is put in place; a damaged backup leaves the folder as it was. All sessions are ended. Stored C2 tokens need the SVC_ENCRYPTION_KEY they were stored with; so do authenticator apps, or the secrets.json of the folder they were added in: without it recovery codes, passkeys and reset-second-factor are left.':
    'Alles wird geprüft, bevor etwas an seinen Platz kommt; ein beschädigtes Backup lässt den Ordner, wie er war. Alle Sitzungen enden. Gespeicherte C2-Token brauchen den SVC_ENCRYPTION_KEY, mit dem sie gespeichert wurden, ebenso Authenticator-Apps, oder die secrets.json des Ordners, in dem sie hinzukamen: Ohne sie bleiben Wiederherstellungscodes, Passkeys und reset-second-factor.',
  backup: 'Backup',
  'the backup was made without {1}': 'das Backup wurde ohne dies angelegt: {1}',
  'restored {1}, as they were at {2}, into {3}': 'wiederhergestellt: {1}, Stand {2}, in {3}',
  'Verify the database, the history and the digest of every stored file':
    'Prüft die Datenbank, den Verlauf und die Prüfsumme jeder gespeicherten Datei',
  'Works while a server is running, and only changes the mark that makes the server check again what it had found damaged. Exit code 1 when anything is damaged.':
    'Geht auch, während ein Server läuft, und ändert nur den Vermerk, nach dem der Server Beschädigtes erneut prüft. Exit-Code 1, wenn etwas beschädigt ist.',
  'damaged database: {1}': 'beschädigte Datenbank: {1}',
  'no record refers to {1}/{2}': 'kein Datensatz verweist auf {1}/{2}',
  'the newest entry of the history as stored elsewhere, which must still be there':
    'der neueste Eintrag des Verlaufs, wie er anderswo aufbewahrt ist; er muss noch da sein',
  '--anchor needs a number and a hash, as "damson audit head" prints them':
    '--anchor braucht eine Nummer und einen Hash, wie „damson audit head“ sie ausgibt',
  'Verify only the history': 'Prüft nur den Verlauf',
  'Finds entries that were changed, removed, moved or inserted. Only an anchor detects that the newest were cut off. Works while a server is running, and changes nothing. Exit code 1 when anything is wrong.':
    'Findet geänderte, entfernte, verschobene und eingefügte Einträge. Nur ein Anker zeigt, dass die neuesten abgeschnitten wurden. Geht auch, während ein Server läuft, und ändert nichts. Exit-Code 1, wenn etwas nicht stimmt.',
  'Print the newest entry of the history, to store elsewhere':
    'Gibt den neuesten Eintrag des Verlaufs aus, um ihn anderswo aufzubewahren',
  'Its number and hash stand for the whole history up to it: "damson verify --anchor" compares with it.':
    'Nummer und Hash stehen für den ganzen Verlauf bis dahin: „damson verify --anchor“ vergleicht damit.',
  'Print the history, one entry a line as JSON': 'Gibt den Verlauf aus, einen Eintrag je Zeile als JSON',
  'The export is an entry itself. Works while a server is running.':
    'Der Export ist selbst ein Eintrag. Geht auch, während ein Server läuft.',
  'Synchronise the ATT&CK catalogue': 'Synchronisiert den ATT&CK-Katalog',
  'Without --source: the pinned edition, from the internet. All or nothing; works while a server is running.':
    'Ohne --source: die festgelegte Ausgabe aus dem Internet. Alles oder nichts; geht auch, während ein Server läuft.',
  'an http or https address, "bundled" (ships with the program), or a file name in <data>/catalog':
    'eine http- oder https-Adresse, „bundled“ (liegt dem Programm bei) oder ein Dateiname in <data>/catalog',
  'expected digest of the source (default: that of the pinned edition)':
    'erwartete Prüfsumme der Quelle (Vorgabe: die der festgelegten Ausgabe)',
  'accept without a digest': 'ohne Prüfsumme annehmen',
  '--keep must be a whole number from 1 to {1}': '--keep muss eine ganze Zahl von 1 bis {1} sein',
  'root of all state (default: a folder of this user)':
    'Ordner für alle Daten (Vorgabe: ein Ordner dieses Benutzers)',
  'the database (default: <data>/damson.db)': 'die Datenbank (Vorgabe: <data>/damson.db)',
  'the stored evidence (default: <data>/evidence)': 'die gespeicherten Nachweise (Vorgabe: <data>/evidence)',
  'where to listen (default: 127.0.0.1)': 'lauscht an dieser Adresse (Vorgabe: 127.0.0.1)',
  'where to listen; 0 is any free port (default: 4780)':
    'lauscht an diesem Port; 0 ist ein beliebiger freier (Vorgabe: 4780)',
  'host names that the network uses for this server':
    'Hostnamen, unter denen das Netzwerk diesen Server kennt',
  'TLS-terminating proxies in front (default: 0)': 'vorgeschaltete Proxys, an denen TLS endet (Vorgabe: 0)',
  'own: with a certificate created here; off: plain HTTP (default: own where others reach it)':
    'own: mit einem hier erzeugten Zertifikat; off: einfaches HTTP (Vorgabe: own, wo andere ihn erreichen)',
  'development, test or production (default: production)':
    'development, test oder production (Vorgabe: production)',
  'trace, debug, info, warn, error, fatal or silent (default: info)':
    'trace, debug, info, warn, error, fatal oder silent (Vorgabe: info)',
  'Import a file or folder of another tool':
    'Importiert eine Datei oder einen Ordner eines anderen Werkzeugs',
  'Works while a server is running. Existing records are changed where the file has changed, unless they were changed here. All or nothing; refused rows are listed, and then the exit code is 1.':
    'Geht auch, während ein Server läuft. Vorhandene Datensätze werden geändert, wo die Datei sich geändert hat, außer sie wurden hier geändert. Alles oder nichts; abgelehnte Zeilen werden aufgelistet, und der Exit-Code ist dann 1.',
  '{1} (default: recognised by content)': '{1} (Vorgabe: am Inhalt erkannt)',
  'only print what would be done': 'gibt nur aus, was geschehen würde',
  import: 'Import',
  '{1}: {2} would be new, {3} changed, {4} the same, {5} refused':
    '{1}: {2} wären neu, {3} geändert, {4} unverändert, {5} abgelehnt',
  '{1}: {2} new, {3} changed, {4} the same, {5} refused':
    '{1}: {2} neu, {3} geändert, {4} unverändert, {5} abgelehnt',
  'ATT&CK {1} from {2} ({3}): {4} tactics, {5} techniques, {6} sub-techniques; {7} added, {8} updated, {9} deprecated':
    'ATT&CK {1} von {2} ({3}): {4, plural, one {# Taktik} other {# Taktiken}}, {5, plural, one {# Technik} other {# Techniken}}, {6, plural, one {# Subtechnik} other {# Subtechniken}}; {7} hinzugefügt, {8} aktualisiert, {9} veraltet',
  verified: 'geprüft',
  'not verified': 'nicht geprüft',
  'of an unknown version': 'unbekannter Version',
  'Write what became of the detection rules, for the CI of their repository':
    'Schreibt für die CI des Regel-Repositorys, was aus den Erkennungsregeln geworden ist',
  'Works while a server is running. Over all missions: as JUnit XML a broken or missed rule is a failure, and one that was never tried is skipped. Without --out it is written to standard output.':
    'Geht auch, während ein Server läuft. Über alle Missionen: Im JUnit-XML ist eine defekte oder verpasste Regel ein Fehlschlag, und eine nie erprobte ist übersprungen. Ohne --out geht es auf die Standardausgabe.',
  '{1} (default: junit)': '{1} (Vorgabe: junit)',
  'Export a mission, or the library of test templates, for another tool':
    'Exportiert eine Mission oder die Bibliothek der Testvorlagen für ein anderes Werkzeug',
  'Works while a server is running. A mission is named by its id or exact name; "library" is the test templates. Several files are written as a zip.':
    'Geht auch, während ein Server läuft. Eine Mission wird mit ID oder genauem Namen angegeben; „library“ sind die Testvorlagen. Mehrere Dateien werden als zip geschrieben.',
  '{1}; of the library {2}': '{1}; von der Bibliothek {2}',
  'file to write': 'Datei, die geschrieben wird',
  '"export" needs --out <file>': '„export“ braucht --out <file>',
  '{1} of its characters are boxes: no typeface on this computer has them. Install one, such as Noto':
    '{1} Zeichen darin sind Kästchen: Keine Schrift dieses Computers hat sie. Installieren Sie eine, zum Beispiel Noto',
  '{1} already exists; --force replaces it': '{1} gibt es schon; --force ersetzt sie',
  'wrote {1}': '{1} geschrieben',
  '--format must be one of {1}': '--format muss eines von diesen sein: {1}',
  'Migrate the database of an older version to the schema of this one':
    'Bringt die Datenbank einer älteren Version auf das Schema dieser Version',
  'Prints its steps, keeps a verified copy of a database file beside it, and takes all steps or none. A server does the same when it starts; every other command refuses an older schema. Over PostgreSQL it needs --backup, a backup that the older version has made of this database. Nobody may serve a database file meanwhile.':
    'Gibt die Schritte aus, behält eine geprüfte Kopie der Datenbankdatei daneben und geht alle Schritte oder keinen. Ein Server tut beim Start dasselbe; jeder andere Befehl lehnt ein älteres Schema ab. Bei PostgreSQL braucht es --backup, ein Backup der älteren Version von dieser Datenbank. Währenddessen darf kein Server eine Datenbankdatei benutzen.',
  'over PostgreSQL: a backup of this database, read and compared first':
    'bei PostgreSQL: ein Backup dieser Datenbank, das zuerst gelesen und verglichen wird',
  '--backup needs a value': '--backup braucht einen Wert',
  '--backup is for PostgreSQL: a database file is copied beside itself':
    '--backup ist für PostgreSQL: Eine Datenbankdatei wird neben sich selbst kopiert',
  'would keep a copy of the current database at {1}; nothing was changed':
    'würde eine Kopie der jetzigen Datenbank als {1} behalten; nichts wurde geändert',
  'kept a copy of the previous database at {1}': 'Kopie der vorigen Datenbank: {1}',
  'would need --backup <file>, a backup made by the older version; nothing was changed':
    'würde --backup <file> brauchen, ein Backup der älteren Version; nichts wurde geändert',
  'there is no way back without a backup: make one with the version that serves now ("damson backup <file>") and name it with --backup <file>':
    'ohne Backup führt kein Weg zurück: Legen Sie mit der jetzigen Version eines an („damson backup <file>“) und nennen Sie es mit --backup <file>',
  'the database has schema version {1} already: nothing to do':
    'die Datenbank hat bereits Schemaversion {1}: nichts zu tun',
  'the database has schema version {1}, this program works with version {2}':
    'die Datenbank hat Schemaversion {1}, dieses Programm arbeitet mit Version {2}',
  'step {1}': 'Schritt {1}',
  'the database has schema version {1} now': 'die Datenbank hat jetzt Schemaversion {1}',
  '{1} holds schema version {2}, and the database has {3}: make a new backup':
    '{1} enthält Schemaversion {2}, die Datenbank hat {3}: Legen Sie ein neues Backup an',
  '{1} is a backup of another database': '{1} ist ein Backup einer anderen Datenbank',
  'read {1} from its first byte to its last: it is whole, as of {2}':
    '{1} vom ersten bis zum letzten Byte gelesen: heil, Stand {2}',
  'Copy the installation to another database, another place for files, or both':
    'Kopiert die Installation in eine andere Datenbank, an einen anderen Ort für Dateien oder beides',
  'From the places in the settings: SVC_DATABASE_URL and EVIDENCE_URL, or the data folder. No server may use either meanwhile, and the source is not changed. The copy is compared row by row and byte by byte before it counts. After an interruption run it again: it sends only the files that are missing. The keys of the store come from the usual AWS variables.':
    'Von den Orten der Einstellungen: SVC_DATABASE_URL und EVIDENCE_URL oder dem Datenordner. Währenddessen darf kein Server sie benutzen; die Quelle bleibt unverändert. Die Kopie wird Zeile für Zeile und Byte für Byte verglichen, bevor sie gilt. Nach einer Unterbrechung erneut ausführen: Gesendet werden nur fehlende Dateien. Die Schlüssel des Speichers kommen aus den üblichen AWS-Variablen.',
  'postgres://…, or a data folder for a file of its own':
    'postgres://… oder ein Datenordner für eine eigene Datei',
  's3://bucket/prefix, or a data folder': 's3://bucket/prefix oder ein Datenordner',
  'leave out files that are missing or damaged': 'lässt fehlende oder beschädigte Dateien weg',
  'left out: damaged {1} {2}': 'weggelassen, da beschädigt: {1} {2}',
  '{1} files ({2} MiB), {3} of them sent now: equal byte by byte':
    '{1, plural, one {# Datei} other {# Dateien}} ({2} MiB), davon {3, plural, one {#} other {#}} jetzt gesendet: Byte für Byte gleich',
  '{1} rows in {2} tables: equal row by row; history up to {3}':
    '{1, plural, one {# Zeile} other {# Zeilen}} in {2, plural, one {# Tabelle} other {# Tabellen}}: Zeile für Zeile gleich; Verlauf bis {3}',
  '"move" needs --to-database, --to-evidence or both':
    '„move“ braucht --to-database, --to-evidence oder beides',
  'an installation has one data folder: --to-database and --to-evidence name two':
    'eine Installation hat einen Datenordner: --to-database und --to-evidence nennen zwei',
  'the database lies in {1}, and so do its files: --to-evidence names another folder':
    'die Datenbank liegt in {1}, ihre Dateien auch: --to-evidence nennt einen anderen Ordner',
  'the folder {1} does not exist': 'der Ordner {1} existiert nicht',
  '{1} does not exist': '{1} existiert nicht',
  '{1} is not a folder': '{1} ist kein Ordner',
  '{1} is a folder': '{1} ist ein Ordner',
  'this user may not read {1}': 'dieser Benutzer darf {1} nicht lesen',
  'this user may not write to {1}': 'dieser Benutzer darf nicht in {1} schreiben',
  'no space is left on the disk of {1}': 'auf dem Datenträger von {1} ist kein Platz mehr',
  "{1} can't be used ({2})": '{1} ist nicht benutzbar ({2})',
  '{1} is on a read-only file system': '{1} liegt auf einem schreibgeschützten Dateisystem',
  'there is no Damson database at {1}: "damson serve" creates one at its first start':
    'in {1} ist keine Damson-Datenbank: „damson serve“ legt beim ersten Start eine an',
  'the database has schema version {1}, this program works with version {2}: {3}':
    'die Datenbank hat Schemaversion {1}, dieses Programm arbeitet mit Version {2}: {3}',
  'Write a report of a mission to a file': 'Schreibt einen Bericht über eine Mission in eine Datei',
  'Works while a server is running. The mission is named by its id or exact name. The report shows the mission as it is now, without texts for its sections; with --issued it is the issued report.':
    'Geht auch, während ein Server läuft. Die Mission wird mit ID oder genauem Namen angegeben. Der Bericht zeigt die Mission, wie sie jetzt ist, ohne Texte für seine Abschnitte; mit --issued ist es der ausgestellte Bericht.',
  '{1} (default: technical)': '{1} (Vorgabe: technical)',
  'for docx: a Word template in place of the default one, checked first':
    'für docx: eine Word-Vorlage anstelle der eigenen von Damson, wird zuerst geprüft',
  'the issued report, instead of a new one': 'der ausgestellte Bericht statt eines neuen',
  '{1} (default: by the file name)': '{1} (Vorgabe: nach dem Dateinamen)',
  report: 'Bericht',
  '"report" needs --out <file>': '„report“ braucht --out <file>',
  '--template is for the format docx': '--template ist für das Format docx',
  '--{1} is for a new report, not for one that was issued':
    '--{1} ist für einen neuen Bericht, nicht für einen ausgestellten',
  "{1} can't be read: {2}": '{1} ist nicht lesbar: {2}',
  '{1} is larger than {2} bytes, the most a template may have':
    '{1} ist größer als {2} Bytes; mehr darf eine Vorlage nicht haben',
  "{1} can't be used as a template": '{1} ist als Vorlage nicht benutzbar',
  '--{1} must be one of {2}': '--{1} muss eines von diesen sein: {2}',
  'there is no mission "{1}"': 'die Mission „{1}“ gibt es nicht',
  '{1} missions have this name: give the id of one': '{1} Missionen heißen so: Geben Sie die ID an',
  'Serve until a signal stops it': 'Läuft als Server, bis ein Signal ihn beendet',
  'On an address that others can reach it uses TLS, with a certificate that it creates and whose fingerprint it prints, unless a proxy in front does (--trust-proxy) or TLS is off (--tls off). Logs one JSON object a line on standard output; the line with "event": "listening" gives the address. SIGTERM or SIGINT finishes running requests and stops; a second one stops at once.':
    'An einer Adresse, die andere erreichen, benutzt er TLS, mit einem Zertifikat, das er erzeugt und dessen Fingerabdruck er ausgibt, außer ein Proxy davor tut es (--trust-proxy) oder TLS ist aus (--tls off). Schreibt ein JSON-Objekt je Zeile auf die Standardausgabe; die Zeile mit "event": "listening" nennt die Adresse. SIGTERM oder SIGINT beendet laufende Anfragen und stoppt; ein zweites Signal stoppt sofort.',
  "can't listen on 127.0.0.1:{1} ({2}): choose another SVC_METRICS_PORT":
    'kann nicht an 127.0.0.1:{1} lauschen ({2}): Wählen Sie einen anderen SVC_METRICS_PORT',
  '{1} is used by another program: choose another with --port':
    '{1} wird von einem anderen Programm benutzt: Wählen Sie einen anderen Port mit --port',
  'this user may not listen on {1}: choose a port from 1024 on':
    'dieser Benutzer darf nicht an {1} lauschen: Wählen Sie einen Port ab 1024',
  "can't listen on {1} ({2}): is the host an address of this machine?":
    'kann nicht an {1} lauschen ({2}): Ist der Host eine Adresse dieses Rechners?',
  'this text': 'dieser Text',
  'the version of the program': 'die Version des Programms',
  'settings as in EnvironmentFile= of systemd; may be given several times':
    'Einstellungen wie in EnvironmentFile= von systemd; mehrmals möglich',
  'Usage: damson <command> [flags]': 'Aufruf: damson <Befehl> [Flags]',
  'Usage: damson {1} [flags]': 'Aufruf: damson {1} [Flags]',
  'Commands:': 'Befehle:',
  'Every command takes:': 'Jeder Befehl nimmt:',
  'A flag overrides the environment variable in brackets, and a settings file overrides the environment. "damson <command> --help" tells more.':
    'Ein Flag geht der Umgebungsvariablen in Klammern vor, eine Datei mit Einstellungen der Umgebung. „damson <Befehl> --help“ sagt mehr.',
  'Exit codes: 0 done, 1 refused, 2 wrong usage, 74 the storage failed while serving, 78 unusable settings.':
    'Exit-Codes: 0 erledigt, 1 abgelehnt, 2 falscher Aufruf, 74 der Speicher versagte im Betrieb, 78 unbrauchbare Einstellungen.',
  'Flags:': 'Flags:',
  'Flags of every command:': 'Flags jedes Befehls:',
  'Damson encrypts what it sends, at {1} with a certificate that it created. Browsers warn about it once; compare its SHA-256 fingerprint with the one that the browser shows before you continue:':
    'Damson verschlüsselt unter {1}, mit einem selbst erzeugten Zertifikat. Browser warnen einmal davor; vergleichen Sie seinen SHA-256-Fingerabdruck mit dem, den der Browser zeigt, bevor Sie fortfahren:',
  'The team opens Damson at': 'Das Team öffnet Damson unter',
  'Requests to other names are refused. To answer at this computer’s addresses too, name them: --public-hosts {1}':
    'Anfragen an andere Namen werden abgelehnt. Um auch unter den Adressen dieses Rechners zu antworten, geben Sie sie an: --public-hosts {1}',
  'Damson is at {1} and has no administrator yet. Create the first one in another terminal, with either of':
    'Damson läuft unter {1} und hat noch keinen Administrator. Legen Sie den ersten in einem anderen Terminal an, mit einem von',
  'a token for the set-up at the address above': 'ein Token für die Einrichtung unter der Adresse oben',
  'database {1}, history {2}, {3} of {4} stored files intact, {5} files without a record':
    'Datenbank {1}, Verlauf {2}, {3, plural, one {#} other {#}} von {4, plural, one {# gespeicherten Datei} other {# gespeicherten Dateien}} unversehrt, {5, plural, one {# Datei} other {# Dateien}} ohne Datensatz',
  whole: 'heil',
  'not whole': 'nicht heil',
  damaged: 'beschädigt',
  'damaged {1} {2}': 'beschädigt: {1} {2}',
  output: 'Ausgabe',
  evidence: 'Nachweis',
  '{1} missions, {2} engagements, {3} evidence records, {4} users ({5} MiB)':
    '{1, plural, one {# Mission} other {# Missionen}}, {2, plural, one {# Engagement} other {# Engagements}}, {3, plural, one {# Nachweis} other {# Nachweise}}, {4, plural, one {# Benutzer} other {# Benutzer}} ({5} MiB)',
  'history {1}, 0 entries': 'Verlauf {1}, keine Einträge',
  'history {1}, {2} entries up to {3}':
    'Verlauf {1}, {2, plural, one {# Eintrag} other {# Einträge}} bis {3}',
  '--erased needs the numbers of entries, separated by commas':
    '--erased braucht die Nummern von Einträgen, durch Kommas getrennt',
  'entries whose changes were erased on request since the anchor; any others are problems':
    'Einträge, deren Änderungen seit dem Anker auf Wunsch gelöscht wurden; alle anderen sind Probleme',
  'left out lost evidence {1} ({2})': 'verlorener Nachweis {1} ({2}) ausgelassen',
  'Building the interface…': 'Die Oberfläche wird gebaut …',
  'No window for root, whose browsers have no sandbox: Damson only serves.':
    'Kein Fenster für root, da Browser dort keine Sandbox haben: Damson läuft nur als Server.',
  'these settings are for a server that others reach':
    'diese Einstellungen sind für einen Server, den andere erreichen',
  'it could not be built': 'sie ließ sich nicht bauen',
  'Electron could not run here ({1})': 'Electron läuft hier nicht ({1})',
  "Electron's runtime is not here ({1})": 'Electrons Laufzeit fehlt ({1})',
  'No desktop window: {1}. Damson serves all the same, to be opened in a browser; Ctrl-C stops it.':
    'Kein Desktop-Fenster: {1}. Damson läuft trotzdem als Server; öffnen Sie es im Browser. Strg-C beendet es.',
  'No desktop window: {1}. Damson serves all the same, shown by {2}; Ctrl-C stops it.':
    'Kein Desktop-Fenster: {1}. Damson läuft trotzdem als Server und wird von {2} gezeigt; Strg-C beendet es.',
  'Damson is at {1}': 'Damson läuft unter {1}',
  'The window is closed. Damson still serves at {1}; Ctrl-C stops it.':
    'Das Fenster ist geschlossen. Damson läuft weiter unter {1}; Strg-C beendet es.',
  '{1} could not show it ({2}). Damson still serves at {3}; Ctrl-C stops it.':
    '{1} konnte es nicht anzeigen ({2}). Damson läuft weiter unter {3}; Strg-C beendet es.',
  'the package "electron" is not installed': 'das Paket „electron“ ist nicht installiert',
  'ELECTRON_OVERRIDE_DIST_PATH has no {1}': 'ELECTRON_OVERRIDE_DIST_PATH enthält kein {1}',
  'its download was declined': 'der Download wurde abgelehnt',
  "{1} can't be reached": '{1} ist nicht erreichbar',
  "Fetching Electron's runtime, once…": 'Electrons Laufzeit wird einmalig geladen …',
  'its download failed': 'der Download ist fehlgeschlagen',
  'not started': 'nicht gestartet',
  'serve it with {1} and {2}; {3} is unchanged: keep it until you have seen the copy at work, and serve only one of them':
    'starten Sie die Kopie mit {1} und {2}; unverändert bleibt {3}: Behalten Sie es, bis die Kopie nachweislich läuft, und starten Sie nur eines von beiden',
  'what it was copied from': 'die Quelle',
  'copy {1} into the data folder that serves it: authenticator apps and sessions may need it':
    'kopieren Sie {1} in den Datenordner, mit dem sie läuft: Authenticator-Apps und Sitzungen brauchen sie möglicherweise',
  '{1}, of entry {2} of the history': '{1}, aus Eintrag {2} des Verlaufs',
  '"{1}" needs -- <{2}>': '„{1}“ braucht -- <{2}>',
  'Usage: damson {1} [flags] -- <{2}>': 'Aufruf: damson {1} [Flags] -- <{2}>',
  'Run a program and record it as an execution of a mission':
    'Führt ein Programm aus und hält es als Ausführung einer Mission fest',
  'Records command, combined output, times, host, user, exit code and process id, and posts them with the token of a program. The output passes through, and the exit code is that of the program. Without a server, or if it does not take the record in time, a log of ATTiRe is left, which the import reads. Messages go to standard error. On a terminal, what it showed becomes a recording with times, which is evidence of the run.':
    'Hält Befehl, gesamte Ausgabe, Zeiten, Host, Benutzer, Exit-Code und Prozess-ID fest und sendet sie mit dem Token eines Programms. Die Ausgabe läuft durch, der Exit-Code ist der des Programms. Ohne Server, oder wenn er nicht rechtzeitig annimmt, bleibt ein ATTiRe-Log, das der Import liest. Meldungen gehen auf die Standardfehlerausgabe. Auf einem Terminal wird das Gezeigte mit Zeiten aufgezeichnet; das ist Nachweis des Durchlaufs.',
  'do not record what the terminal showed': 'nicht aufzeichnen, was das Terminal zeigte',
  'such as T1059.001': 'etwa T1059.001',
  'name of the test': 'Name des Tests',
  'GUID of the atomic test': 'GUID des Atomic-Tests',
  'where a log of ATTiRe is left (default: this folder)': 'wo ein ATTiRe-Log bleibt (Vorgabe: dieser Ordner)',
  'how long to try while the server is away (default: 60)':
    'wie lange er es versucht, wenn der Server fehlt (Vorgabe: 60)',
  "{1} can't be started ({2})": '{1} lässt sich nicht starten ({2})',
  'left the record in {1}': 'die Aufzeichnung liegt in {1}',
  'recorded as a test of its own, {1}': 'als eigener Test festgehalten, {1}',
  'recorded as run {1} of the test {2}': 'als Durchlauf {1} des Tests {2} festgehalten',
  'the server refused the record ({1})': 'der Server hat die Aufzeichnung abgelehnt ({1})',
  'the server is away ({1})': 'der Server ist nicht erreichbar ({1})',
  '--technique must be a technique such as T1059 or T1059.001':
    '--technique muss eine Technik wie T1059 oder T1059.001 sein',
  '--guid must be a GUID': '--guid muss eine GUID sein',
  '--wait must be a number of seconds': '--wait muss eine Anzahl Sekunden sein',
  'such as https://damson.example:4780 [DAMSON_SERVER]': 'etwa https://damson.example:4780 [DAMSON_SERVER]',
  'id of the mission [DAMSON_MISSION]': 'ID der Mission [DAMSON_MISSION]',
  'file with the token, unless DAMSON_TOKEN holds it [DAMSON_TOKEN_FILE]':
    'Datei mit dem Token, falls es nicht in DAMSON_TOKEN steht [DAMSON_TOKEN_FILE]',
  '--mission must be the id of a mission': '--mission muss die ID einer Mission sein',
  '--server must be an address such as https://damson.example:4780':
    '--server muss eine Adresse wie https://damson.example:4780 sein',
  'a token is missing: set DAMSON_TOKEN, or name a file with --token-file':
    'es fehlt ein Token: Setzen Sie DAMSON_TOKEN, oder nennen Sie mit --token-file eine Datei',
  'the token is not one of Damson, which begin with dmsn_':
    'das Token ist keines von Damson; die beginnen mit dmsn_',
  'Record the execution logs that appear in a folder':
    'Hält die Ausführungslogs fest, die in einem Ordner erscheinen',
  'Reads every log of executions that the import reads, once it is completely written, and posts its executions with the token of a program. A log that grows is read again; each execution is recorded once. {1} in the folder remembers what was taken. A recording named like an execution, or like a log with one execution, is attached to its run. Ends on a signal.':
    'Liest jedes Ausführungslog, das auch der Import liest, sobald es fertig geschrieben ist, und sendet seine Ausführungen mit dem Token eines Programms. Ein Log, das wächst, wird erneut gelesen; jede Ausführung wird einmal festgehalten. {1} im Ordner merkt sich, was übernommen ist. Eine Aufzeichnung, die wie eine Ausführung oder wie ein Log mit nur einer Ausführung heißt, kommt zu deren Durchlauf. Endet auf ein Signal hin.',
  'end once everything in the folder is taken': 'endet, sobald alles im Ordner übernommen ist',
  'how often to look; a file that stays the same from one look to the next is complete (default: 2)':
    'wie oft er nachsieht; eine Datei, die dazwischen gleich bleibt, ist fertig (Vorgabe: 2)',
  '"watch" needs --server <address>': '„watch“ braucht --server <address>',
  '--every must be a number of seconds': '--every muss eine Anzahl Sekunden sein',
  'the server refused {1} ({2})': 'der Server hat {1} abgelehnt ({2})',
  "{1} can't be read ({2})": '{1} ist nicht lesbar ({2})',
  'no execution is named like this recording': 'keine Ausführung heißt wie diese Aufzeichnung',
  'its run is closed, or there is no room for its recordings':
    'ihr Durchlauf ist abgeschlossen, oder für ihre Aufzeichnungen ist kein Platz',
  'recordings attached': 'Aufzeichnungen angehängt',
  'it is too large for a request: attach it on the page of the test':
    'sie ist zu groß für eine Anfrage: auf der Seite des Tests anhängen',
  'the others are enough': 'die anderen genügen',
  'it is damaged': 'sie ist beschädigt',
  '{1}: {2} recorded, {3} added, {4} the same, {5} different, {6} left out':
    '{1}: {2} festgehalten, {3} hinzugefügt, {4} gleich, {5} anders, {6} weggelassen',
  'it has no time': 'es hat keine Zeit',
  'it names no host': 'es nennt keinen Host',
};
