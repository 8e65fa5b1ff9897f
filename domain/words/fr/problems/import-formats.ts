import type { ProblemWords } from '../../problems.ts';

export const importFormats: ProblemWords = {
  'A VECTR export is one file: the CSV of an environment, or the YAML of a bundle.':
    'Un export VECTR est un seul fichier : le CSV d’un environnement ou le YAML d’un bundle.',
  'A bundle of VECTR is a map of campaigns.': 'Un bundle VECTR est une table de campagnes.',
  'The bundle has no campaign with test cases.': 'Le bundle n’a aucune campagne avec des cas de test.',
  'It is no test case.': 'Pas un cas de test.',
  'The file has no Sigma rules': 'Le fichier ne contient aucune règle Sigma',
  'It is no Sigma rule': 'Pas une règle Sigma',
  'It is no Sigma rule: it has no detection, correlation or filter':
    'Ce n’est pas une règle Sigma : ni détection, ni corrélation, ni filtre',
  'The archive is of version {1}; 1 is known.':
    'L’archive est à la version {1} ; seule la version 1 est connue.',
  'The archive leaves out what blue had not been shown yet.':
    'L’archive omet ce qui n’avait pas encore été montré aux Bleus.',
  'The lists of a PurpleOps CSV are joined by commas, so that names with a comma are cut apart; its JSON is better.':
    'Le CSV de PurpleOps sépare les listes par des virgules, ce qui coupe les noms qui en contiennent ; préférez son JSON.',
  'The archive has no export.json, which a PurpleOps export has.':
    'L’archive n’a pas d’export.json, présent dans tout export PurpleOps.',
  'A PurpleOps export is a list of test cases.': 'Un export PurpleOps est une liste de cas de test.',
  'Evidence files are in the zip of PurpleOps alone; the test cases name those that are missing.':
    'Les fichiers de preuves ne sont que dans le zip de PurpleOps ; les cas de test nomment ceux qui manquent.',
  'The file has no layers': 'Le fichier ne contient aucun layer',
  'It is no layer': 'Pas un layer',
  'It is no layer: it has no list of techniques': 'Pas un layer : la liste des techniques manque',
  'The layer has no name': 'Le layer n’a pas de nom',
  'The layer has format {1}: open it in the Navigator and save it anew':
    'Le layer est au format {1} : ouvrez-le dans le Navigator et enregistrez-le à nouveau',
  '{1}: layer format {2} is newer than 4.5, and was read like it':
    '{1} : le format de layer {2} est plus récent que 4.5 et a été lu comme lui',
  "{1}: the layer is of {2}; techniques that the catalogue doesn't hold are kept, but lead to no tests":
    '{1} : le layer relève de {2} ; les techniques absentes du catalogue sont conservées, mais ne mènent à aucun test',
  'An operation log of Ghostwriter is one CSV, by itself or with its attachments in a zip.':
    'Un journal d’opération de Ghostwriter est un seul CSV, isolé ou avec ses pièces jointes dans un zip.',
  'The library has no manifest.json': 'La bibliothèque n’a pas de manifest.json',
  '“{1}” is no part of the library and was passed over.':
    '« {1} » ne fait pas partie de la bibliothèque et a été ignoré.',
  'The library has no file of JSON Lines (.jsonl)': 'La bibliothèque n’a aucun fichier JSON Lines (.jsonl)',
  'The library has version {1} of its format; this Damson reads {2}.x':
    'La bibliothèque est à la version {1} de son format ; ce Damson lit {2}.x',
  'It was made by a newer Damson (format {1}); fields that are new are kept as text.':
    'Créé par un Damson plus récent (format {1}) ; les nouveaux champs sont conservés comme texte.',
  'Its evidence “{1}” was lost before the export.': 'La preuve « {1} » avait été perdue avant l’export.',
  'The library has more than {1} rows':
    'La bibliothèque a plus de {1, plural, one {# ligne} other {# lignes}}',
  'The id {1} stands there twice': 'L’identifiant {1} figure deux fois',
  'Its mission, {1}, does not stand before it': 'Sa mission, {1}, ne figure pas avant',
  'Its mission has no scenario {1}': 'Sa mission n’a pas de scénario {1}',
  'Its evidence “{1}” is missing': 'La preuve « {1} » manque',
  'Its evidence “{1}” is damaged: its SHA-256 is another one':
    'La preuve « {1} » est endommagée : son SHA-256 est différent',
  'is no version, such as 1.0': 'n’est pas une version, telle que 1.0',
  'is no SHA-256 in lower case': 'n’est pas un SHA-256 en minuscules',
  'is no name of a variable': 'n’est pas un nom de variable',
  'is no technique or tactic, such as T1059.001':
    'n’est ni une technique ni une tactique, telle que T1059.001',
  'The file has no emulation plan': 'Le fichier ne contient aucun plan d’émulation',
  'It is no emulation plan: it has no details of one': 'Pas un plan d’émulation : ses détails manquent',
  'The emulation plan has no name of an adversary': 'Le plan d’émulation n’a pas de nom d’adversaire',
  'The step has no id or no name': 'L’étape n’a pas d’identifiant ou pas de nom',
  'is only for schedules and scripts': 'n’est que pour les plannings et les scripts',
  'A schedule of AtomicRunner is one CSV.': 'Un planning d’AtomicRunner est un seul CSV.',
  'It has neither the name nor the GUID of a test': 'Ni le nom ni le GUID d’un test',
  'It has no executions of Invoke-AtomicRedTeam': 'Aucune exécution d’Invoke-AtomicRedTeam',
  'It is not valid JSON, or it ends too early': 'JSON non valide, ou fin manquante',
  'It ends too early': 'Fin manquante',
  'It is no log of a Beacon, and no exported activity': 'Ni le journal d’un Beacon, ni une activité exportée',
  'It is no activity of Cobalt Strike': 'Pas une activité de Cobalt Strike',
  'Nothing ran: no task follows it': 'Rien n’a été exécuté : aucune tâche ne suit',
  'Nothing ran: the Beacon has not taken its task': 'Rien n’a été exécuté : le Beacon n’a pas pris sa tâche',
  'The log has no year: its times are kept as text until its first day is chosen. In an archive, the folder named by its day (YYMMDD) says it.':
    'Le journal n’a pas d’année : ses heures restent du texte jusqu’au choix de son premier jour. Dans une archive, le dossier nommé d’après son jour (AAMMJJ) la donne.',
  'It is no audit log of Sliver': 'Ce n’est pas un journal d’audit de Sliver',
  'It is no entry of an audit log': 'Ce n’est pas une entrée d’un journal d’audit',
  'Requests to the server itself, not read: {1}': 'Requêtes au serveur lui-même, non lues : {1}',
  'It has no tasks of Mythic': 'Aucune tâche de Mythic',
  'It is no report of an operation of Caldera': 'Pas un rapport d’une opération Caldera',
  'The file has neither abilities nor adversaries nor an operation of Caldera':
    'Le fichier ne contient ni abilities, ni adversaires, ni opération Caldera',
  'A log of ATTiRe is an object of JSON.': 'Un journal ATTiRe est un objet JSON.',
  '“execution-data” is missing, or no object.': '« execution-data » manque ou n’est pas un objet.',
  '“procedures” is missing.': '« procedures » manque.',
  'It has no steps.': 'Aucune étape.',
  'It has neither a name nor a technique.': 'Ni nom ni technique.',
  'It is a file of the Attack Flow Builder: publish it there, as STIX (JSON)':
    'Un fichier de l’Attack Flow Builder : publiez-le là-bas au format STIX (JSON)',
  'It is no Attack Flow: it has no object of that type': 'Pas un Attack Flow : aucun objet de ce type',
  'A file has one flow, and this is another': 'Un fichier a un seul flow, et celui-ci en est un autre',
  'The flow has no name': 'Le flow n’a pas de nom',
  '{1}: nothing leads to {2} of the actions; they stand last':
    '{1} : rien ne mène à {2, plural, one {# action ; elle figure} other {# actions ; elles figurent}} à la fin',
  '{1}: {2} effects are not in the file':
    '{1} : {2, plural, one {# effet n’est pas} other {# effets ne sont pas}} dans le fichier',
  'Tests without a GUID: {1}. They are known again by technique and name.':
    'Tests sans GUID : {1}. Ils sont reconnus par leur technique et leur nom.',
  'Files that hold no atomic tests: {1}.': 'Fichiers sans test Atomic : {1}.',
  'The file has more than one YAML document': 'Le fichier contient plus d’un document YAML',
  'The file has no technique with tests': 'Le fichier ne contient aucune technique avec des tests',
  'The file has no atomic_tests': 'Le fichier ne contient pas d’atomic_tests',
  'attack_technique is no technique of ATT&CK, such as T1059.001':
    'attack_technique n’est pas une technique d’ATT&CK, telle que T1059.001',
  'It is no test': 'Pas un test',
  '{1} has the same GUID, or technique and name': '{1} a le même GUID, ou la même technique et le même nom',
  'It has more than {1} tests': 'Le fichier a plus de {1, plural, one {# test} other {# tests}}',
  'The ability has no name': 'L’ability n’a pas de nom',
  'The adversary has no name': 'L’adversaire n’a pas de nom',
  'The ability has no id': 'L’ability n’a pas d’identifiant',
  'The adversary has no id': 'L’adversaire n’a pas d’identifiant',
  'The ability has no id and no name': 'L’ability n’a ni identifiant ni nom',
  'The adversary has no id and no name': 'L’adversaire n’a ni identifiant ni nom',
  'It is no ability and no adversary': 'Ni ability ni adversaire',
  'Neither abilities nor adversaries, and not read: {1} and {2} more':
    'Ni abilities ni adversaires, non lus : {1} et {2, plural, one {# autre} other {# autres}}',
  'Neither abilities nor adversaries, and not read: {1}': 'Ni abilities ni adversaires, non lus : {1}',
  '{1}: of {2} abilities of “{3}”, {4} are in no file here, and are found only if they came in before: {5}':
    '{1} : sur {2} abilities de « {3} », {4, plural, one {# n’est dans aucun fichier et n’est trouvée que si elle a été importée} other {# ne sont dans aucun fichier et ne sont trouvées que si elles ont été importées}} auparavant : {5}',
};
