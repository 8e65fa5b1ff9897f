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
  '{1} stored files are missing or damaged':
    '{1, plural, one {# fichier conservé manque ou est endommagé} other {# fichiers conservés manquent ou sont endommagés}}',
  '1 stored file is missing or damaged': '1 fichier conservé manque ou est endommagé',
  '{1}; no backup was made': '{1} ; aucune sauvegarde n’a été créée',
  'The thread that did it ended unexpectedly': 'Le thread s’est terminé de façon inattendue',
  'It was stopped': 'Arrêté',
  "The storage can't be read or written at the moment":
    'Le stockage n’est accessible ni en lecture ni en écriture pour le moment',
  'The server was stopped meanwhile': 'Le serveur a été arrêté entre-temps',
  '{1} already exists: choose another name, or use --force':
    '{1} existe déjà : choisissez un autre nom ou utilisez --force',
  'another backup is writing to {1}': 'une autre sauvegarde est en train d’écrire dans {1}',
  'the database is damaged ({1})': 'la base de données est endommagée ({1})',
  'files are being deleted faster than they can be copied: try again later':
    'des fichiers sont supprimés plus vite qu’ils ne peuvent être copiés : réessayez plus tard',
  'the database is damaged: run "damson verify", and keep your older backups':
    'la base de données est endommagée : lancez « damson verify » et gardez vos anciennes sauvegardes',
  '{1} changed while it was read': '{1} a changé pendant la lecture',
  'the backup is damaged: data follows its end': 'la sauvegarde est endommagée : des données suivent sa fin',
  'this is not a Damson backup, or it is damaged':
    'ce n’est pas une sauvegarde Damson, ou elle est endommagée',
  'the backup is cut off': 'la sauvegarde est tronquée',
  'the backup is damaged: {1} is not what was written':
    'la sauvegarde est endommagée : {1} n’est pas ce qui a été écrit',
  "the backup is damaged: its manifest can't be read":
    'la sauvegarde est endommagée : son manifeste est illisible',
  'the backup has format {1}, this program knows {2}: use a newer program':
    'la sauvegarde est au format {1}, ce programme connaît {2} : utilisez un programme plus récent',
  'the backup is damaged: its manifest is not complete':
    'la sauvegarde est endommagée : son manifeste est incomplet',
  'everything is already there': 'tout y est déjà',
  'there is no Damson database at {1}': 'il n’y a pas de base de données Damson à {1}',
  '{1} is there already': '{1} existe déjà',
  'the PostgreSQL database already holds an installation':
    'la base PostgreSQL contient déjà une installation',
  'the copy differs from the source in {1}: nothing was kept':
    'la copie diffère de la source dans {1} : rien n’a été gardé',
  'the file store holds other files: {1}/{2}/{3}': 'le stockage contient d’autres fichiers : {1}/{2}/{3}',
  '{1} files are missing or damaged, the database was not moved; --allow-damaged moves it without them':
    '{1, plural, one {# fichier manque ou est endommagé} other {# fichiers manquent ou sont endommagés}}, la base de données n’a pas été déplacée ; --allow-damaged la déplace sans eux',
  'damaged: {1} {2}': 'endommagé : {1} {2}',
  'the file store did not keep {1}': 'le stockage de fichiers n’a pas gardé {1}',
  'the backup is not complete': 'la sauvegarde est incomplète',
  'the backup is damaged: it does not hold exactly what its manifest lists':
    'la sauvegarde est endommagée : elle ne contient pas exactement ce que liste son manifeste',
  'the backup has schema version {1}, this program knows versions up to {2}: use a newer program':
    'la sauvegarde a la version de schéma {1}, ce programme connaît les versions jusqu’à {2} : utilisez un programme plus récent',
  'the backup was made by a version before 0.1.0 (it has schema version {1}): open it once with the last of those, or import its export':
    'la sauvegarde provient d’une version antérieure à 0.1.0 (version de schéma {1}) : ouvrez-la une fois avec la dernière de celles-ci, ou importez son export',
  "the backup is damaged: its database can't be read":
    'la sauvegarde est endommagée : sa base de données est illisible',
  'the backup is damaged: its database is not whole':
    'la sauvegarde est endommagée : sa base de données n’est pas intacte',
  "the backup is damaged: its database is not Damson's":
    'la sauvegarde est endommagée : sa base de données n’est pas de Damson',
  'the backup is damaged: it lacks files that its database refers to':
    'la sauvegarde est endommagée : il lui manque des fichiers auxquels sa base de données renvoie',
  '{1} is not a file': '{1} n’est pas un fichier',
  '{1} is not empty: a backup is restored into an empty data folder only':
    '{1} n’est pas vide : une sauvegarde ne se restaure que dans un dossier de données vide',
  'EVIDENCE_URL is not empty: a backup is restored into an empty prefix only':
    'EVIDENCE_URL n’est pas vide : une sauvegarde ne se restaure que dans un préfixe vide',
  'there is not enough space on the disk for this backup':
    'il n’y a pas assez de place sur le disque pour cette sauvegarde',
  'a row of {1} refers to one that is missing': 'une ligne de {1} renvoie à une ligne manquante',
  'changed by themselves: pages {1}': 'modifiées d’elles-mêmes : pages {1}',
  'changed by themselves: pages {1}, of {2}': 'modifiées d’elles-mêmes : pages {1}, de {2}',
  'the database does not take {1} = {2} (it answers "{3}")':
    'la base de données n’accepte pas {1} = {2} (elle répond « {3} »)',
  'the database is damaged ({1}): restore a backup':
    'la base de données est endommagée ({1}) : restaurez une sauvegarde',
  'the database is damaged ({1}: {2}): restore a backup':
    'la base de données est endommagée ({1} : {2}) : restaurez une sauvegarde',
  'the database is damaged (its file is no database): restore a backup':
    'la base de données est endommagée (son fichier n’en est pas une) : restaurez une sauvegarde',
  '{1} is in use by another Damson process': '{1} est utilisé par un autre processus Damson',
  "{1} can't be written ({2})": '{1} n’est pas accessible en écriture ({2})',
  "the folder {1} can't be made ({2})": 'le dossier {1} ne peut pas être créé ({2})',
  'the data folder {1}': 'le dossier de données {1}',
  'the database {1}': 'la base de données {1}',
  'the evidence folder {1}': 'le dossier des preuves {1}',
  'the database file belongs to another program':
    'le fichier de base de données appartient à un autre programme',
  'the database belongs to another program': 'la base de données appartient à un autre programme',
  'the database has schema version {1}, this program knows versions up to {2}: use a newer program':
    'la base de données a la version de schéma {1}, ce programme connaît les versions jusqu’à {2} : utilisez un programme plus récent',
  'the database was made by a version before 0.1.0 (it has schema version {1}): open it once with the last of those, or import its export':
    'la base de données provient d’une version antérieure à 0.1.0 (version de schéma {1}) : ouvrez-la une fois avec la dernière de celles-ci, ou importez son export',
  'the migration to schema version {1} leaves broken references in {2}: nothing was changed':
    'la migration vers la version de schéma {1} laisse des références cassées dans {2} : rien n’a été modifié',
  'the copy made before the migration is damaged: nothing was changed':
    'la copie faite avant la migration est endommagée : rien n’a été modifié',
  'the database {1} is being written: run the command where it is served':
    'la base de données {1} est en cours d’écriture : lancez la commande là où le serveur tourne',
  "the database can't be reached": 'la base de données est injoignable',
  'another process serves this database, and this one has to be alone':
    'un autre processus sert cette base de données, et celui-ci doit être seul',
  'another process serves this database, and this one has to be alone without {1}':
    'un autre processus sert cette base de données, et celui-ci doit être seul sans {1}',
  'another process serves this database, which has to be alone':
    'un autre processus sert cette base de données et doit être seul',
  'another process serves this database with another {1}: it has to be the same everywhere':
    'un autre processus sert cette base de données avec un autre {1} : il doit être le même partout',
  'PostgreSQL 15 or later is needed': 'PostgreSQL 15 ou plus récent est nécessaire',
  'PostgreSQL has {1} = {2}, which must be {3}': 'PostgreSQL a {1} = {2} ; il faut {3}',
  "SVC_DATABASE_URL: the database can't be used ({1})":
    'SVC_DATABASE_URL : la base de données est inutilisable ({1})',
  'The store of files refuses ({1}): try again later':
    'Le stockage de fichiers refuse ({1}) : réessayez plus tard',
  'The store of files does not answer as it should ({1}): try again later':
    'Le stockage de fichiers ne répond pas comme il devrait ({1}) : réessayez plus tard',
  'The store of files has no space left; nothing was kept':
    'Le stockage de fichiers n’a plus de place ; rien n’a été gardé',
  "{1} is another installation's: give this one a place of its own, or remove {2} there if it is gone":
    '{1} appartient à une autre installation : donnez à celle-ci un emplacement à elle, ou retirez-y {2} si l’autre n’existe plus',
  '{1} holds none of the stored files that the database lists: name the place where they are, or mount it. If they are lost, restore a backup; {2} there has a start go on without them':
    '{1} ne contient aucun des fichiers conservés que liste la base de données : indiquez leur emplacement ou montez-le. S’ils sont perdus, restaurez une sauvegarde ; avec {2} à cet endroit, le serveur démarre sans eux',
  'SVC_DATA_DIR (the folder for {1})': 'SVC_DATA_DIR (le dossier pour {1})',
  'It is shared already: stop that first.': 'C’est déjà partagé : arrêtez d’abord ce partage.',
  "The certificate and its key can't be used together.": 'Le certificat et sa clé ne vont pas ensemble.',
  "a file or the disk it is on can't be used ({1})": 'un fichier ou son disque est inutilisable ({1})',
  'This server does not restore while it runs: use "damson restore <file>" for an empty data folder or an empty PostgreSQL database':
    'Ce serveur ne restaure rien pendant qu’il fonctionne : utilisez « damson restore <fichier> » pour un dossier de données vide ou une base PostgreSQL vide',
  'Only a backup that was verified and is intact is restored':
    'Seule une sauvegarde vérifiée et intacte est restaurée',
  '{1}-wal is not empty: the database was not closed':
    '{1}-wal n’est pas vide : la base de données n’a pas été fermée',
};
