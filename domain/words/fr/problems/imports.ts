import type { ProblemWords } from '../../problems.ts';

export const imports: ProblemWords = {
  'Too many exports are being downloaded: let them finish first':
    'Trop d’exportations sont en cours de téléchargement : laissez-les d’abord se terminer',
  'The import is {1}': 'L’import est à l’état {1}',
  'The import was not applied': 'L’import n’a pas été appliqué',
  'Too many imports are being read: wait for them to finish':
    'Trop d’imports sont en cours de lecture : attendez qu’ils soient terminés',
  'One person can import {1} a day (UTC)': 'Une personne peut importer {1} par jour (UTC)',
  'A file of this import is missing or damaged: send it again':
    'Un fichier de cet import manque ou est endommagé : renvoyez-le',
  'The import {1}': 'L’import {1}',
  'Reading was stopped': 'La lecture a été arrêtée',
  'The export needs more memory than it may use: export less':
    'L’export demande plus de mémoire que permis : exportez moins',
  'The export took too long: export less': 'L’export a pris trop de temps : exportez moins',
  'The export was stopped': 'L’export a été arrêté',
  'A file was lost in the meantime: export again':
    'Un fichier a été remplacé entre-temps : exportez à nouveau',
  'The import was stopped': 'L’import a été arrêté',
  'The import is being applied elsewhere, or can no longer be applied':
    'L’import est appliqué ailleurs, ou ne peut plus l’être',
  'The mission no longer exists': 'La mission n’existe plus',
  'None of the tests it names exists': 'Aucun des tests nommés n’existe',
  'The import is not applied': 'L’import n’est pas appliqué',
  'The undo was stopped': 'L’annulation a été arrêtée',
  'The import has not failed': 'L’import n’a pas échoué',
  "The import can't be undone. {1}": 'L’import ne peut pas être annulé. {1}',
  'a mission has at most {1} tests': 'une mission a {1} tests au plus',
  'tool: {1} (the organisation has none of this name)': 'outil : {1} (l’organisation n’en a pas de ce nom)',
  'is still being read': 'est encore en cours de lecture',
  'is not applied yet': 'n’est pas encore appliqué',
  'is being applied': 'est en cours d’application',
};
