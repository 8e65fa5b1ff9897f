import type { ProblemWords } from '../../problems.ts';

export const accounts: ProblemWords = {
  'The last active administrator must remain one': 'Le dernier administrateur actif doit le rester',
  'A second factor is needed': 'Un second facteur est nécessaire',
  'The email or the password is wrong': 'Le courriel ou le mot de passe est incorrect',
  'This took too long: sign in again': 'Cela a pris trop de temps : reconnectez-vous',
  'This server already has an administrator': 'Ce serveur a déjà un administrateur',
  'Too many failed attempts: try again in {1} s': 'Trop d’échecs : réessayez dans {1} s',
  'The session ends at {1}: sign in again': 'La session se termine à {1} : reconnectez-vous',
  'Only a page of this server can renew its session':
    'Seule une page de ce serveur peut renouveler sa session',
  'The session has ended': 'La session est terminée',
  'There is an authenticator app already: remove it first':
    'Il y a déjà une application d’authentification : retirez-la d’abord',
  'No account has this email': 'Aucun compte n’a ce courriel',
  'There are {1} passkeys already: remove one first': 'Il y a déjà {1} clés d’accès : retirez-en une d’abord',
  'This token is not for this': 'Ce jeton n’est pas prévu pour cela',
  'Another token has this name': 'Un autre jeton porte ce nom',
  'there are {1} tokens already: end one first': 'il y a déjà {1} jetons : mettez d’abord fin à l’un d’eux',
  'Only an administrator can create tokens for service accounts':
    'Seul un administrateur peut créer des jetons pour les comptes de service',
  'Only an administrator can create service accounts':
    'Seul un administrateur peut créer des comptes de service',
  'no active service account has the id {1}': 'aucun compte de service actif n’a l’identifiant {1}',
  'This would give the permission {1}, which the service account does not have':
    'Cela donnerait l’autorisation {1}, que le compte de service n’a pas',
  'a service account has none: programs use tokens':
    'un compte de service n’en a pas : les programmes utilisent des jetons',
  'must not contain control characters or quotation marks':
    'ne doit contenir ni caractère de contrôle ni guillemet',
  'This email already has an account': 'Ce courriel a déjà un compte',
  'no user has the id {1}': 'aucun utilisateur n’a l’identifiant {1}',
  'no mission has the id {1}': 'aucune mission n’a l’identifiant {1}',
  'no group has the id {1}': 'aucun groupe n’a l’identifiant {1}',
  'change your own with POST /auth/password, which asks for the current one':
    'changez le vôtre avec POST /auth/password, qui demande l’actuel',
  'belongs to nothing: start again': 'ne correspond à rien : recommencez',
  'is an IP address, and browsers create passkeys only for names':
    'est une adresse IP, et les navigateurs ne créent de clés d’accès que pour des noms',
  'Your permissions do not cover this': 'Vos permissions ne le permettent pas',
  'Only an administrator can give someone a role other than their own':
    'Seul un administrateur peut donner un autre rôle que le sien',
  'Only an administrator can change people who have more permissions than you':
    'Seul un administrateur peut modifier des personnes qui ont plus de permissions que vous',
  'This would give the permission {1}, which you do not have':
    'Cela donnerait la permission {1}, que vous n’avez pas',
  'Remove your own under /auth/second-factor, which asks for the password and one of them':
    'Retirez les vôtres sous /auth/second-factor, qui demande le mot de passe et l’un d’eux',
  'The install token is wrong, used or expired': 'Le jeton d’installation est incorrect, utilisé ou expiré',
  'Only someone who holds everything an invitation grants can withdraw or replace it':
    'Seule une personne qui a tout ce qu’une invitation accorde peut la retirer ou la remplacer',
  'The invitation is wrong, used or expired': 'L’invitation est incorrecte, utilisée ou expirée',
  'This passkey is already registered': 'Cette clé d’accès est déjà enregistrée',
  'A group already has this name': 'Un groupe porte déjà ce nom',
  'is not the current password': 'n’est pas le mot de passe actuel',
  'is needed: a code from your app, a recovery code or a passkey':
    'est nécessaire : un code de votre application, un code de récupération ou une clé d’accès',
  'is wrong or already used': 'est incorrect ou déjà utilisé',
  'give one of code, recovery_code and passkey': 'indiquez code, recovery_code ou passkey',
  'give at most one of code, recovery_code and passkey':
    'indiquez au plus l’un de code, recovery_code et passkey',
  'must be base64url': 'doit être en base64url',
  'must be an email address': 'doit être une adresse de courriel',
  'must not contain control characters': 'ne doit pas contenir de caractères de contrôle',
  'must be six digits': 'doit compter six chiffres',
  'Passkey for this name of the server': 'Clé d’accès pour ce nom du serveur',
  'This account is deactivated': 'Ce compte est désactivé',
  'None of your groups in {1} may use this server: ask your administrator':
    'Aucun de vos groupes dans {1} n’a accès à ce serveur : adressez-vous à votre administrateur',
  'No account here is linked with {1}: sign in with your password and link it on your account page':
    'Aucun compte ici n’est lié à {1} : connectez-vous avec votre mot de passe et liez-le sur la page de votre compte',
  'Your email already has an account here: sign in with its password and link {1} on your account page':
    'Votre adresse e-mail a déjà un compte ici : connectez-vous avec son mot de passe et liez {1} sur la page de votre compte',
  "This is an administrator's account, and {1} does not name you one: sign in with your password":
    'Ce compte est celui d’un administrateur, et {1} ne vous désigne pas comme tel : connectez-vous avec votre mot de passe',
  "{1} can't be asked at the moment: try again later, or sign in with a password of this server":
    '{1} ne répond pas pour le moment : réessayez plus tard ou connectez-vous avec un mot de passe de ce serveur',
  'The sign-in was not completed at {1}': 'La connexion auprès de {1} n’a pas été terminée',
  'The clocks of {1} and of this server differ: tell your administrator':
    'Les horloges de {1} et de ce serveur diffèrent : prévenez votre administrateur',
  '{1} left your groups out because there are too many: tell your administrator':
    '{1} a omis vos groupes, car ils sont trop nombreux : prévenez votre administrateur',
  "The answer of {1} can't be trusted: try again, and tell your administrator if it stays so":
    'La réponse de {1} n’est pas fiable : réessayez, et prévenez votre administrateur si cela persiste',
  'This sign-in was already used or took too long: sign in again':
    'Cette connexion a déjà servi ou a pris trop de temps : connectez-vous à nouveau',
  'This identity is linked with another account here': 'Cette identité est liée à un autre compte ici',
  'Without a password, this is your only way to sign in':
    'Sans mot de passe, c’est votre seul moyen de vous connecter',
  'The name or the password is wrong': 'Le nom ou le mot de passe est incorrect',
  'the name or the password is wrong': 'le nom ou le mot de passe est incorrect',
  'is none of this server': 'n’existe pas sur ce serveur',
  'Your organisation keeps your password: change it there':
    'Votre organisation gère votre mot de passe : changez-le auprès d’elle',
  'This identity was linked a moment ago: sign in again':
    'Cette identité vient d’être liée : connectez-vous à nouveau',
};
