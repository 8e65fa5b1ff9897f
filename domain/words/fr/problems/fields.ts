import type { ProblemWords } from '../../problems.ts';

export const fields: ProblemWords = {
  'The If-Match header is malformed': 'L’en-tête If-Match est mal formé',
  'It was changed since that version': 'L’objet a été modifié depuis cette version',
  '{1} not found': 'Introuvable : {1}',
  'The body must be multipart/form-data': 'Le corps doit être en multipart/form-data',
  'The Content-Type is malformed or names no boundary':
    'Le Content-Type est mal formé ou n’indique pas de boundary',
  'The field {1} is not valid text': 'Le champ {1} n’est pas un texte valide',
  'The body is not a complete multipart form': 'Le corps n’est pas un formulaire multipart complet',
  'must not be before start_date': 'ne doit pas précéder start_date',
  'a file is needed': 'un fichier est nécessaire',
  'the form has too many parts': 'le formulaire a trop de parties',
  'must be a file with a name': 'doit être un fichier avec un nom',
  'the file is empty': 'le fichier est vide',
  'unknown field': 'champ inconnu',
  'no port could be opened ({1})': 'aucun port n’a pu être ouvert ({1})',
  'either ids or all: true is needed': 'ids ou all: true est nécessaire',
  'must be a date as YYYY-MM-DD': 'doit être une date de la forme YYYY-MM-DD',
  'is out of range': 'est hors limites',
  'must be a whole number': 'doit être un nombre entier',
  'must not be something short repeated': 'ne doit pas être une courte répétition',
  'is among the most common passwords: use several unrelated words':
    'est parmi les mots de passe les plus courants : utilisez plusieurs mots sans rapport',
  'must not be made of names that people here know: use several unrelated words':
    'ne doit pas être fait de noms connus ici : utilisez plusieurs mots sans rapport',
  'Invalid input: expected {1}, received {2}': 'Saisie invalide : {1} attendu, {2} reçu',
  'Invalid input: expected {1}': 'Saisie invalide : {1} attendu',
  'Invalid option: expected one of {1}': 'Choix invalide : attendu l’un de {1}',
  'Invalid input': 'Saisie invalide',
  'Invalid {1}': 'Invalide : {1}',
  'Too big: expected string to have <={1} characters': 'Trop long : {1} caractères au plus',
  'Too small: expected string to have >={1} characters': 'Trop court : {1} caractères au moins',
  'Too big: expected {1} to have <={2} {3}': 'Trop : {2} au plus',
  'Too small: expected {1} to have >={2} {3}': 'Trop peu : {2} au moins',
  'Too big: expected {1} to be <={2}': 'Trop grand : {2} au plus',
  'Too small: expected {1} to be >={2}': 'Trop petit : {2} au moins',
  changed: 'modifiée',
  deleted: 'supprimée',
  'link-local, unspecified, multicast, broadcast or of a metadata service':
    'link-local, non spécifiée, multicast, broadcast ou d’un service de métadonnées',
  'must be an ISO 8601 timestamp': 'doit être un horodatage ISO 8601',
};
