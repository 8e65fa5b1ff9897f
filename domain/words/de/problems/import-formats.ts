import type { ProblemWords } from '../../problems.ts';

export const importFormats: ProblemWords = {
  'A VECTR export is one file: the CSV of an environment, or the YAML of a bundle.':
    'Ein VECTR-Export ist eine einzelne Datei: das CSV einer Umgebung oder das YAML eines Bündels.',
  'A bundle of VECTR is a map of campaigns.': 'Ein VECTR-Bündel ist eine Map von Kampagnen.',
  'The bundle has no campaign with test cases.': 'Das Bündel enthält keine Kampagne mit Testfällen.',
  'It is no test case.': 'Kein Testfall.',
  'The file has no Sigma rules': 'Die Datei enthält keine Sigma-Regeln',
  'It is no Sigma rule': 'Keine Sigma-Regel',
  'It is no Sigma rule: it has no detection, correlation or filter':
    'Es ist keine Sigma-Regel: Erkennung, Korrelation und Filter fehlen',
  'The archive is of version {1}; 1 is known.': 'Das Archiv hat Version {1}; bekannt ist 1.',
  'The archive leaves out what blue had not been shown yet.':
    'Im Archiv fehlt, was Blau noch nicht gezeigt wurde.',
  'The lists of a PurpleOps CSV are joined by commas, so that names with a comma are cut apart; its JSON is better.':
    'PurpleOps-CSV trennt Listen durch Kommas, sodass Namen mit Komma zerteilt werden; besser ist das JSON.',
  'The archive has no export.json, which a PurpleOps export has.':
    'Dem Archiv fehlt export.json, das jeder PurpleOps-Export hat.',
  'A PurpleOps export is a list of test cases.': 'Ein PurpleOps-Export ist eine Liste von Testfällen.',
  'Evidence files are in the zip of PurpleOps alone; the test cases name those that are missing.':
    'Nachweisdateien sind nur im Zip von PurpleOps; die Testfälle nennen die fehlenden.',
  'The file has no layers': 'Die Datei enthält keine Layer',
  'It is no layer': 'Kein Layer',
  'It is no layer: it has no list of techniques': 'Kein Layer: Die Liste der Techniken fehlt',
  'The layer has no name': 'Der Layer hat keinen Namen',
  'The layer has format {1}: open it in the Navigator and save it anew':
    'Der Layer hat das Format {1}: Öffnen Sie ihn im Navigator und speichern Sie ihn neu',
  '{1}: layer format {2} is newer than 4.5, and was read like it':
    '{1}: Das Layer-Format {2} ist neuer als 4.5 und wurde wie dieses gelesen',
  "{1}: the layer is of {2}; techniques that the catalogue doesn't hold are kept, but lead to no tests":
    '{1}: Der Layer gehört zu {2}; Techniken, die nicht im Katalog stehen, bleiben darin, führen aber zu keinen Tests',
  'An operation log of Ghostwriter is one CSV, by itself or with its attachments in a zip.':
    'Ein Operationsprotokoll von Ghostwriter ist ein CSV, allein oder mit seinen Anhängen in einem Zip.',
  'The library has no manifest.json': 'Der Bibliothek fehlt manifest.json',
  '“{1}” is no part of the library and was passed over.':
    '„{1}“ gehört nicht zur Bibliothek und wurde übergangen.',
  'The library has no file of JSON Lines (.jsonl)': 'Der Bibliothek fehlt eine Datei mit JSON Lines (.jsonl)',
  'The library has version {1} of its format; this Damson reads {2}.x':
    'Die Bibliothek hat Formatversion {1}; dieses Damson liest {2}.x',
  'It was made by a newer Damson (format {1}); fields that are new are kept as text.':
    'Aus einem neueren Damson (Format {1}); neue Felder bleiben als Text erhalten.',
  'Its evidence “{1}” was lost before the export.': 'Der Nachweis „{1}“ ging vor dem Export verloren.',
  'The library has more than {1} rows':
    'Die Bibliothek hat mehr als {1, plural, one {# Zeile} other {# Zeilen}}',
  'The id {1} stands there twice': 'Die ID {1} kommt zweimal vor',
  'Its mission, {1}, does not stand before it': 'Die zugehörige Mission {1} steht nicht davor',
  'Its mission has no scenario {1}': 'Die zugehörige Mission hat kein Szenario {1}',
  'Its evidence “{1}” is missing': 'Der Nachweis „{1}“ fehlt',
  'Its evidence “{1}” is damaged: its SHA-256 is another one':
    'Der Nachweis „{1}“ ist beschädigt: Sein SHA-256 ist ein anderer',
  'is no version, such as 1.0': 'ist keine Version wie 1.0',
  'is no SHA-256 in lower case': 'ist kein SHA-256 in Kleinbuchstaben',
  'is no name of a variable': 'ist kein Name einer Variablen',
  'is no technique or tactic, such as T1059.001': 'ist keine Technik oder Taktik wie T1059.001',
  'The file has no emulation plan': 'Die Datei enthält keinen Emulationsplan',
  'It is no emulation plan: it has no details of one': 'Kein Emulationsplan: Dessen Angaben fehlen',
  'The emulation plan has no name of an adversary': 'Dem Emulationsplan fehlt der Name des Adversary',
  'The step has no id or no name': 'Dem Schritt fehlt die ID oder der Name',
  'is only for schedules and scripts': 'ist nur für Zeitpläne und Skripte',
  'A schedule of AtomicRunner is one CSV.': 'Ein Zeitplan von AtomicRunner ist eine einzelne CSV.',
  'It has neither the name nor the GUID of a test': 'Weder Name noch GUID eines Tests vorhanden',
  'It has no executions of Invoke-AtomicRedTeam': 'Keine Ausführungen von Invoke-AtomicRedTeam',
  'It is not valid JSON, or it ends too early': 'Kein gültiges JSON, oder das Ende fehlt',
  'It ends too early': 'Das Ende fehlt',
  'It is no log of a Beacon, and no exported activity':
    'Weder das Protokoll eines Beacons noch eine exportierte Aktivität',
  'It is no activity of Cobalt Strike': 'Keine Aktivität von Cobalt Strike',
  'Nothing ran: no task follows it': 'Nichts wurde ausgeführt: Es folgt kein Task',
  'Nothing ran: the Beacon has not taken its task':
    'Nichts wurde ausgeführt: Der Beacon hat den Task nicht abgeholt',
  'The log has no year: its times are kept as text until its first day is chosen. In an archive, the folder named by its day (YYMMDD) says it.':
    'Das Protokoll nennt kein Jahr: Seine Zeiten bleiben Text, bis sein erster Tag gewählt ist. In einem Archiv nennt ihn der Ordner seines Tages (JJMMTT).',
  'It is no audit log of Sliver': 'Kein Auditprotokoll von Sliver',
  'It is no entry of an audit log': 'Kein Eintrag eines Auditprotokolls',
  'Requests to the server itself, not read: {1}': 'Anfragen an den Server selbst, nicht gelesen: {1}',
  'It has no tasks of Mythic': 'Keine Tasks von Mythic',
  'It is no report of an operation of Caldera': 'Kein Bericht einer Caldera-Operation',
  'The file has neither abilities nor adversaries nor an operation of Caldera':
    'Die Datei enthält weder Abilities noch Adversaries noch eine Caldera-Operation',
  'A log of ATTiRe is an object of JSON.': 'Ein ATTiRe-Protokoll ist ein JSON-Objekt.',
  '“execution-data” is missing, or no object.': '„execution-data“ fehlt oder ist kein Objekt.',
  '“procedures” is missing.': '„procedures“ fehlt.',
  'It has no steps.': 'Keine Schritte.',
  'It has neither a name nor a technique.': 'Weder Name noch Technik vorhanden.',
  'It is a file of the Attack Flow Builder: publish it there, as STIX (JSON)':
    'Eine Datei des Attack Flow Builder: Veröffentlichen Sie sie dort als STIX (JSON)',
  'It is no Attack Flow: it has no object of that type': 'Kein Attack Flow: Ein Objekt dieses Typs fehlt',
  'A file has one flow, and this is another': 'Eine Datei hat einen Flow, und dies ist ein weiterer',
  'The flow has no name': 'Der Flow hat keinen Namen',
  '{1}: nothing leads to {2} of the actions; they stand last':
    '{1}: Zu {2, plural, one {# Aktion} other {# Aktionen}} führt nichts; sie {2, plural, one {steht} other {stehen}} am Ende',
  '{1}: {2} effects are not in the file':
    '{1}: {2, plural, one {# Folge ist} other {# Folgen sind}} nicht in der Datei',
  'Tests without a GUID: {1}. They are known again by technique and name.':
    'Tests ohne GUID: {1}. Sie werden an Technik und Name wiedererkannt.',
  'Files that hold no atomic tests: {1}.': 'Dateien ohne Atomic Tests: {1}.',
  'The file has more than one YAML document': 'Die Datei hat mehr als ein YAML-Dokument',
  'The file has no technique with tests': 'Die Datei enthält keine Technik mit Tests',
  'The file has no atomic_tests': 'Die Datei enthält keine atomic_tests',
  'attack_technique is no technique of ATT&CK, such as T1059.001':
    'attack_technique ist keine ATT&CK-Technik wie T1059.001',
  'It is no test': 'Kein Test',
  '{1} has the same GUID, or technique and name':
    '{1} hat dieselbe GUID oder dieselbe Technik und denselben Namen',
  'It has more than {1} tests': 'Die Datei hat mehr als {1, plural, one {# Test} other {# Tests}}',
  'The ability has no name': 'Der Ability fehlt der Name',
  'The adversary has no name': 'Dem Adversary fehlt der Name',
  'The ability has no id': 'Der Ability fehlt die ID',
  'The adversary has no id': 'Dem Adversary fehlt die ID',
  'The ability has no id and no name': 'Der Ability fehlen ID und Name',
  'The adversary has no id and no name': 'Dem Adversary fehlen ID und Name',
  'It is no ability and no adversary': 'Weder Ability noch Adversary',
  'Neither abilities nor adversaries, and not read: {1} and {2} more':
    'Weder Abilities noch Adversaries, daher nicht gelesen: {1} und {2, plural, one {# weitere} other {# weitere}}',
  'Neither abilities nor adversaries, and not read: {1}':
    'Weder Abilities noch Adversaries, daher nicht gelesen: {1}',
  '{1}: of {2} abilities of “{3}”, {4} are in no file here, and are found only if they came in before: {5}':
    '{1}: {4, plural, one {# Ability} other {# Abilities}} von „{3}“ (insgesamt {2}) {4, plural, one {ist} other {sind}} in keiner Datei und {4, plural, one {wird} other {werden}} nur gefunden, wenn früher importiert: {5}',
};
