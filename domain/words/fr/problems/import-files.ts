import type { ProblemWords } from '../../problems.ts';

export const importFiles: ProblemWords = {
  'The format {1} is not read here': 'Le format {1} n’est pas lu ici',
  'It needs more memory than a file may take': 'Le fichier demande plus de mémoire que permis',
  'It could not be read within {1} s': 'Le fichier n’a pas pu être lu en {1} s',
  'It has more than {1} rows': 'Le fichier a plus de {1, plural, one {# ligne} other {# lignes}}',
  'The file has more than {1} rows.': 'Le fichier a plus de {1, plural, one {# ligne} other {# lignes}}.',
  'It has the same id as {1}.': 'Même identifiant que {1}.',
  'None of the formats that are read here recognises it':
    'Aucun des formats pris en charge ne reconnaît le fichier',
  'None of the formats that are read here recognises it: the archive holds nothing but texts, pictures and programs':
    'Aucun des formats pris en charge ne reconnaît le fichier : l’archive ne contient que des textes, des images et des programmes',
  'None of the formats that are read here recognises it: none of its files is of one of them ({1})':
    'Aucun des formats pris en charge ne reconnaît le fichier : aucun de ses fichiers n’en relève ({1})',
  'None of the formats that are read here recognises it: it is not valid JSON, or it ends too early':
    'Aucun des formats pris en charge ne reconnaît le fichier : ce n’est pas un JSON valide, ou il s’arrête trop tôt',
  'None of the formats that are read here recognises it: it is not valid YAML or JSON':
    'Aucun des formats pris en charge ne reconnaît le fichier : ce n’est ni un YAML ni un JSON valide',
  'None of the formats that are read here recognises it: it has the fields {1}':
    'Aucun des formats pris en charge ne reconnaît le fichier : il a les champs {1}',
  'The file is empty': 'Le fichier est vide',
  'It is a bundle of ATT&CK: the catalogue takes it, not an import':
    'C’est un bundle ATT&CK : il va dans le catalogue, pas dans un import',
  '{1} has more than {2} MiB': '{1} dépasse {2} Mio',
  'The file ends before it should': 'Le fichier s’arrête trop tôt',
  'The archive has two files of the same name': 'L’archive contient deux fichiers du même nom',
  'The archive is encrypted': 'L’archive est chiffrée',
  'The archive is compressed in a way that is not read here':
    'La compression de l’archive n’est pas prise en charge',
  'Its files have more than {1} MiB once unpacked': 'Ses fichiers dépassent {1} Mio une fois décompressés',
  'Its files have more than {1} MiB': 'Ses fichiers dépassent {1} Mio',
  'The archive is empty': 'L’archive est vide',
  'The archive is damaged': 'L’archive est endommagée',
  'There are more than {1} files in it':
    'Il contient plus de {1, plural, one {# fichier} other {# fichiers}}',
  'A name in the archive leads out of it': 'Un nom dans l’archive en sort',
  'The folder is empty': 'Le dossier est vide',
  'The table has more cells than can be read at once':
    'Le tableau a plus de cellules qu’il n’est possible d’en lire',
  'The file has no alerts of a known tool': 'Le fichier ne contient aucune alerte d’un outil connu',
  'The file has more than {1} alerts': 'Le fichier contient plus de {1} alertes',
  'The table has more than {1} rows': 'Le tableau a plus de {1, plural, one {# ligne} other {# lignes}}',
  'The table is not valid CSV: line {1}: {2}': 'Le tableau n’est pas un CSV valide : ligne {1} : {2}',
  'The table is not valid CSV: {1}': 'Le tableau n’est pas un CSV valide : {1}',
  'a row is longer than can be read': 'une ligne est trop longue pour être lue',
  'a quote does not end': 'un guillemet n’est pas fermé',
  'a cell can’t be told from the next one': 'une cellule ne se distingue pas de la suivante',
  'The file is not valid JSON, or it ends too early':
    'Le fichier n’est pas un JSON valide, ou il s’arrête trop tôt',
  'The file has more values than can be read at once':
    'Le fichier a plus de valeurs qu’il n’est possible d’en lire',
  'The file has lists within lists deeper than {1} levels':
    'Le fichier imbrique des listes sur plus de {1, plural, one {# niveau} other {# niveaux}}',
  'Times without a time zone were read as UTC.': 'Les heures sans fuseau horaire ont été lues comme UTC.',
  'Some times could not be read: they are kept as text with the test that they belong to.':
    'Certaines heures n’ont pas pu être lues : elles restent sous forme de texte avec leur test.',
  'Not read, since they are none of this format: {1} and {2} more':
    'Non lus, car pas à ce format : {1} et {2, plural, one {# autre} other {# autres}}',
  'Not read, since they are none of this format: {1}': 'Non lus, car pas à ce format : {1}',
  'The texts of the file are longer than can be read at once':
    'Les textes du fichier sont trop longs pour être lus en une fois',
  'The texts of the table are longer than can be read at once':
    'Les textes du tableau sont trop longs pour être lus en une fois',
  'The table has no column {1}.': 'Il manque au tableau la colonne {1}.',
  'The table has no column “{1}”.': 'Il manque au tableau la colonne « {1} ».',
  'Apostrophes that keep spreadsheets from running cells were taken off.':
    'Les apostrophes qui empêchent les tableurs d’exécuter les cellules ont été retirées.',
  'The file is longer than a text may be (64 MiB)':
    'Le fichier dépasse la longueur permise pour un texte (64 Mio)',
  'The text is UTF-32; save it as UTF-8': 'Le texte est en UTF-32 ; enregistrez-le en UTF-8',
  'The file is no text: it is full of NUL characters':
    'Le fichier n’est pas un texte : il est plein de caractères NUL',
  'The text is not valid {1}; save it as UTF-8 in the program that it comes from':
    'Le texte n’est pas un {1} valide ; enregistrez-le en UTF-8 dans le programme d’origine',
  'The workbook has a text or a tag that is longer than can be read':
    'Le classeur contient un texte ou une balise trop longs pour être lus',
  'The file has more YAML than can be read at once':
    'Le fichier contient plus de YAML qu’il n’est possible d’en lire',
  'The file is not valid YAML: “{1}” ends nothing':
    'Le fichier n’est pas un YAML valide : « {1} » ne termine rien',
  'The file is not valid YAML: line {1}: {2}': 'Le fichier n’est pas un YAML valide : ligne {1} : {2}',
  'The file is not valid YAML: “{1}” is given twice':
    'Le fichier n’est pas un YAML valide : « {1} » est donné deux fois',
  'The file is not valid YAML: line {1}: “{2}” is given twice':
    'Le fichier n’est pas un YAML valide : ligne {1} : « {2} » est donné deux fois',
  'The file repeats too much by aliases': 'Le fichier répète trop de contenu par des alias',
  'The file has an alias to “{1}”, which is nowhere before it':
    'Le fichier a un alias vers « {1} », qui n’est nulle part avant lui',
  'The table is one of findings, which come in with an export for Damson':
    'C’est un tableau de constats ; pour les importer, utilisez un export pour Damson',
  'No column is for the name: say which one is': 'Aucune colonne n’est attribuée au nom : choisissez-en une',
  'Above the heads, not read: {1}': 'Au-dessus des noms de colonnes, non lu : {1}',
  'Columns for no field, kept as text: {1}': 'Colonnes sans champ, conservées comme texte : {1}',
  'A table is one file: CSV or XLSX': 'Un tableau est un seul fichier : CSV ou XLSX',
  'The workbook is of the old format (XLS), or encrypted: save it as XLSX':
    'Le classeur est à l’ancien format (XLS) ou chiffré : enregistrez-le en XLSX',
  'The table has more than {1} columns':
    'Le tableau a plus de {1, plural, one {# colonne} other {# colonnes}}',
  'The table is empty': 'Le tableau est vide',
  'Row {1} of the table is empty: it has no heads':
    'La ligne {1} du tableau est vide : elle n’a pas de noms de colonnes',
  'The workbook has no sheet “{1}”': 'Le classeur n’a pas de feuille « {1} »',
  'The workbook is encrypted': 'Le classeur est chiffré',
  'The workbook is larger than can be read': 'Le classeur est trop grand pour être lu',
  'The workbook is damaged, or is none': 'Le classeur est endommagé, ou n’en est pas un',
  'The workbook defines entities of XML, which no spreadsheet program does':
    'Le classeur définit des entités XML, ce qu’aucun tableur ne fait',
  'The sheet has more than {1} rows': 'La feuille a plus de {1, plural, one {# ligne} other {# lignes}}',
  'The sheet has more than {1} columns':
    'La feuille a plus de {1, plural, one {# colonne} other {# colonnes}}',
  'It has no name': 'Aucun nom',
  'It has no name.': 'Aucun nom.',
  'It has no title': 'Aucun titre',
  'It has no title.': 'Aucun titre.',
  'It is empty.': 'Vide.',
  '“{1}” is empty.': '« {1} » est vide.',
  'It is not an object of JSON.': 'Pas un objet JSON.',
  '“{1}” is missing, or no object of JSON.': '« {1} » manque ou n’est pas un objet JSON.',
  'It is no technique of ATT&CK': 'Pas une technique d’ATT&CK',
  'It is no log of executions': 'Ce n’est pas un journal d’exécutions',
};
