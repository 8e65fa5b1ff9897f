import type { ProblemWords } from '../../problems.ts';

export const requests: ProblemWords = {
  'The file has {1} bytes': 'Die Datei hat {1} Bytes',
  'The body is not valid UTF-8': 'Der Inhalt ist kein gültiges UTF-8',
  'The body is not valid JSON': 'Der Inhalt ist kein gültiges JSON',
  'The body must be application/json': 'Der Inhalt muss application/json sein',
  'The body must be UTF-8': 'Der Inhalt muss UTF-8 sein',
  'The body did not arrive in time': 'Der Inhalt kam nicht rechtzeitig an',
  'The body is larger than {1}': 'Der Inhalt ist größer als {1}',
  'The body has more than {1} properties, lists and objects':
    'Der Inhalt hat mehr als {1} Eigenschaften, Listen und Objekte',
  'The body has more than {1} levels': 'Der Inhalt hat mehr als {1} Ebenen',
  'The body holds a "__proto__" key': 'Der Inhalt hat einen Schlüssel "__proto__"',
  'The body holds a lone surrogate': 'Der Inhalt hat ein einzelnes Surrogatzeichen',
  'Exactly one Host header is needed': 'Genau ein Header Host ist nötig',
  'The request target must be a percent-encoded path':
    'Das Ziel der Anfrage muss ein prozentkodierter Pfad sein',
  'The server is busy: try again in a moment':
    'Der Server ist ausgelastet: Versuchen Sie es gleich noch einmal',
  'The query string is not percent-encoded UTF-8': 'Die Abfrage ist kein prozentkodiertes UTF-8',
  'There is nothing at this path': 'Unter diesem Pfad gibt es nichts',
  'This path takes {1}': 'Dieser Pfad nimmt {1} an',
  'Something went wrong on the server; the request id finds it in the log':
    'Auf dem Server ist etwas schiefgegangen; die Anfrage-ID findet es im Protokoll',
  'The request did not arrive in time': 'Die Anfrage kam nicht rechtzeitig an',
  'This is not a well-formed HTTP request': 'Das ist keine wohlgeformte HTTP-Anfrage',
  'A valid token is needed': 'Ein gültiges Token ist nötig',
  '{1}: unknown parameter': '{1}: unbekannter Parameter',
  'A JSON body is needed': 'Ein Inhalt in JSON ist nötig',
  'given more than once': 'mehrfach angegeben',
  'This needs the permission {1}': 'Dazu ist die Berechtigung {1} nötig',
  'This server only answers the window that started it':
    'Dieser Server antwortet nur dem Fenster, das ihn gestartet hat',
  'This server does not serve the host named in the Host header':
    'Dieser Server bedient den im Header Host genannten Namen nicht',
  "A request from another site can't change anything here":
    'Eine Anfrage von einer anderen Website kann hier nichts ändern',
  'This needs the role {1}': 'Dazu ist die Rolle {1} nötig',
  'unknown parameter': 'unbekannter Parameter',
  'unknown property': 'unbekannte Eigenschaft',
};
