import type { ProblemWords } from '../../problems.ts';

export const engagements: ProblemWords = {
  "A simulation can't go from {1} to {2}": 'Une simulation ne peut pas passer de {1} à {2}',
  'The simulation is done and read-only until it is reopened':
    'La simulation est terminée et en lecture seule jusqu’à sa réouverture',
  'Some of these tasks are already linked to simulations':
    'Certaines de ces tâches sont déjà liées à des simulations',
  'No encryption key is set (SVC_ENCRYPTION_KEY): C2 connections can be neither stored nor read':
    'Aucune clé de chiffrement (SVC_ENCRYPTION_KEY) : les connexions C2 ne peuvent être ni enregistrées ni lues',
  'The engagement has no C2 connection': 'L’engagement n’a pas de connexion C2',
  'No encryption key is set: C2 tokens can be neither stored nor read':
    'Aucune clé de chiffrement : les jetons C2 ne peuvent être ni enregistrés ni lus',
  'The stored C2 token is damaged: enter it again':
    'Le jeton C2 conservé est endommagé : saisissez-le à nouveau',
  'there is no tactic {1}': 'il n’y a pas de tactique {1}',
  'is needed without a template': 'est nécessaire sans modèle',
  'no simulation template has the id {1}': 'aucun modèle de simulation n’a l’identifiant {1}',
  'the catalogue has no technique {1}': 'le catalogue n’a pas de technique {1}',
  'the framework has no such task': 'le framework n’a pas cette tâche',
  'no engagement has the id {1}': 'aucun engagement n’a l’identifiant {1}',
  'must be http:// or https:// with a host, without user name, password, query or fragment':
    'doit être http:// ou https:// avec un hôte, sans nom d’utilisateur, mot de passe, requête ni fragment',
  'names an address that is {1}': 'nomme une adresse qui est {1}',
  'must be the SHA-256 of the certificate, as 64 hex digits':
    'doit être le SHA-256 du certificat, en 64 chiffres hexadécimaux',
  'must be printable ASCII without spaces': 'doit être en ASCII imprimable sans espaces',
  'is needed when tls is "pin"': 'est nécessaire quand tls vaut "pin"',
  '"pin" needs an https address': '"pin" exige une adresse https',
  'holds characters that no HTTP header can carry':
    'contient des caractères qu’aucun en-tête HTTP ne peut porter',
  'is needed': 'est nécessaire',
  "Your role can't move a simulation from {1} to {2}":
    'Votre rôle ne peut pas faire passer une simulation de {1} à {2}',
  "Your role can't add evidence of the {1} side": 'Votre rôle ne peut pas ajouter de preuves du côté {1}',
  'The framework presented no certificate': 'Le framework n’a présenté aucun certificat',
  'The framework presented a certificate other than the pinned one; its SHA-256 is {1}':
    'Le framework a présenté un autre certificat que celui épinglé ; son SHA-256 est {1}',
  'The framework knows this token but does not let it read this':
    'Le framework connaît ce jeton mais ne le laisse pas lire ceci',
  'The framework has nothing at this address': 'Le framework n’a rien à cette adresse',
  'The framework answered with a redirect, and Damson follows none':
    'Le framework a répondu par une redirection, et Damson n’en suit aucune',
  'The framework answered with status {1}': 'Le framework a répondu avec le statut {1}',
  'The framework does not speak HTTP at this address': 'Le framework ne parle pas HTTP à cette adresse',
  'Connecting to the framework took too long': 'La connexion au framework a pris trop de temps',
  'The framework stopped in the middle of its answer':
    'Le framework s’est interrompu au milieu de sa réponse',
  'The framework and Damson found no common TLS ({1})':
    'Le framework et Damson n’ont pas de TLS commun ({1})',
  'The framework refuses connections': 'Le framework refuse les connexions',
  "The framework's host name is not known": 'Le nom d’hôte du framework est inconnu',
  "The framework can't be reached ({1})": 'Le framework est injoignable ({1})',
  'The framework does not accept the token': 'Le framework n’accepte pas le jeton',
  'The framework did not answer in time': 'Le framework n’a pas répondu à temps',
  'The address is {1}: Damson does not connect to it': 'L’adresse est {1} : Damson ne s’y connecte pas',
  'The connection to the framework was closed': 'La connexion au framework a été fermée',
  'The framework broke off the connection': 'Le framework a rompu la connexion',
  'The task has not finished': 'La tâche n’est pas terminée',
  'The framework has no such task': 'Le framework n’a pas cette tâche',
  'The framework answered with more than Damson accepts':
    'Le framework a répondu avec plus que Damson n’accepte',
  'The framework answered with something other than JSON': 'Le framework a répondu autre chose que du JSON',
  'The output is larger than Damson accepts': 'La sortie est plus grande que Damson n’accepte',
  'Mythic does not say whose token this is': 'Mythic ne dit pas à qui est ce jeton',
  "The token's account has no current operation: choose one in Mythic":
    'Le compte du jeton n’a pas d’opération courante : choisissez-en une dans Mythic',
  "The token's account is in another operation than the configured one: change it in Mythic":
    'Le compte du jeton est dans une autre opération que celle configurée : changez-la dans Mythic',
  'Mythic does not accept the token': 'Mythic n’accepte pas le jeton',
  'Mythic does not know a requested field: is it another version?':
    'Mythic ne connaît pas un champ demandé : est-ce une autre version ?',
  'Mythic answered with an error': 'Mythic a répondu par une erreur',
  'Mythic has no such task in the current operation of the token':
    'Mythic n’a pas cette tâche dans l’opération courante du jeton',
  'Mythic answered with something unexpected': 'Mythic a répondu de façon inattendue',
  'Caldera has no operation with the configured id or name':
    'Caldera n’a pas d’opération avec l’identifiant ou le nom configuré',
  "Caldera knows this key but hides this from it: a blue key can't read red data, nor a red key blue data":
    'Caldera connaît cette clé mais lui cache ceci : une clé bleue ne lit pas les données rouges, ni une clé rouge les bleues',
  'Caldera has no such task': 'Caldera n’a pas cette tâche',
  'Caldera answered with something unexpected': 'Caldera a répondu de façon inattendue',
  'is given together with techniques': 'est indiqué avec techniques',
  'is already linked to “{1}”': 'est déjà liée à « {1} »',
  'The framework has not answered yet; Damson is still asking':
    'Le framework n’a pas encore répondu ; Damson continue de demander',
  'must be a whole number from 1': 'doit être un nombre entier à partir de 1',
  'is needed: the stored token was given for another framework, address or certificate':
    'est nécessaire : le jeton conservé valait pour un autre framework, une autre adresse ou un autre certificat',
  'Another template has this name': 'Un autre modèle porte ce nom',
  'This task is already linked to the simulation': 'Cette tâche est déjà liée à la simulation',
  'The built-in stand-in for a framework': 'Le substitut intégré d’un framework',
  'Current operation: {1}': 'Opération actuelle : {1}',
  'Operations in view: {1}': 'Opérations visibles : {1}',
};
