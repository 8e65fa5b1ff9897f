import type { ProblemWords } from '../../problems.ts';

export const importFiles: ProblemWords = {
  'The format {1} is not read here': 'Das Format {1} wird hier nicht gelesen',
  'It needs more memory than a file may take':
    'Die Datei braucht mehr Speicher, als eine Datei verwenden darf',
  'It could not be read within {1} s': 'Die Datei ließ sich nicht innerhalb von {1} s lesen',
  'It has more than {1} rows': 'Die Datei hat mehr als {1, plural, one {# Zeile} other {# Zeilen}}',
  'The file has more than {1} rows.': 'Die Datei hat mehr als {1, plural, one {# Zeile} other {# Zeilen}}.',
  'It has the same id as {1}.': 'Dieselbe ID wie {1}.',
  'None of the formats that are read here recognises it':
    'Keines der unterstützten Formate erkennt die Datei',
  'None of the formats that are read here recognises it: the archive holds nothing but texts, pictures and programs':
    'Keines der unterstützten Formate erkennt die Datei: Das Archiv enthält nur Texte, Bilder und Programme',
  'None of the formats that are read here recognises it: none of its files is of one of them ({1})':
    'Keines der unterstützten Formate erkennt die Datei: Keine der Dateien darin gehört zu einem davon ({1})',
  'None of the formats that are read here recognises it: it is not valid JSON, or it ends too early':
    'Keines der unterstützten Formate erkennt die Datei: Sie ist kein gültiges JSON oder endet zu früh',
  'None of the formats that are read here recognises it: it is not valid YAML or JSON':
    'Keines der unterstützten Formate erkennt die Datei: Sie ist weder gültiges YAML noch JSON',
  'None of the formats that are read here recognises it: it has the fields {1}':
    'Keines der unterstützten Formate erkennt die Datei: Sie hat die Felder {1}',
  'The file is empty': 'Die Datei ist leer',
  'It is a bundle of ATT&CK: the catalogue takes it, not an import':
    'Das ist ein ATT&CK-Bündel: Es gehört in den Katalog, nicht in einen Import',
  '{1} has more than {2} MiB': '{1} ist größer als {2} MiB',
  'The file ends before it should': 'Die Datei endet zu früh',
  'The archive has two files of the same name': 'Das Archiv enthält zwei Dateien mit demselben Namen',
  'The archive is encrypted': 'Das Archiv ist verschlüsselt',
  'The archive is compressed in a way that is not read here':
    'Die Komprimierung des Archivs wird nicht unterstützt',
  'Its files have more than {1} MiB once unpacked': 'Die Dateien darin sind entpackt größer als {1} MiB',
  'Its files have more than {1} MiB': 'Die Dateien darin sind größer als {1} MiB',
  'The archive is empty': 'Das Archiv ist leer',
  'The archive is damaged': 'Das Archiv ist beschädigt',
  'There are more than {1} files in it': 'Es enthält mehr als {1, plural, one {# Datei} other {# Dateien}}',
  'A name in the archive leads out of it': 'Ein Name im Archiv führt aus ihm hinaus',
  'The folder is empty': 'Der Ordner ist leer',
  'The table has more cells than can be read at once':
    'Die Tabelle hat mehr Zellen, als sich auf einmal lesen lassen',
  'The file has no alerts of a known tool': 'Die Datei enthält keine Alarme eines bekannten Werkzeugs',
  'The file has more than {1} alerts': 'Die Datei enthält mehr als {1} Alarme',
  'The table has more than {1} rows': 'Die Tabelle hat mehr als {1, plural, one {# Zeile} other {# Zeilen}}',
  'The table is not valid CSV: line {1}: {2}': 'Die Tabelle ist kein gültiges CSV: Zeile {1}: {2}',
  'The table is not valid CSV: {1}': 'Die Tabelle ist kein gültiges CSV: {1}',
  'a row is longer than can be read': 'eine Zeile ist zu lang zum Lesen',
  'a quote does not end': 'ein Anführungszeichen wird nicht geschlossen',
  'a cell can’t be told from the next one': 'eine Zelle lässt sich nicht von der nächsten trennen',
  'The file is not valid JSON, or it ends too early': 'Die Datei ist kein gültiges JSON oder endet zu früh',
  'The file has more values than can be read at once':
    'Die Datei hat mehr Werte, als sich auf einmal lesen lassen',
  'The file has lists within lists deeper than {1} levels':
    'Die Datei verschachtelt Listen tiefer als {1, plural, one {# Ebene} other {# Ebenen}}',
  'Times without a time zone were read as UTC.': 'Zeiten ohne Zeitzone wurden als UTC gelesen.',
  'Some times could not be read: they are kept as text with the test that they belong to.':
    'Einige Zeiten waren nicht lesbar: Sie bleiben als Text beim zugehörigen Test.',
  'Not read, since they are none of this format: {1} and {2} more':
    'Nicht gelesen, da nicht in diesem Format: {1} und {2, plural, one {# weitere} other {# weitere}}',
  'Not read, since they are none of this format: {1}': 'Nicht gelesen, da nicht in diesem Format: {1}',
  'The texts of the file are longer than can be read at once':
    'Die Texte der Datei sind zu lang, um sie auf einmal zu lesen',
  'The texts of the table are longer than can be read at once':
    'Die Texte der Tabelle sind zu lang, um sie auf einmal zu lesen',
  'The table has no column {1}.': 'Der Tabelle fehlt die Spalte {1}.',
  'The table has no column “{1}”.': 'Der Tabelle fehlt die Spalte „{1}“.',
  'Apostrophes that keep spreadsheets from running cells were taken off.':
    'Apostrophe, mit denen Tabellenprogramme Formeln als Text behandeln, wurden entfernt.',
  'The file is longer than a text may be (64 MiB)': 'Die Datei ist länger, als ein Text sein darf (64 MiB)',
  'The text is UTF-32; save it as UTF-8': 'Der Text ist UTF-32; speichern Sie ihn als UTF-8',
  'The file is no text: it is full of NUL characters': 'Die Datei ist kein Text: Sie ist voller NUL-Zeichen',
  'The text is not valid {1}; save it as UTF-8 in the program that it comes from':
    'Der Text ist kein gültiges {1}; speichern Sie ihn im Ursprungsprogramm als UTF-8',
  'The workbook has a text or a tag that is longer than can be read':
    'Die Arbeitsmappe enthält einen Text oder ein Tag, das zu lang zum Lesen ist',
  'The file has more YAML than can be read at once':
    'Die Datei enthält mehr YAML, als sich auf einmal lesen lässt',
  'The file is not valid YAML: “{1}” ends nothing': 'Die Datei ist kein gültiges YAML: „{1}“ beendet nichts',
  'The file is not valid YAML: line {1}: {2}': 'Die Datei ist kein gültiges YAML: Zeile {1}: {2}',
  'The file is not valid YAML: “{1}” is given twice':
    'Die Datei ist kein gültiges YAML: „{1}“ ist doppelt angegeben',
  'The file is not valid YAML: line {1}: “{2}” is given twice':
    'Die Datei ist kein gültiges YAML: Zeile {1}: „{2}“ ist doppelt angegeben',
  'The file repeats too much by aliases': 'Die Datei wiederholt mit Aliassen zu viel',
  'The file has an alias to “{1}”, which is nowhere before it':
    'Die Datei hat einen Alias auf „{1}“, das davor nirgends steht',
  'The table is one of findings, which come in with an export for Damson':
    'Das ist eine Tabelle von Feststellungen; importieren Sie dafür einen Export für Damson',
  'No column is for the name: say which one is': 'Keine Spalte ist dem Namen zugeordnet: Wählen Sie eine',
  'Above the heads, not read: {1}': 'Über den Spaltennamen, nicht gelesen: {1}',
  'Columns for no field, kept as text: {1}': 'Spalten ohne Feld, als Text behalten: {1}',
  'A table is one file: CSV or XLSX': 'Eine Tabelle ist eine einzelne Datei: CSV oder XLSX',
  'The workbook is of the old format (XLS), or encrypted: save it as XLSX':
    'Die Arbeitsmappe hat das alte Format (XLS) oder ist verschlüsselt: Speichern Sie sie als XLSX',
  'The table has more than {1} columns':
    'Die Tabelle hat mehr als {1, plural, one {# Spalte} other {# Spalten}}',
  'The table is empty': 'Die Tabelle ist leer',
  'Row {1} of the table is empty: it has no heads':
    'Zeile {1} der Tabelle ist leer: Sie hat keine Spaltennamen',
  'The workbook has no sheet “{1}”': 'Die Arbeitsmappe hat kein Blatt „{1}“',
  'The workbook is encrypted': 'Die Arbeitsmappe ist verschlüsselt',
  'The workbook is larger than can be read': 'Die Arbeitsmappe ist zu groß zum Lesen',
  'The workbook is damaged, or is none': 'Die Arbeitsmappe ist beschädigt, oder es ist keine',
  'The workbook defines entities of XML, which no spreadsheet program does':
    'Die Arbeitsmappe definiert XML-Entitäten, was kein Tabellenprogramm tut',
  'The sheet has more than {1} rows': 'Das Blatt hat mehr als {1, plural, one {# Zeile} other {# Zeilen}}',
  'The sheet has more than {1} columns':
    'Das Blatt hat mehr als {1, plural, one {# Spalte} other {# Spalten}}',
  'It has no name': 'Kein Name',
  'It has no name.': 'Kein Name.',
  'It has no title': 'Kein Titel',
  'It has no title.': 'Kein Titel.',
  'It is empty.': 'Leer.',
  '“{1}” is empty.': '„{1}“ ist leer.',
  'It is not an object of JSON.': 'Kein JSON-Objekt.',
  '“{1}” is missing, or no object of JSON.': '„{1}“ fehlt oder ist kein JSON-Objekt.',
  'It is no technique of ATT&CK': 'Keine Technik von ATT&CK',
  'It is no log of executions': 'Kein Ausführungslog',
};
