import type { ProblemWords } from '../../problems.ts';

export const engagements: ProblemWords = {
  "A simulation can't go from {1} to {2}": 'Eine Simulation kann nicht von {1} zu {2} wechseln',
  'The simulation is done and read-only until it is reopened':
    'Die Simulation ist fertig und schreibgeschützt, bis sie wieder geöffnet wird',
  'Some of these tasks are already linked to simulations':
    'Einige dieser Tasks sind bereits mit Simulationen verknüpft',
  'No encryption key is set (SVC_ENCRYPTION_KEY): C2 connections can be neither stored nor read':
    'Kein Schlüssel zur Verschlüsselung gesetzt (SVC_ENCRYPTION_KEY): C2-Verbindungen lassen sich weder speichern noch lesen',
  'The engagement has no C2 connection': 'Das Engagement hat keine C2-Verbindung',
  'No encryption key is set: C2 tokens can be neither stored nor read':
    'Kein Schlüssel zur Verschlüsselung gesetzt: C2-Token lassen sich weder speichern noch lesen',
  'The stored C2 token is damaged: enter it again':
    'Das gespeicherte C2-Token ist beschädigt: Geben Sie es erneut ein',
  'there is no tactic {1}': 'es gibt keine Taktik {1}',
  'is needed without a template': 'ist ohne Vorlage nötig',
  'no simulation template has the id {1}': 'keine Simulationsvorlage hat die ID {1}',
  'the catalogue has no technique {1}': 'der Katalog hat keine Technik {1}',
  'the framework has no such task': 'das Framework hat keine solche Task',
  'no engagement has the id {1}': 'kein Engagement hat die ID {1}',
  'must be http:// or https:// with a host, without user name, password, query or fragment':
    'muss http:// oder https:// mit Host sein, ohne Benutzername, Passwort, Abfrage oder Fragment',
  'names an address that is {1}': 'nennt eine Adresse, die {1} ist',
  'must be the SHA-256 of the certificate, as 64 hex digits':
    'muss der SHA-256 des Zertifikats sein, als 64 hexadezimale Ziffern',
  'must be printable ASCII without spaces': 'muss druckbares ASCII ohne Leerzeichen sein',
  'is needed when tls is "pin"': 'ist nötig, wenn tls "pin" ist',
  '"pin" needs an https address': '"pin" braucht eine https-Adresse',
  'holds characters that no HTTP header can carry': 'enthält Zeichen, die kein HTTP-Header tragen kann',
  'is needed': 'ist nötig',
  "Your role can't move a simulation from {1} to {2}":
    'Ihre Rolle kann eine Simulation nicht von {1} zu {2} bewegen',
  "Your role can't add evidence of the {1} side": 'Ihre Rolle kann keine Nachweise der Seite {1} hinzufügen',
  'The framework presented no certificate': 'Das Framework hat kein Zertifikat vorgelegt',
  'The framework presented a certificate other than the pinned one; its SHA-256 is {1}':
    'Das Framework hat ein anderes als das festgelegte Zertifikat vorgelegt; sein SHA-256 ist {1}',
  'The framework knows this token but does not let it read this':
    'Das Framework kennt dieses Token, lässt es dies aber nicht lesen',
  'The framework has nothing at this address': 'Das Framework hat unter dieser Adresse nichts',
  'The framework answered with a redirect, and Damson follows none':
    'Das Framework antwortete mit einer Weiterleitung, und Damson folgt keiner',
  'The framework answered with status {1}': 'Das Framework antwortete mit Status {1}',
  'The framework does not speak HTTP at this address': 'Das Framework spricht unter dieser Adresse kein HTTP',
  'Connecting to the framework took too long': 'Die Verbindung zum Framework dauerte zu lange',
  'The framework stopped in the middle of its answer': 'Das Framework verstummte mitten in seiner Antwort',
  'The framework and Damson found no common TLS ({1})':
    'Framework und Damson fanden kein gemeinsames TLS ({1})',
  'The framework refuses connections': 'Das Framework lehnt Verbindungen ab',
  "The framework's host name is not known": 'Der Hostname des Frameworks ist unbekannt',
  "The framework can't be reached ({1})": 'Das Framework ist nicht erreichbar ({1})',
  'The framework does not accept the token': 'Das Framework akzeptiert das Token nicht',
  'The framework did not answer in time': 'Das Framework antwortete nicht rechtzeitig',
  'The address is {1}: Damson does not connect to it':
    'Die Adresse ist {1}: Damson verbindet sich nicht mit ihr',
  'The connection to the framework was closed': 'Die Verbindung zum Framework wurde geschlossen',
  'The framework broke off the connection': 'Das Framework hat die Verbindung abgebrochen',
  'The task has not finished': 'Die Task ist nicht beendet',
  'The framework has no such task': 'Das Framework hat keine solche Task',
  'The framework answered with more than Damson accepts':
    'Das Framework antwortete mit mehr, als Damson annimmt',
  'The framework answered with something other than JSON':
    'Das Framework antwortete mit etwas anderem als JSON',
  'The output is larger than Damson accepts': 'Die Ausgabe ist größer, als Damson annimmt',
  'Mythic does not say whose token this is': 'Mythic sagt nicht, wem dieses Token gehört',
  "The token's account has no current operation: choose one in Mythic":
    'Das Konto des Tokens hat keine aktuelle Operation: Wählen Sie eine in Mythic',
  "The token's account is in another operation than the configured one: change it in Mythic":
    'Das Konto des Tokens ist in einer anderen Operation als eingestellt: Ändern Sie sie in Mythic',
  'Mythic does not accept the token': 'Mythic akzeptiert das Token nicht',
  'Mythic does not know a requested field: is it another version?':
    'Mythic kennt ein angefragtes Feld nicht: Ist es eine andere Version?',
  'Mythic answered with an error': 'Mythic antwortete mit einem Fehler',
  'Mythic has no such task in the current operation of the token':
    'Mythic hat in der aktuellen Operation des Tokens keine solche Task',
  'Mythic answered with something unexpected': 'Mythic antwortete unerwartet',
  'Caldera has no operation with the configured id or name':
    'Caldera hat keine Operation mit der eingestellten ID oder dem Namen',
  "Caldera knows this key but hides this from it: a blue key can't read red data, nor a red key blue data":
    'Caldera kennt diesen Schlüssel, verbirgt dies aber: Ein blauer Schlüssel kann keine roten Daten lesen, ein roter keine blauen',
  'Caldera has no such task': 'Caldera hat keine solche Task',
  'Caldera answered with something unexpected': 'Caldera antwortete unerwartet',
  'is given together with techniques': 'ist zusammen mit techniques angegeben',
  'is already linked to “{1}”': 'ist bereits mit „{1}“ verknüpft',
  'The framework has not answered yet; Damson is still asking':
    'Das Framework hat noch nicht geantwortet; Damson fragt weiter',
  'must be a whole number from 1': 'muss eine ganze Zahl ab 1 sein',
  'is needed: the stored token was given for another framework, address or certificate':
    'ist nötig: Das gespeicherte Token galt für ein anderes Framework, eine andere Adresse oder ein anderes Zertifikat',
  'Another template has this name': 'Eine andere Vorlage hat diesen Namen',
  'This task is already linked to the simulation': 'Diese Task ist bereits mit der Simulation verknüpft',
  'The built-in stand-in for a framework': 'Der eingebaute Ersatz für ein Framework',
  'Current operation: {1}': 'Aktuelle Operation: {1}',
  'Operations in view: {1}': 'Sichtbare Operationen: {1}',
};
