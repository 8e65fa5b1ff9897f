import type { session as english } from '../en/session.ts';
import type { Translated } from '../translate.ts';

export const session: Translated<typeof english> = {
  'change.totp': 'Utiliser un code d’authentification',
  'change.recovery_code': 'Utiliser un code de récupération',
  'change.passkey': 'Utiliser une clé d’accès',
  your_browser_warned_of_this_server: 'Votre navigateur vous a-t-il averti au sujet de ce serveur ?',
  that_is_expected_once_before_you:
    'C’est normal la première fois. Avant de vous connecter, comparez l’empreinte SHA-256 du certificat dans votre navigateur avec celle de votre lien :',
  where_browsers_show_it: 'Où la trouver dans votre navigateur',
  damson: 'Damson',
  the_browser_asks_for_your_passkey: 'Votre navigateur vous demandera votre clé d’accès.',
  code_of_your_authenticator_app: 'Code d’authentification',
  six_digits_which_change_every_half: 'Six chiffres qui changent toutes les 30 secondes',
  recovery_code: 'Code de récupération',
  one_of_those_you_keep_each: 'L’un de vos codes conservés ; chacun ne sert qu’une fois',
  enter_the_six_digits_that_the: 'Saisissez les six chiffres de votre application',
  enter_a_recovery_code: 'Saisissez un code de récupération',
  enter_the_invitation_s_token: 'Saisissez le jeton de l’invitation',
  enter_your_name: 'Saisissez votre nom',
  accept_the_invitation: 'Accepter l’invitation',
  choose_a_name_and_a_password: 'Choisissez un nom et un mot de passe pour votre compte.',
  invited_as: 'Vous êtes invité en tant que {email}, votre identifiant de connexion.',
  valid_until: 'Valable jusqu’au {at}',
  accept_and_sign_in: 'Accepter et se connecter',
  invitation_token: 'Jeton d’invitation',
  your_name: 'Votre nom',
  password: 'Mot de passe',
  password_again: 'Mot de passe (confirmation)',
  sign_in_with_an_account_you: 'Se connecter avec un compte existant',
  message_ask_whoever_invited_you_for: '{message}. Demandez un nouveau lien à la personne qui vous a invité.',
  password_at_least: 'Au moins {count, plural, one {# caractère} other {# caractères}}',
  it_problem: 'Il {problem}',
  the_passwords_differ: 'Les mots de passe ne correspondent pas',
  sign_in: 'Se connecter',
  keep_me_signed_in: 'Rester connecté sur cet ordinateur',
  keep_me_signed_in_hint:
    'Pendant 12 heures au plus, même après la fermeture du navigateur. À laisser décoché si d’autres personnes utilisent cet ordinateur.',
  none_of_your_second_factors_can:
    'Aucun de vos seconds facteurs ne fonctionne ici. Demandez à un administrateur de les réinitialiser.',
  your_password_was_right_show_that: 'Votre mot de passe est correct. Confirmez avec votre second facteur.',
  sign_in_with_a_passkey: 'Se connecter avec une clé d’accès',
  enter_the_install_token: 'Saisissez le jeton d’installation',
  set_up_damson: 'Configurer Damson',
  make_the_first_administrator_the_install:
    'Créez le premier administrateur. Le jeton d’installation est déjà rempli.',
  make_the_first_administrator_the_install_2:
    'Créez le premier administrateur. Exécutez « damson install-token » sur le serveur pour obtenir le jeton d’installation ; il est valable une heure.',
  set_up: 'Configurer',
  install_token: 'Jeton d’installation',
  load_the_att_ck_catalogue_that: 'Charger le catalogue ATT&CK fourni avec Damson',
  enter_your_email: 'Saisissez votre adresse de courriel',
  enter_your_password: 'Saisissez votre mot de passe',
  ended: 'Votre session est terminée. Connectez-vous pour reprendre où vous en étiez.',
  ended_unsaved:
    'Votre session est terminée. Connectez-vous pour reprendre. Le travail non enregistré reste ici jusqu’à une autre connexion ou au rechargement de la page.',
};
