import type { ProblemWords } from '../../problems.ts';

/** Reading exported alerts. */
export const alertFiles: ProblemWords = {
  'It is informational': 'Simple information',
  'It is a building block of other alerts': 'Composant d’autres alertes',
  'It is a preview of a search that had not ended': 'Aperçu d’une recherche inachevée',
  'It is an event that no rule has raised': 'Événement qu’aucune règle n’a déclenché',
  'Its rule does not alert': 'La règle n’alerte pas',
  'It has no event': 'Aucun événement',
  'The alert stands in the file again, changed later':
    'L’alerte figure une autre fois dans le fichier, modifiée plus tard',
  'No column is for the title, the rule or the message: choose one':
    'Aucune colonne n’est pour le titre, la règle ou le message : choisissez-en une',
  'It has no title, rule or message': 'Ni titre, ni règle, ni message',
  'It is no time, or its day could be its month': 'Pas une heure, ou le jour peut être le mois',
  'It is no process ID': 'Pas un identifiant de processus',
  'It is no severity': 'Pas une gravité',
  'It names no technique': 'Aucune technique nommée',
  'The file has no alerts of a known tool: choose the fields of its columns':
    'Le fichier ne contient aucune alerte d’un outil connu : choisissez les champs de ses colonnes',
  'must be JSON': 'doit être du JSON',
  'must be a time zone': 'doit être un fuseau horaire',
  'at most {1} bytes': '{1, plural, one {# octet} other {# octets}} au plus',
  'The file is an EVTX log: save its events as XML or JSON':
    'Le fichier est un journal EVTX : enregistrez ses événements en XML ou JSON',
  'The file has no events of Windows': 'Le fichier ne contient aucun événement Windows',
  'It is telemetry: no rule and no product has raised it': 'Télémétrie : ni règle ni produit ne l’a signalé',
  'It is an event of the product itself, not a detection': 'Événement du produit lui-même, pas une détection',
  'The XML is damaged, or ends too early': 'Le XML est endommagé ou se termine trop tôt',
  'The XML defines entities, which no export does': 'Le XML définit des entités, ce qu’aucun export ne fait',
  'The XML has a text or a tag that is longer than can be read':
    'Le XML contient un texte ou une balise trop long pour être lu',
  'The XML has a record that is larger than can be read':
    'Le XML contient un enregistrement trop grand pour être lu',
  'The XML nests deeper than {1} levels':
    'Le XML est imbriqué sur plus de {1, plural, one {# niveau} other {# niveaux}}',
};
