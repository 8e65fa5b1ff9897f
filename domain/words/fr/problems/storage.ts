import type { ProblemWords } from '../../problems.ts';

export const storage: ProblemWords = {
  'A file may have at most {1} bytes': 'Un fichier peut compter {1} octets au plus',
  'The work was stopped': 'Le travail a été arrêté',
  'Too many of these are waiting: let them finish first':
    'Trop d’opérations attendent : laissez-les d’abord se terminer',
  'No space is left on the disk; nothing was saved':
    'Il n’y a plus de place sur le disque ; rien n’a été enregistré',
  "The storage can't be written at the moment": 'Le stockage n’est pas accessible en écriture pour le moment',
  'The server is stopping': 'Le serveur s’arrête',
  'The file store did not keep what it was given: try again later':
    'Le stockage de fichiers n’a pas gardé ce qu’il a reçu : réessayez plus tard',
  'The stored file is damaged and is not served': 'Le fichier conservé est endommagé et n’est pas servi',
  'The file store belongs to another installation: its log says more':
    'Le stockage de fichiers appartient à une autre installation : son journal en dit plus',
  '{1}: wait until it is done': '{1} : attendez que ce soit terminé',
  'This backup is being verified': 'Cette sauvegarde est en cours de vérification',
  'A backup needs {1} MiB on the disk of the data folder, and {2} MiB are left; nothing was written':
    'Une sauvegarde demande {1} Mio sur le disque du dossier de données, il en reste {2} ; rien n’a été écrit',
  'no entry has the number {1}': 'aucune entrée n’a le numéro {1}',
  'A backup is being created': 'Une sauvegarde est en cours de création',
  'A backup is being verified': 'Une sauvegarde est en cours de vérification',
  'Stored data is being verified': 'Les données conservées sont en cours de vérification',
};
