import type { ProblemWords } from '../../problems.ts';

export const imports: ProblemWords = {
  'Too many exports are being downloaded: let them finish first':
    'Trop d’exportations sont en cours de téléchargement : laissez-les d’abord se terminer',
  'The import was not applied': 'L’import n’a pas été appliqué',
  'Too many imports are being read: wait for them to finish':
    'Trop d’imports sont en cours de lecture : attendez qu’ils soient terminés',
  'One person can import {1} a day (UTC)': 'Une personne peut importer {1} par jour (UTC)',
  'A file of this import is missing or damaged: send it again':
    'Un fichier de cet import manque ou est endommagé : renvoyez-le',
  'Reading was stopped': 'La lecture a été arrêtée',
  'The export needs more memory than it may use: export less':
    'L’export demande plus de mémoire que permis : exportez moins',
  'The export took too long: export less': 'L’export a pris trop de temps : exportez moins',
  'The export was stopped': 'L’export a été arrêté',
  'A file was lost in the meantime: export again': 'Un fichier a été perdu entre-temps : exportez à nouveau',
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
  'It was changed here since its import, and is kept unless you choose otherwise':
    'Modifié ici depuis son import ; reste tel quel sauf indication contraire de votre part',
  'Its mission was left out': 'Sa mission a été ignorée',
  'Only its blue side is written, and only if you overwrite it: it was created or changed here':
    'Seule la moitié bleue est écrite, et seulement si vous le demandez : le test vient de cette installation ou a été modifié ici',
  'Only its blue side is written': 'Seule la moitié bleue est écrite',
  'The import is still being read': 'L’import est encore en cours de lecture',
  'The import is not applied yet': 'L’import n’est pas encore appliqué',
  'The import is being applied': 'L’import est en cours d’application',
  'The import is applied': 'L’import est appliqué',
  'The import is being undone': 'L’import est en cours d’annulation',
  'The import is already undone': 'L’import est déjà annulé',
  'The import was refused': 'L’import a été refusé',
  'The import could not be read': 'L’import n’a pas pu être lu',
  'It could be neither finished nor undone: {1} of its rows are imported. Undo it once the server is healthy':
    'L’import n’a pu être ni terminé ni retiré : {1, plural, one {# ligne est importée} other {# lignes sont importées}}. Annulez-le dès que le serveur va bien',
  'It was interrupted and undone: import it again':
    'L’import a été interrompu et retiré : importez à nouveau',
  'Its mission is refused': 'Sa mission est refusée',
  'Its mission was refused': 'Sa mission a été refusée',
  'It is in the file twice': 'Figure deux fois dans le fichier',
  'You may not import it: it needs the permission {1}':
    'Vous ne pouvez pas l’importer : il faut la permission {1}',
  'None of its tests exists here: {1}': 'Aucun des tests nommés n’existe : {1}',
  'It was imported before and is not changed': 'Déjà importé ; reste tel quel ici',
  'No pending test of the mission matches it ({1})':
    'Aucun test en attente de la mission ne lui correspond ({1})',
  'It was exported from a mission that exists here, and is skipped unless you choose otherwise':
    'Exporté d’une mission présente ici ; omis sauf indication contraire de votre part',
  'It was created here, and is kept unless you choose otherwise':
    'Provient de cette installation ; reste tel quel sauf indication contraire de votre part',
  'It changed existing objects': 'Il a modifié des objets existants',
  'Another import has changed its objects': 'Un autre import a modifié ce qu’il a créé',
  'It created a mission from executions, which you can delete':
    'Il a créé une mission à partir d’exécutions ; vous pouvez la supprimer',
  'It added to an existing mission': 'Il a complété une mission existante',
  'Some of its objects were changed or deleted since': 'Une partie a été modifiée ou supprimée depuis',
  'A scenario template has one of its tests': 'Un modèle de scénario contient l’un de ses tests',
  'Its remaining objects were changed since': 'Ce qu’il en reste a été modifié depuis',
  'The import was undone, except for this, which was changed since or is in an archived mission: {1}':
    'L’import a été retiré. Ceci reste, modifié ici depuis ou dans une mission archivée : {1}',
  'The import was undone, except for these, which were changed since or are in an archived mission: {1}':
    'L’import a été retiré. Ces éléments restent, modifiés ici depuis ou dans une mission archivée : {1}',
  'The import was undone, except for these, which were changed since or are in an archived mission: {1} and {2} more':
    'L’import a été retiré. Ces éléments restent, modifiés ici depuis ou dans une mission archivée : {1} et {2, plural, one {# autre} other {# autres}}',
};
