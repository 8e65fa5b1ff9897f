import type { ProblemWords } from '../../problems.ts';

export const reports: ProblemWords = {
  'The server has no Chromium or Edge to print a PDF with: open the HTML and print it from your browser':
    'Le serveur n’a ni Chromium ni Edge pour imprimer un PDF : ouvrez le HTML et imprimez-le depuis votre navigateur',
  "The browser can't open it: {1}": 'Le navigateur ne peut pas l’ouvrir : {1}',
  "The server's browser does not start, so no PDF can be printed: open the HTML and print it from your browser":
    'Le navigateur du serveur ne démarre pas, aucun PDF ne peut être imprimé : ouvrez le HTML et imprimez-le depuis votre navigateur',
  "The template can't be filled with this report: {1}":
    'Le modèle ne peut pas être rempli avec ce rapport : {1}',
  'The Word template does not fit this version of Damson: {1}. Correct it and upload it again, or choose another':
    'Le modèle Word ne convient pas à cette version de Damson : {1}. Corrigez-le et renvoyez-le, ou choisissez-en un autre',
  'A template may have at most {1} bytes': 'Un modèle peut compter {1} octets au plus',
  'Too many templates are being uploaded: try again': 'Trop de modèles sont en cours d’envoi : réessayez',
  "The report was issued and can't be changed or deleted":
    'Le rapport est émis et ne peut être ni modifié ni supprimé',
  'The model of the report is missing or damaged': 'Le modèle de données du rapport manque ou est endommagé',
  'The template was changed or deleted in the meantime: try again':
    'Le modèle a été modifié ou supprimé entre-temps : réessayez',
  'The rendering was stopped': 'La génération a été arrêtée',
  'Something went wrong on the server; its log says where':
    'Une erreur s’est produite sur le serveur ; son journal indique où',
  'Too many reports are being created: wait for them to finish':
    'Trop de rapports sont en cours de création : attendez qu’ils soient terminés',
  'must be a text of 1 to {1} characters': 'doit être un texte de 1 à {1} caractères',
  'there are already {1} templates, which is the limit': 'il y a déjà {1} modèles, c’est la limite',
  'is only for html': 'ne vaut que pour html',
  'the mission already has {1} reports, which is the limit':
    'la mission a déjà {1} rapports, c’est la limite',
  'no template has the id {1}': 'aucun modèle n’a l’identifiant {1}',
  'Only the person who added this template, or an administrator, can change it':
    'Seule la personne qui a ajouté ce modèle, ou un administrateur, peut le modifier',
  'is missing: the file is not a Word document': 'manque : le fichier n’est pas un document Word',
  'is a part that a template may not have': 'est une partie qu’un modèle ne peut pas avoir',
  'has a brace that belongs to no tag: {1}': 'a une accolade qui n’appartient à aucun champ : {1}',
  'are more than {1}': 'sont plus de {1}',
  'is not closed': 'n’est pas fermé',
  '{1} of its workbook {2}': '{1} de son classeur {2}',
  'holds {1}, which the workbook of a chart may not have':
    'contient {1}, que le classeur d’un graphique ne peut pas avoir',
  'is not a written section of this kind of report': 'n’est pas une section rédigée de ce type de rapport',
  'It is larger than {1}: leave out pictures or texts': 'Il dépasse {1} : omettez des images ou des textes',
  'is not a time zone': 'n’est pas un fuseau horaire',
  "can't be filled": 'ne peut pas être rempli',
  'needs more memory than a template should': 'demande plus de mémoire qu’un modèle ne devrait',
  'takes longer to fill than a template should': 'prend plus de temps à remplir qu’un modèle ne devrait',
  'closes what is not open': 'ferme ce qui n’est pas ouvert',
  'has an unknown option': 'a une option inconnue',
  'is not a field that a report has here': 'n’est pas un champ qu’un rapport a ici',
  'stands in more than {1} others': 'est dans plus de {1} autres',
  'is not a list or condition that a report has here': 'n’est pas une liste ou condition qu’un rapport a ici',
  'is repeated more than {1} times': 'est répété plus de {1} fois',
  'is not XML in UTF-8': 'n’est pas du XML en UTF-8',
  'declares a document type': 'déclare un type de document',
  'is not well-formed': 'n’est pas bien formé',
  'has a processing instruction': 'a une instruction de traitement',
  'A template already has this name': 'Un modèle porte déjà ce nom',
  '{1} (page {2}, “{3}”)': '{1} (page {2}, « {3} »)',
  '{1} (head or foot of the pages, “{2}”)': '{1} (en-tête ou pied de page, « {2} »)',
  '{1} (title of a chart, “{2}”)': '{1} (titre d’un graphique, « {2} »)',
  '{1} (below “{2}”, “{3}”)': '{1} (sous « {2} », « {3} »)',
  '{1}; the nearest name is {2}': '{1} ; le nom le plus proche est {2}',
  '{1}; it stands within {2}': '{1} ; il se trouve dans {2}',
  'stands where {#{1}} has to be closed first': 'se trouve là où {#{1}} doit d’abord être fermé',
  'is a list of the whole report: close {#{1}} first':
    'est une liste du rapport entier : fermez d’abord {#{1}}',
  'holds comments: delete them all, and upload it again':
    'contient des commentaires : supprimez-les tous et renvoyez-le',
  'stands in a footnote or endnote, where nothing is filled: “{1}”':
    'se trouve dans une note de bas de page ou de fin, où rien n’est rempli : « {1} »',
  'has no closing brace in its paragraph': 'n’a pas d’accolade fermante dans son paragraphe',
  'is closed elsewhere: only one of the two tags stands in a cell or a text box':
    'est fermé ailleurs : une seule des deux balises est dans une cellule ou une zone de texte',
  'has {1}, which brings in what is not in the template':
    'a {1}, qui fait entrer ce qui n’est pas dans le modèle',
  'has {1}, which brings in what is not in it': 'a {1}, qui fait entrer ce qui n’y est pas',
  'has a field that may load or run something: {1}':
    'a un champ qui peut charger ou exécuter quelque chose : {1}',
  'has a formula that may load or run something: {1}':
    'a une formule qui peut charger ou exécuter quelque chose : {1}',
  'has a relationship that a template may not have: {1}':
    'a une relation qu’un modèle ne peut pas avoir : {1}',
  'refers to something outside of the template: {1}': 'renvoie à quelque chose hors du modèle : {1}',
  'is a list: {#…} and {/…} repeat what is between':
    'est une liste : {#…} et {/…} répètent ce qui est entre les deux',
  'is damaged': 'est endommagé',
  'has more than {1} parts': 'a plus de {1} parties',
  'is encrypted': 'est chiffré',
  'is packed in a way that is not read': 'est compressé d’une façon qui n’est pas lue',
  'has two parts of one name': 'a deux parties du même nom',
  'is larger than {1} bytes when it is unpacked': 'dépasse {1} octets une fois décompressé',
  'has a part whose name leads elsewhere': 'a une partie dont le nom mène ailleurs',
  'is no document: it is not a zip': 'n’est pas un document : ce n’est pas un ZIP',
  '{1} (an empty mission)': '{1} (une mission vide)',
  '{1} (a typical mission)': '{1} (une mission ordinaire)',
  '{1} (a mission of hostile texts)': '{1} (une mission aux textes hostiles)',
};
