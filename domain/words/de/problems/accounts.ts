import type { ProblemWords } from '../../problems.ts';

export const accounts: ProblemWords = {
  'The last active administrator must remain one': 'Der letzte aktive Administrator muss es bleiben',
  'A second factor is needed': 'Ein zweiter Faktor ist nötig',
  'The email or the password is wrong': 'E-Mail-Adresse oder Passwort ist falsch',
  'This took too long: sign in again': 'Das hat zu lange gedauert: Melden Sie sich erneut an',
  'This server already has an administrator': 'Dieser Server hat bereits einen Administrator',
  'Too many failed attempts: try again in {1} s': 'Zu viele Fehlversuche: Versuchen Sie es in {1} s erneut',
  'The session ends at {1}: sign in again': 'Die Sitzung endet um {1}: Melden Sie sich erneut an',
  'Only a page of this server can renew its session':
    'Nur eine Seite dieses Servers kann ihre Sitzung verlängern',
  'The session has ended': 'Die Sitzung ist beendet',
  'There is an authenticator app already: remove it first':
    'Es gibt bereits eine Authenticator-App: Entfernen Sie sie zuerst',
  'No account has this email': 'Kein Konto hat diese E-Mail-Adresse',
  'There are {1} passkeys already: remove one first':
    'Es gibt bereits {1} Passkeys: Entfernen Sie zuerst einen',
  'This token is not for this': 'Dieses Token ist nicht dafür',
  'Another token has this name': 'Ein anderes Token hat diesen Namen',
  'there are {1} tokens already: end one first': 'es gibt bereits {1} Tokens: Beenden Sie zuerst eines',
  'Only an administrator can create tokens for service accounts':
    'Nur ein Administrator kann Tokens für Dienstkonten erstellen',
  'Only an administrator can create service accounts': 'Nur ein Administrator kann Dienstkonten erstellen',
  'no active service account has the id {1}': 'kein aktives Dienstkonto hat die ID {1}',
  'This would give the permission {1}, which the service account does not have':
    'Das würde die Berechtigung {1} geben, die das Dienstkonto nicht hat',
  'a service account has none: programs use tokens': 'ein Dienstkonto hat keines: Programme verwenden Tokens',
  'must not contain control characters or quotation marks':
    'darf keine Steuerzeichen und keine Anführungszeichen enthalten',
  'This email already has an account': 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto',
  'no user has the id {1}': 'kein Benutzer hat die ID {1}',
  'no mission has the id {1}': 'keine Mission hat die ID {1}',
  'no group has the id {1}': 'keine Gruppe hat die ID {1}',
  'change your own with POST /auth/password, which asks for the current one':
    'ändern Sie Ihr eigenes mit POST /auth/password, das nach dem aktuellen fragt',
  'belongs to nothing: start again': 'gehört zu nichts: Beginnen Sie neu',
  'is an IP address, and browsers create passkeys only for names':
    'ist eine IP-Adresse, und Browser erstellen Passkeys nur für Namen',
  'Your permissions do not cover this': 'Ihre Berechtigungen reichen dafür nicht aus',
  'Only an administrator can give someone a role other than their own':
    'Nur ein Administrator kann eine andere als die eigene Rolle vergeben',
  'Only an administrator can change people who have more permissions than you':
    'Nur ein Administrator kann Personen ändern, die mehr Berechtigungen haben als Sie',
  'This would give the permission {1}, which you do not have':
    'Das würde die Berechtigung {1} geben, die Sie nicht haben',
  'Remove your own under /auth/second-factor, which asks for the password and one of them':
    'Entfernen Sie Ihre eigenen unter /auth/second-factor, das nach dem Passwort und einem davon fragt',
  'The install token is wrong, used or expired':
    'Das Installationstoken ist falsch, verbraucht oder abgelaufen',
  'Only someone who holds everything an invitation grants can withdraw or replace it':
    'Nur wer alles hat, was eine Einladung gewährt, kann sie zurückziehen oder ersetzen',
  'The invitation is wrong, used or expired': 'Die Einladung ist falsch, verbraucht oder abgelaufen',
  'This passkey is already registered': 'Dieser Passkey ist bereits registriert',
  'A group already has this name': 'Eine Gruppe mit diesem Namen gibt es bereits',
  'is not the current password': 'ist nicht das aktuelle Passwort',
  'is needed: a code from your app, a recovery code or a passkey':
    'ist nötig: ein Code Ihrer App, ein Wiederherstellungscode oder ein Passkey',
  'is wrong or already used': 'ist falsch oder bereits verwendet',
  'give one of code, recovery_code and passkey': 'geben Sie code, recovery_code oder passkey an',
  'give at most one of code, recovery_code and passkey':
    'geben Sie höchstens eines von code, recovery_code und passkey an',
  'must be base64url': 'muss base64url sein',
  'must be an email address': 'muss eine E-Mail-Adresse sein',
  'must not contain control characters': 'darf keine Steuerzeichen enthalten',
  'must be six digits': 'muss aus sechs Ziffern bestehen',
  'Passkey for this name of the server': 'Passkey für diesen Namen des Servers',
  'This account is deactivated': 'Dieses Konto ist deaktiviert',
  'None of your groups in {1} may use this server: ask your administrator':
    'Keine Ihrer Gruppen in {1} darf diesen Server benutzen: Fragen Sie Ihren Administrator',
  'No account here is linked with {1}: sign in with your password and link it on your account page':
    'Kein Konto hier ist mit {1} verknüpft: Melden Sie sich mit Ihrem Passwort an und verknüpfen Sie es auf Ihrer Kontoseite',
  'Your email already has an account here: sign in with its password and link {1} on your account page':
    'Zu Ihrer E-Mail-Adresse gibt es hier bereits ein Konto: Melden Sie sich mit seinem Passwort an und verknüpfen Sie {1} auf Ihrer Kontoseite',
  "This is an administrator's account, and {1} does not name you one: sign in with your password":
    'Dies ist das Konto eines Administrators, und {1} nennt Sie keinen: Melden Sie sich mit Ihrem Passwort an',
  "{1} can't be asked at the moment: try again later, or sign in with a password of this server":
    '{1} ist im Moment nicht erreichbar: Versuchen Sie es später erneut oder melden Sie sich mit einem Passwort dieses Servers an',
  'The sign-in was not completed at {1}': 'Die Anmeldung bei {1} wurde nicht abgeschlossen',
  'The clocks of {1} and of this server differ: tell your administrator':
    'Die Uhren von {1} und diesem Server weichen voneinander ab: Sagen Sie es Ihrem Administrator',
  '{1} left your groups out because there are too many: tell your administrator':
    '{1} hat Ihre Gruppen weggelassen, weil es zu viele sind: Sagen Sie es Ihrem Administrator',
  "The answer of {1} can't be trusted: try again, and tell your administrator if it stays so":
    'Der Antwort von {1} ist nicht zu trauen: Versuchen Sie es erneut und sagen Sie es Ihrem Administrator, wenn es so bleibt',
  'This sign-in was already used or took too long: sign in again':
    'Diese Anmeldung wurde bereits benutzt oder hat zu lange gedauert: Melden Sie sich erneut an',
  'This identity is linked with another account here':
    'Diese Identität ist hier mit einem anderen Konto verknüpft',
  'Without a password, this is your only way to sign in':
    'Ohne Passwort ist das Ihr einziger Weg, sich anzumelden',
  'The name or the password is wrong': 'Name oder Passwort ist falsch',
  'the name or the password is wrong': 'Name oder Passwort ist falsch',
  'is none of this server': 'gehört nicht zu diesem Server',
  'Your organisation keeps your password: change it there':
    'Ihre Organisation verwaltet Ihr Passwort: Ändern Sie es dort',
  'This identity was linked a moment ago: sign in again':
    'Diese Identität wurde gerade verknüpft: Melden Sie sich erneut an',
};
