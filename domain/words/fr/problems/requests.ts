import type { ProblemWords } from '../../problems.ts';

export const requests: ProblemWords = {
  'The file has {1} bytes': 'Le fichier compte {1} octets',
  'The body is not valid UTF-8': 'Le corps n’est pas de l’UTF-8 valide',
  'The body is not valid JSON': 'Le corps n’est pas du JSON valide',
  'The body must be application/json': 'Le corps doit être en application/json',
  'The body must be UTF-8': 'Le corps doit être en UTF-8',
  'The body did not arrive in time': 'Le corps n’est pas arrivé à temps',
  'The body is larger than {1}': 'Le corps dépasse {1}',
  'The body has more than {1} properties, lists and objects':
    'Le corps compte plus de {1} propriétés, listes et objets',
  'The body has more than {1} levels': 'Le corps compte plus de {1} niveaux',
  'The body holds a "__proto__" key': 'Le corps contient une clé "__proto__"',
  'The body holds a lone surrogate': 'Le corps contient un caractère de substitution isolé',
  'Exactly one Host header is needed': 'Il faut exactement un en-tête Host',
  'The request target must be a percent-encoded path': 'La cible de la requête doit être un chemin encodé',
  'The server is busy: try again in a moment': 'Le serveur est occupé : réessayez dans un instant',
  'The query string is not percent-encoded UTF-8': 'La chaîne de requête n’est pas de l’UTF-8 encodé',
  'There is nothing at this path': 'Il n’y a rien à ce chemin',
  'This path takes {1}': 'Ce chemin accepte {1}',
  'Something went wrong on the server; the request id finds it in the log':
    'Une erreur s’est produite sur le serveur ; l’identifiant de requête la retrouve dans le journal',
  'The request did not arrive in time': 'La requête n’est pas arrivée à temps',
  'This is not a well-formed HTTP request': 'Ce n’est pas une requête HTTP bien formée',
  'A valid token is needed': 'Un jeton valide est nécessaire',
  '{1}: unknown parameter': '{1} : paramètre inconnu',
  'A JSON body is needed': 'Un corps JSON est nécessaire',
  'given more than once': 'indiqué plusieurs fois',
  'This needs the permission {1}': 'Cela exige la permission {1}',
  'This server only answers the window that started it':
    'Ce serveur ne répond qu’à la fenêtre qui l’a démarré',
  'This server does not serve the host named in the Host header':
    'Ce serveur ne sert pas l’hôte nommé dans l’en-tête Host',
  "A request from another site can't change anything here":
    'Une requête d’un autre site ne peut rien modifier ici',
  'This needs the role {1}': 'Cela exige le rôle {1}',
  'unknown parameter': 'paramètre inconnu',
  'unknown property': 'propriété inconnue',
};
