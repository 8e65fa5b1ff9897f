import type { ProblemWords } from '../problems.ts';

/** Lines of the command, keyed by their English text. */
export const commandLines: ProblemWords = {
  'no command given': 'aucune commande indiquée',
  'there is no command "{1}"': 'la commande « {1} » n’existe pas',
  '--{1} needs a value': '--{1} demande une valeur',
  '--env-file needs a value': '--env-file demande une valeur',
  '"{1}" does not take "{2}"': '« {1} » n’accepte pas « {2} »',
  '"{1}" needs <{2}>': '« {1} » demande <{2}>',
  'try "damson --help"': 'aide : « damson --help »',
  "the database can't be used: {1} ({2})": 'la base de données est inutilisable : {1} ({2})',
  'Create an administrator': 'Crée un administrateur',
  'Asks for the password unless it is given. A password has 12 to 256 characters, is not a common one and is not made of names that people here know. Works while a server is running, once one has created the database at its first start.':
    'Demande le mot de passe s’il n’est pas indiqué. Un mot de passe a de 12 à 256 caractères, n’est pas courant et n’est pas fait de noms connus ici. Possible pendant qu’un serveur tourne, dès qu’il a créé la base de données à son premier démarrage.',
  'email for signing in': 'adresse e-mail de connexion',
  'name shown to others': 'nom visible pour les autres',
  'read the password from standard input': 'lit le mot de passe sur l’entrée standard',
  'other users of this machine can see it while the command runs: not recommended':
    'les autres utilisateurs de cette machine peuvent le voir tant que la commande s’exécute : déconseillé',
  'created the administrator {1}': 'administrateur {1} créé',
  'Print a one-time token for the first set-up': 'Affiche un jeton à usage unique pour l’installation',
  'It is valid for an hour. A new token replaces the one before. Refused once there is an administrator. Works while a server is running, once one has created the database at its first start.':
    'Il est valable une heure. Un nouveau jeton remplace le précédent. Refusé dès qu’il existe un administrateur. Possible pendant qu’un serveur tourne, dès qu’il a créé la base de données à son premier démarrage.',
  'there is already an administrator': 'il existe déjà un administrateur',
  'Let a user sign in with only their password':
    'Permet à un utilisateur de se connecter avec son seul mot de passe',
  'Removes the authenticator app, the passkeys and the recovery codes of the account with this email, and ends its sessions. For someone who has lost them and whom no administrator can help. Works while a server is running.':
    'Retire l’application d’authentification, les clés d’accès et les codes de secours du compte ayant cette adresse e-mail, et met fin à ses sessions. Pour qui les a perdus et qu’aucun administrateur ne peut aider. Possible pendant qu’un serveur tourne.',
  '{1} has no second factor': '{1} n’a pas de second facteur',
  '{1} now signs in with only a password': '{1} se connecte désormais avec son seul mot de passe',
  '--{1} is missing': '--{1} manque',
  'a password must have 12 to 256 characters': 'un mot de passe doit avoir de 12 à 256 caractères',
  '--password and --password-stdin exclude each other': '--password et --password-stdin s’excluent',
  'there is no terminal to ask on: give --password-stdin':
    'pas de terminal où poser la question : indiquez --password-stdin',
  'Password: ': 'Mot de passe : ',
  'Password again: ': 'Mot de passe, encore une fois : ',
  'the two passwords do not match': 'les deux mots de passe diffèrent',
  'the password is not UTF-8 text': 'le mot de passe n’est pas du texte UTF-8',
  'no password was given': 'aucun mot de passe indiqué',
  'Write the database and every stored file into one file':
    'Écrit la base de données et tous les fichiers conservés dans un fichier',
  'Works while a server is running. The file is a tar archive with the digest of everything in it; it is read back before it gets its name, and only its owner may read it. Neither secrets.json nor SVC_ENCRYPTION_KEY is in it. With --keep the place is a folder: the backup gets a name with its date there, and the oldest such backups are removed once it is intact. Without a place, SVC_BACKUP_DIR is used.':
    'Possible pendant qu’un serveur tourne. Le fichier est une archive tar avec l’empreinte de tout son contenu ; il est relu avant de recevoir son nom, et seul son propriétaire peut le lire. Ni secrets.json ni SVC_ENCRYPTION_KEY n’y figurent. Avec --keep, l’emplacement est un dossier : la sauvegarde y reçoit un nom daté, et les plus anciennes sont supprimées une fois qu’elle est intacte. Sans emplacement, SVC_BACKUP_DIR s’applique.',
  'number of backups to keep in the folder': 'nombre de sauvegardes à garder dans le dossier',
  'replace an existing file': 'remplace un fichier existant',
  'leave out files that are missing or damaged, and record which':
    'omet les fichiers manquants ou endommagés, et les note',
  files: 'fichiers',
  'the data folder can’t be written: its history does not tell of this backup':
    'le dossier de données n’est pas inscriptible : son historique ignore cette sauvegarde',
  '{1}, no backup was made; --allow-damaged makes one without':
    '{1}, aucune sauvegarde n’a été faite ; --allow-damaged en fait une sans eux',
  'left out {1}': 'omis : {1}',
  'wrote {1}: {2}': '{1} écrit : {2}',
  'history up to {1}': 'historique jusqu’à {1}',
  'removed {1}': '{1} supprimé',
  'Restore a backup into an empty data folder, or an empty PostgreSQL database':
    'Restaure une sauvegarde dans un dossier de données vide ou une base PostgreSQL vide',
  'Everything is verified before anything is put in place; a damaged backup leaves the folder as it was. All sessions are ended. Stored C2 tokens need the SVC_ENCRYPTION_KEY they were stored with; so do authenticator apps, or the secrets.json of the folder they were added in: without it recovery codes, passkeys and reset-second-factor are left.':
    'Tout est vérifié avant la mise en place ; une sauvegarde endommagée laisse le dossier tel quel. Toutes les sessions prennent fin. Les jetons C2 conservés ont besoin de la SVC_ENCRYPTION_KEY d’origine ; les applications d’authentification aussi, ou du secrets.json du dossier où elles ont été ajoutées : sans lui restent les codes de secours, les clés d’accès et reset-second-factor.',
  backup: 'sauvegarde',
  'the backup was made without {1}': 'la sauvegarde a été faite sans : {1}',
  'restored {1}, as they were at {2}, into {3}': 'restauré : {1}, état du {2}, dans {3}',
  'Verify the database, the history and the digest of every stored file':
    'Vérifie la base de données, l’historique et l’empreinte de chaque fichier conservé',
  'Works while a server is running, and only changes the mark that makes the server check again what it had found damaged. Exit code 1 when anything is damaged.':
    'Possible pendant qu’un serveur tourne ; ne change que la marque qui fait revérifier au serveur ce qu’il avait trouvé endommagé. Code de sortie 1 si quelque chose est endommagé.',
  'damaged database: {1}': 'base de données endommagée : {1}',
  'no record refers to {1}/{2}': 'aucun enregistrement ne renvoie à {1}/{2}',
  'the newest entry of the history as stored elsewhere, which must still be there':
    'l’entrée la plus récente de l’historique, conservée ailleurs, qui doit toujours être là',
  '--anchor needs a number and a hash, as "damson audit head" prints them':
    '--anchor demande un numéro et une empreinte, comme « damson audit head » les affiche',
  'Verify only the history': 'Vérifie seulement l’historique',
  'Finds entries that were changed, removed, moved or inserted. Only an anchor detects that the newest were cut off. Works while a server is running, and changes nothing. Exit code 1 when anything is wrong.':
    'Trouve les entrées modifiées, supprimées, déplacées ou insérées. Seule une ancre révèle que les plus récentes ont été coupées. Possible pendant qu’un serveur tourne, et ne change rien. Code de sortie 1 en cas d’anomalie.',
  'Print the newest entry of the history, to store elsewhere':
    'Affiche l’entrée la plus récente de l’historique, à conserver ailleurs',
  'Its number and hash stand for the whole history up to it: "damson verify --anchor" compares with it.':
    'Son numéro et son empreinte valent pour tout l’historique jusque-là : « damson verify --anchor » compare avec elle.',
  'Print the history, one entry a line as JSON': 'Affiche l’historique, une entrée par ligne en JSON',
  'The export is an entry itself. Works while a server is running.':
    'L’export est lui-même une entrée. Possible pendant qu’un serveur tourne.',
  'Synchronise the ATT&CK catalogue': 'Synchronise le catalogue ATT&CK',
  'Without --source: the pinned edition, from the internet. All or nothing; works while a server is running.':
    'Sans --source : l’édition figée, depuis Internet. Tout ou rien ; possible pendant qu’un serveur tourne.',
  'an http or https address, "bundled" (ships with the program), or a file name in <data>/catalog':
    'une adresse http ou https, « bundled » (fournie avec le programme) ou un nom de fichier dans <data>/catalog',
  'expected digest of the source (default: that of the pinned edition)':
    'empreinte attendue de la source (par défaut : celle de l’édition figée)',
  'accept without a digest': 'accepte sans empreinte',
  '--keep must be a whole number from 1 to {1}': '--keep doit être un nombre entier de 1 à {1}',
  'root of all state (default: a folder of this user)':
    'racine de toutes les données (par défaut : un dossier de cet utilisateur)',
  'the database (default: <data>/damson.db)': 'la base de données (par défaut : <data>/damson.db)',
  'the stored evidence (default: <data>/evidence)': 'les preuves conservées (par défaut : <data>/evidence)',
  'where to listen (default: 127.0.0.1)': 'adresse d’écoute (par défaut : 127.0.0.1)',
  'where to listen; 0 is any free port (default: 4780)':
    'port d’écoute ; 0 : n’importe quel port libre (par défaut : 4780)',
  'host names that the network uses for this server': 'noms d’hôte de ce serveur sur le réseau',
  'TLS-terminating proxies in front (default: 0)': 'proxys en amont qui terminent TLS (par défaut : 0)',
  'own: with a certificate created here; off: plain HTTP (default: own where others reach it)':
    'own : avec un certificat créé ici ; off : HTTP simple (par défaut : own là où d’autres y accèdent)',
  'development, test or production (default: production)':
    'development, test ou production (par défaut : production)',
  'trace, debug, info, warn, error, fatal or silent (default: info)':
    'trace, debug, info, warn, error, fatal ou silent (par défaut : info)',
  'Import a file or folder of another tool': 'Importe un fichier ou un dossier d’un autre outil',
  'Works while a server is running. Existing records are changed where the file has changed, unless they were changed here. All or nothing; refused rows are listed, and then the exit code is 1.':
    'Possible pendant qu’un serveur tourne. Les enregistrements existants sont modifiés là où le fichier a changé, sauf s’ils ont été modifiés ici. Tout ou rien ; les lignes refusées sont listées, et le code de sortie est alors 1.',
  '{1} (default: recognised by content)': '{1} (par défaut : reconnu au contenu)',
  'only print what would be done': 'affiche seulement ce qui serait fait',
  import: 'import',
  '{1}: {2} would be new, {3} changed, {4} the same, {5} refused':
    '{1} : {2, plural, one {# serait nouveau} other {# seraient nouveaux}}, {3, plural, one {# modifié} other {# modifiés}}, {4, plural, one {# inchangé} other {# inchangés}}, {5, plural, one {# refusé} other {# refusés}}',
  '{1}: {2} new, {3} changed, {4} the same, {5} refused':
    '{1} : {2, plural, one {# nouveau} other {# nouveaux}}, {3, plural, one {# modifié} other {# modifiés}}, {4, plural, one {# inchangé} other {# inchangés}}, {5, plural, one {# refusé} other {# refusés}}',
  'ATT&CK {1} from {2} ({3}): {4} tactics, {5} techniques, {6} sub-techniques; {7} added, {8} updated, {9} deprecated':
    'ATT&CK {1} de {2} ({3}) : {4, plural, one {# tactique} other {# tactiques}}, {5, plural, one {# technique} other {# techniques}}, {6, plural, one {# sous-technique} other {# sous-techniques}} ; {7, plural, one {# ajoutée} other {# ajoutées}}, {8, plural, one {# mise à jour} other {# mises à jour}}, {9, plural, one {# obsolète} other {# obsolètes}}',
  verified: 'vérifié',
  'not verified': 'non vérifié',
  'of an unknown version': 'de version inconnue',
  'Write what became of the detection rules, for the CI of their repository':
    'Écrit ce que sont devenues les règles de détection, pour la CI de leur dépôt',
  'Works while a server is running. Over all missions: as JUnit XML a broken or missed rule is a failure, and one that was never tried is skipped. Without --out it is written to standard output.':
    'Fonctionne aussi pendant qu’un serveur tourne. Sur toutes les missions : en JUnit XML, une règle cassée ou manquée est un échec, et une règle jamais essayée est ignorée. Sans --out, la sortie standard est utilisée.',
  '{1} (default: junit)': '{1} (par défaut : junit)',
  'Export a mission, or the library of test templates, for another tool':
    'Exporte une mission, ou la bibliothèque de modèles de test, pour un autre outil',
  'Works while a server is running. A mission is named by its id or exact name; "library" is the test templates. Several files are written as a zip.':
    'Possible pendant qu’un serveur tourne. Une mission est désignée par son identifiant ou son nom exact ; « library » désigne les modèles de test. Plusieurs fichiers sont écrits dans un zip.',
  '{1}; of the library {2}': '{1} ; pour la bibliothèque {2}',
  'file to write': 'fichier à écrire',
  '"export" needs --out <file>': '« export » demande --out <file>',
  '{1} of its characters are boxes: no typeface on this computer has them. Install one, such as Noto':
    '{1} de ses caractères sont des carrés : aucune police de cet ordinateur ne les a. Installez-en une, par exemple Noto',
  '{1} already exists; --force replaces it': '{1} existe déjà ; --force le remplace',
  'wrote {1}': '{1} écrit',
  '--format must be one of {1}': '--format doit être l’un de : {1}',
  'Migrate the database of an older version to the schema of this one':
    'Migre la base de données d’une version antérieure vers le schéma de celle-ci',
  'Prints its steps, keeps a verified copy of a database file beside it, and takes all steps or none. A server does the same when it starts; every other command refuses an older schema. Over PostgreSQL it needs --backup, a backup that the older version has made of this database. Nobody may serve a database file meanwhile.':
    'Affiche ses étapes, garde à côté une copie vérifiée du fichier de base de données, et fait toutes les étapes ou aucune. Un serveur fait de même au démarrage ; toute autre commande refuse un schéma antérieur. Avec PostgreSQL il faut --backup, une sauvegarde de cette base faite par la version antérieure. Aucun serveur ne doit utiliser un fichier de base de données pendant ce temps.',
  'over PostgreSQL: a backup of this database, read and compared first':
    'avec PostgreSQL : une sauvegarde de cette base, lue et comparée d’abord',
  '--backup needs a value': '--backup demande une valeur',
  '--backup is for PostgreSQL: a database file is copied beside itself':
    '--backup est pour PostgreSQL : un fichier de base de données est copié à côté de lui-même',
  'would keep a copy of the current database at {1}; nothing was changed':
    'garderait une copie de la base actuelle dans {1} ; rien n’a été modifié',
  'kept a copy of the previous database at {1}': 'copie de la base précédente : {1}',
  'would need --backup <file>, a backup made by the older version; nothing was changed':
    'demanderait --backup <file>, une sauvegarde faite par la version antérieure ; rien n’a été modifié',
  'there is no way back without a backup: make one with the version that serves now ("damson backup <file>") and name it with --backup <file>':
    'sans sauvegarde, pas de retour possible : faites-en une avec la version en service (« damson backup <file> ») et indiquez-la avec --backup <file>',
  'the database has schema version {1} already: nothing to do':
    'la base de données a déjà la version de schéma {1} : rien à faire',
  'the database has schema version {1}, this program works with version {2}':
    'la base de données a la version de schéma {1}, ce programme utilise la version {2}',
  'step {1}': 'étape {1}',
  'the database has schema version {1} now': 'la base de données a maintenant la version de schéma {1}',
  '{1} holds schema version {2}, and the database has {3}: make a new backup':
    '{1} contient la version de schéma {2}, et la base a {3} : faites une nouvelle sauvegarde',
  '{1} is a backup of another database': '{1} est la sauvegarde d’une autre base de données',
  'read {1} from its first byte to its last: it is whole, as of {2}':
    '{1} lu du premier au dernier octet : intact, état du {2}',
  'Copy the installation to another database, another place for files, or both':
    'Copie l’installation vers une autre base de données, un autre emplacement de fichiers, ou les deux',
  'From the places in the settings: SVC_DATABASE_URL and EVIDENCE_URL, or the data folder. No server may use either meanwhile, and the source is not changed. The copy is compared row by row and byte by byte before it counts. After an interruption run it again: it sends only the files that are missing. The keys of the store come from the usual AWS variables.':
    'Depuis les emplacements des réglages : SVC_DATABASE_URL et EVIDENCE_URL, ou le dossier de données. Aucun serveur ne doit les utiliser pendant ce temps, et la source n’est pas modifiée. La copie est comparée ligne par ligne et octet par octet avant de compter. Après une interruption, relancez : seuls les fichiers manquants sont envoyés. Les clés du stockage viennent des variables AWS habituelles.',
  'postgres://…, or a data folder for a file of its own':
    'postgres://…, ou un dossier de données pour un fichier à part',
  's3://bucket/prefix, or a data folder': 's3://bucket/prefix, ou un dossier de données',
  'leave out files that are missing or damaged': 'omet les fichiers manquants ou endommagés',
  'left out: damaged {1} {2}': 'omis, car endommagé : {1} {2}',
  '{1} files ({2} MiB), {3} of them sent now: equal byte by byte':
    '{1, plural, one {# fichier} other {# fichiers}} ({2} Mio), dont {3, plural, one {# envoyé} other {# envoyés}} maintenant : identiques octet par octet',
  '{1} rows in {2} tables: equal row by row; history up to {3}':
    '{1, plural, one {# ligne} other {# lignes}} dans {2, plural, one {# table} other {# tables}} : identiques ligne par ligne ; historique jusqu’à {3}',
  '"move" needs --to-database, --to-evidence or both':
    '« move » demande --to-database, --to-evidence ou les deux',
  'an installation has one data folder: --to-database and --to-evidence name two':
    'une installation a un seul dossier de données : --to-database et --to-evidence en nomment deux',
  'the database lies in {1}, and so do its files: --to-evidence names another folder':
    'la base de données est dans {1}, ses fichiers aussi : --to-evidence nomme un autre dossier',
  'the folder {1} does not exist': 'le dossier {1} n’existe pas',
  '{1} does not exist': '{1} n’existe pas',
  '{1} is not a folder': '{1} n’est pas un dossier',
  '{1} is a folder': '{1} est un dossier',
  'this user may not read {1}': 'cet utilisateur ne peut pas lire {1}',
  'this user may not write to {1}': 'cet utilisateur ne peut pas écrire dans {1}',
  'no space is left on the disk of {1}': 'il n’y a plus de place sur le disque de {1}',
  "{1} can't be used ({2})": '{1} n’est pas utilisable ({2})',
  '{1} is on a read-only file system': '{1} est sur un système de fichiers en lecture seule',
  'there is no Damson database at {1}: "damson serve" creates one at its first start':
    'pas de base de données Damson dans {1} : « damson serve » en crée une à son premier démarrage',
  'the database has schema version {1}, this program works with version {2}: {3}':
    'la base de données a la version de schéma {1}, ce programme utilise la version {2} : {3}',
  'Write a report of a mission to a file': 'Écrit le rapport d’une mission dans un fichier',
  'Works while a server is running. The mission is named by its id or exact name. The report shows the mission as it is now, without texts for its sections; with --issued it is the issued report.':
    'Possible pendant qu’un serveur tourne. La mission est désignée par son identifiant ou son nom exact. Le rapport montre la mission telle qu’elle est, sans textes pour ses sections ; avec --issued, c’est le rapport émis.',
  '{1} (default: technical)': '{1} (par défaut : technical)',
  'for docx: a Word template in place of the default one, checked first':
    'pour docx : un modèle Word à la place de celui de Damson, vérifié d’abord',
  'the issued report, instead of a new one': 'le rapport émis, au lieu d’un nouveau',
  '{1} (default: by the file name)': '{1} (par défaut : d’après le nom du fichier)',
  report: 'rapport',
  '"report" needs --out <file>': '« report » demande --out <file>',
  '--template is for the format docx': '--template est pour le format docx',
  '--{1} is for a new report, not for one that was issued':
    '--{1} est pour un nouveau rapport, pas pour un rapport émis',
  "{1} can't be read: {2}": '{1} est illisible : {2}',
  '{1} is larger than {2} bytes, the most a template may have':
    '{1} dépasse {2} octets, le maximum pour un modèle',
  "{1} can't be used as a template": '{1} n’est pas utilisable comme modèle',
  '--{1} must be one of {2}': '--{1} doit être l’un de : {2}',
  'there is no mission "{1}"': 'la mission « {1} » n’existe pas',
  '{1} missions have this name: give the id of one': '{1} missions portent ce nom : indiquez un identifiant',
  'Serve until a signal stops it': 'Sert jusqu’à ce qu’un signal l’arrête',
  'On an address that others can reach it uses TLS, with a certificate that it creates and whose fingerprint it prints, unless a proxy in front does (--trust-proxy) or TLS is off (--tls off). Logs one JSON object a line on standard output; the line with "event": "listening" gives the address. SIGTERM or SIGINT finishes running requests and stops; a second one stops at once.':
    'Sur une adresse accessible à d’autres, il utilise TLS, avec un certificat qu’il crée et dont il affiche l’empreinte, sauf si un proxy en amont s’en charge (--trust-proxy) ou si TLS est désactivé (--tls off). Journalise un objet JSON par ligne sur la sortie standard ; la ligne avec "event": "listening" donne l’adresse. SIGTERM ou SIGINT termine les requêtes en cours et arrête ; un second signal arrête aussitôt.',
  "can't listen on 127.0.0.1:{1} ({2}): choose another SVC_METRICS_PORT":
    'impossible d’écouter sur 127.0.0.1:{1} ({2}) : choisissez un autre SVC_METRICS_PORT',
  '{1} is used by another program: choose another with --port':
    '{1} est utilisé par un autre programme : choisissez un autre port avec --port',
  'this user may not listen on {1}: choose a port from 1024 on':
    'cet utilisateur ne peut pas écouter sur {1} : choisissez un port à partir de 1024',
  "can't listen on {1} ({2}): is the host an address of this machine?":
    'impossible d’écouter sur {1} ({2}) : l’hôte est-il une adresse de cette machine ?',
  'this text': 'ce texte',
  'the version of the program': 'la version du programme',
  'settings as in EnvironmentFile= of systemd; may be given several times':
    'réglages comme dans EnvironmentFile= de systemd ; plusieurs fois possible',
  'Usage: damson <command> [flags]': 'Utilisation : damson <commande> [options]',
  'Usage: damson {1} [flags]': 'Utilisation : damson {1} [options]',
  'Commands:': 'Commandes :',
  'Every command takes:': 'Toute commande accepte :',
  'A flag overrides the environment variable in brackets, and a settings file overrides the environment. "damson <command> --help" tells more.':
    'Une option l’emporte sur la variable d’environnement entre crochets, et un fichier de réglages sur l’environnement. « damson <commande> --help » en dit plus.',
  'Exit codes: 0 done, 1 refused, 2 wrong usage, 74 the storage failed while serving, 78 unusable settings.':
    'Codes de sortie : 0 fait, 1 refusé, 2 mauvais usage, 74 le stockage a lâché en service, 78 réglages inutilisables.',
  'Flags:': 'Options :',
  'Flags of every command:': 'Options de toute commande :',
  'Damson encrypts what it sends, at {1} with a certificate that it created. Browsers warn about it once; compare its SHA-256 fingerprint with the one that the browser shows before you continue:':
    'Damson chiffre ses échanges à {1} avec un certificat qu’il a créé. Les navigateurs avertissent une fois ; comparez son empreinte SHA-256 avec celle que montre le navigateur avant de continuer :',
  'The team opens Damson at': 'L’équipe ouvre Damson à',
  'Requests to other names are refused. To answer at this computer’s addresses too, name them: --public-hosts {1}':
    'Les requêtes vers d’autres noms sont refusées. Pour répondre aussi aux adresses de cet ordinateur, indiquez-les : --public-hosts {1}',
  'Damson is at {1} and has no administrator yet. Create the first one in another terminal, with either of':
    'Damson est à {1} et n’a pas encore d’administrateur. Créez le premier dans un autre terminal, avec l’une de ces commandes',
  'a token for the set-up at the address above': 'un jeton pour l’installation à l’adresse ci-dessus',
  'database {1}, history {2}, {3} of {4} stored files intact, {5} files without a record':
    'base de données {1}, historique {2}, {3, plural, one {# fichier conservé intact} other {# fichiers conservés intacts}} sur {4, plural, one {#} other {#}}, {5, plural, one {# fichier} other {# fichiers}} sans enregistrement',
  whole: 'intact',
  'not whole': 'altéré',
  damaged: 'endommagé',
  'damaged {1} {2}': 'endommagé : {1} {2}',
  output: 'sortie',
  evidence: 'preuve',
  '{1} missions, {2} engagements, {3} evidence records, {4} users ({5} MiB)':
    '{1, plural, one {# mission} other {# missions}}, {2, plural, one {# engagement} other {# engagements}}, {3, plural, one {# preuve} other {# preuves}}, {4, plural, one {# utilisateur} other {# utilisateurs}} ({5} Mio)',
  'history {1}, 0 entries': 'historique {1}, aucune entrée',
  'history {1}, {2} entries up to {3}':
    'historique {1}, {2, plural, one {# entrée} other {# entrées}} jusqu’à {3}',
  '--erased needs the numbers of entries, separated by commas':
    '--erased demande des numéros d’entrées, séparés par des virgules',
  'entries whose changes were erased on request since the anchor; any others are problems':
    'entrées dont les modifications ont été effacées sur demande depuis l’ancre ; toute autre est un problème',
  'left out lost evidence {1} ({2})': 'preuve perdue {1} ({2}) omise',
  'Building the interface…': 'Construction de l’interface…',
  'No window for root, whose browsers have no sandbox: Damson only serves.':
    'Pas de fenêtre pour root, dont les navigateurs n’ont pas de bac à sable : Damson ne fait que servir.',
  'these settings are for a server that others reach':
    'ces réglages sont pour un serveur que d’autres atteignent',
  'it could not be built': 'elle n’a pas pu être construite',
  'Electron could not run here ({1})': 'Electron n’a pas pu démarrer ici ({1})',
  "Electron's runtime is not here ({1})": 'l’environnement d’Electron manque ({1})',
  'No desktop window: {1}. Damson serves all the same, to be opened in a browser; Ctrl-C stops it.':
    'Pas de fenêtre de bureau : {1}. Damson sert quand même, à ouvrir dans un navigateur ; Ctrl-C l’arrête.',
  'No desktop window: {1}. Damson serves all the same, shown by {2}; Ctrl-C stops it.':
    'Pas de fenêtre de bureau : {1}. Damson sert quand même, affiché par {2} ; Ctrl-C l’arrête.',
  'Damson is at {1}': 'Damson est à l’adresse {1}',
  'The window is closed. Damson still serves at {1}; Ctrl-C stops it.':
    'La fenêtre est fermée. Damson sert toujours à l’adresse {1} ; Ctrl-C l’arrête.',
  '{1} could not show it ({2}). Damson still serves at {3}; Ctrl-C stops it.':
    '{1} n’a pas pu l’afficher ({2}). Damson sert toujours à l’adresse {3} ; Ctrl-C l’arrête.',
  'the package "electron" is not installed': 'le paquet « electron » n’est pas installé',
  'ELECTRON_OVERRIDE_DIST_PATH has no {1}': 'ELECTRON_OVERRIDE_DIST_PATH ne contient pas {1}',
  'its download was declined': 'son téléchargement a été refusé',
  "{1} can't be reached": '{1} est injoignable',
  "Fetching Electron's runtime, once…": 'Téléchargement de l’environnement d’Electron, une seule fois…',
  'its download failed': 'son téléchargement a échoué',
  'not started': 'non démarré',
  'serve it with {1} and {2}; {3} is unchanged: keep it until you have seen the copy at work, and serve only one of them':
    'servez la copie avec {1} et {2} ; reste inchangé : {3}. Gardez-le jusqu’à ce que vous ayez vu la copie fonctionner, et ne servez que l’un des deux',
  'what it was copied from': 'la source',
  'copy {1} into the data folder that serves it: authenticator apps and sessions may need it':
    'copiez {1} dans le dossier de données qui la sert : les applications d’authentification et les sessions peuvent en avoir besoin',
  '{1}, of entry {2} of the history': '{1}, de l’entrée {2} de l’historique',
  '"{1}" needs -- <{2}>': '« {1} » demande -- <{2}>',
  'Usage: damson {1} [flags] -- <{2}>': 'Utilisation : damson {1} [options] -- <{2}>',
  'Run a program and record it as an execution of a mission':
    'Lance un programme et l’enregistre comme exécution d’une mission',
  'Records command, combined output, times, host, user, exit code and process id, and posts them with the token of a program. The output passes through, and the exit code is that of the program. Without a server, or if it does not take the record in time, a log of ATTiRe is left, which the import reads. Messages go to standard error. On a terminal, what it showed becomes a recording with times, which is evidence of the run.':
    'Enregistre la commande, toute la sortie, les heures, l’hôte, l’utilisateur, le code de retour et l’identifiant du processus, et les envoie avec le jeton d’un programme. La sortie passe telle quelle, et le code de retour est celui du programme. Sans serveur, ou s’il ne répond pas à temps, il reste un journal ATTiRe, que l’import lit. Les messages vont vers la sortie d’erreur. Dans un terminal, ce qu’il a montré devient un enregistrement avec ses temps, preuve du passage.',
  'do not record what the terminal showed': 'ne pas enregistrer ce que le terminal a montré',
  'such as T1059.001': 'par exemple T1059.001',
  'name of the test': 'nom du test',
  'GUID of the atomic test': 'GUID du test Atomic',
  'where a log of ATTiRe is left (default: this folder)':
    'où laisser un journal ATTiRe (par défaut : ce dossier)',
  'how long to try while the server is away (default: 60)':
    'durée des essais quand le serveur est absent (par défaut : 60)',
  "{1} can't be started ({2})": '{1} ne peut pas être lancé ({2})',
  'left the record in {1}': 'l’enregistrement se trouve dans {1}',
  'recorded as a test of its own, {1}': 'enregistré comme un nouveau test, {1}',
  'recorded as run {1} of the test {2}': 'enregistré comme exécution {1} du test {2}',
  'the server refused the record ({1})': 'le serveur a refusé l’enregistrement ({1})',
  'the server is away ({1})': 'le serveur est injoignable ({1})',
  '--technique must be a technique such as T1059 or T1059.001':
    '--technique doit être une technique comme T1059 ou T1059.001',
  '--guid must be a GUID': '--guid doit être un GUID',
  '--wait must be a number of seconds': '--wait doit être un nombre de secondes',
  'such as https://damson.example:4780 [DAMSON_SERVER]':
    'par exemple https://damson.example:4780 [DAMSON_SERVER]',
  'id of the mission [DAMSON_MISSION]': 'identifiant de la mission [DAMSON_MISSION]',
  'file with the token, unless DAMSON_TOKEN holds it [DAMSON_TOKEN_FILE]':
    'fichier avec le jeton, s’il n’est pas dans DAMSON_TOKEN [DAMSON_TOKEN_FILE]',
  '--mission must be the id of a mission': '--mission doit être l’identifiant d’une mission',
  '--server must be an address such as https://damson.example:4780':
    '--server doit être une adresse comme https://damson.example:4780',
  'a token is missing: set DAMSON_TOKEN, or name a file with --token-file':
    'il manque un jeton : définissez DAMSON_TOKEN, ou indiquez un fichier avec --token-file',
  'the token is not one of Damson, which begin with dmsn_':
    'le jeton n’est pas de Damson : les siens commencent par dmsn_',
  'Record the execution logs that appear in a folder':
    'Enregistre les journaux d’exécution qui apparaissent dans un dossier',
  'Reads every log of executions that the import reads, once it is completely written, and posts its executions with the token of a program. A log that grows is read again; each execution is recorded once. {1} in the folder remembers what was taken. A recording named like an execution, or like a log with one execution, is attached to its run. Ends on a signal.':
    'Lit chaque journal d’exécutions que l’import sait lire, dès qu’il est entièrement écrit, et envoie ses exécutions avec le jeton d’un programme. Un journal qui grandit est relu ; chaque exécution est enregistrée une fois. {1} dans le dossier retient ce qui a été pris. Un enregistrement nommé comme une exécution, ou comme un journal à une seule exécution, est joint à son passage. S’arrête sur un signal.',
  'end once everything in the folder is taken': 's’arrêter dès que tout le dossier est pris',
  'how often to look; a file that stays the same from one look to the next is complete (default: 2)':
    'intervalle des contrôles ; un fichier inchangé d’un contrôle à l’autre est complet (par défaut : 2)',
  '"watch" needs --server <address>': '« watch » demande --server <address>',
  '--every must be a number of seconds': '--every doit être un nombre de secondes',
  'the server refused {1} ({2})': 'le serveur a refusé {1} ({2})',
  "{1} can't be read ({2})": '{1} est illisible ({2})',
  'no execution is named like this recording': 'aucune exécution ne porte le nom de cet enregistrement',
  'its run is closed, or there is no room for its recordings':
    'son passage est clos, ou il n’y a pas de place pour ses enregistrements',
  'recordings attached': 'enregistrements joints',
  'it is too large for a request: attach it on the page of the test':
    'il est trop grand pour une requête : à joindre sur la page du test',
  'the others are enough': 'les autres suffisent',
  'it is damaged': 'il est endommagé',
  '{1}: {2} recorded, {3} added, {4} the same, {5} different, {6} left out':
    '{1} : {2} enregistrées, {3} ajoutées, {4} identiques, {5} différentes, {6} omises',
  'it has no time': 'elle n’a pas d’heure',
  'it names no host': 'elle n’indique pas d’hôte',
};
