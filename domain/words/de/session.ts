import type { session as english } from '../en/session.ts';
import type { Translated } from '../translate.ts';

export const session: Translated<typeof english> = {
  'change.totp': 'Code der Authenticator-App verwenden',
  'change.recovery_code': 'Wiederherstellungscode verwenden',
  'change.passkey': 'Passkey verwenden',
  your_browser_warned_of_this_server: 'Hat Ihr Browser vor diesem Server gewarnt?',
  that_is_expected_once_before_you:
    'Das ist beim ersten Mal zu erwarten. Vergleichen Sie vor dem Anmelden den SHA-256-Fingerabdruck des Zertifikats im Browser mit dem in Ihrem Link:',
  where_browsers_show_it: 'So finden Sie ihn im Browser',
  damson: 'Damson',
  the_browser_asks_for_your_passkey: 'Ihr Browser fragt nach Ihrem Passkey.',
  code_of_your_authenticator_app: 'Code der Authenticator-App',
  six_digits_which_change_every_half: 'Sechs Ziffern, die alle 30 Sekunden wechseln',
  recovery_code: 'Wiederherstellungscode',
  one_of_those_you_keep_each: 'Einer Ihrer gespeicherten Codes; jeder gilt einmal',
  enter_the_six_digits_that_the: 'Die sechs Ziffern aus der App eingeben',
  enter_a_recovery_code: 'Wiederherstellungscode eingeben',
  enter_the_invitation_s_token: 'Token der Einladung eingeben',
  enter_your_name: 'Namen eingeben',
  accept_the_invitation: 'Einladung annehmen',
  choose_a_name_and_a_password: 'Wählen Sie einen Namen und ein Passwort für Ihr Konto.',
  invited_as: 'Sie sind als {email} eingeladen und melden sich damit an.',
  valid_until: 'Gültig bis {at}',
  accept_and_sign_in: 'Annehmen und anmelden',
  invitation_token: 'Einladungstoken',
  your_name: 'Ihr Name',
  password: 'Passwort',
  password_again: 'Passwort wiederholen',
  sign_in_with_an_account_you: 'Mit vorhandenem Konto anmelden',
  message_ask_whoever_invited_you_for:
    '{message}. Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.',
  password_at_least: 'Mindestens {count} Zeichen',
  it_problem: 'Es {problem}',
  the_passwords_differ: 'Die Passwörter stimmen nicht überein',
  sign_in: 'Anmelden',
  keep_me_signed_in: 'Auf diesem Computer angemeldet bleiben',
  keep_me_signed_in_hint:
    'Höchstens 12 Stunden, auch nachdem der Browser geschlossen wurde. Lassen Sie es aus, wenn andere diesen Computer benutzen: Sie werden dann abgemeldet, sobald der Browser geschlossen wird.',
  none_of_your_second_factors_can:
    'Keiner Ihrer zweiten Faktoren funktioniert hier. Bitten Sie einen Administrator, sie zurückzusetzen.',
  your_password_was_right_show_that: 'Ihr Passwort ist richtig. Bestätigen Sie mit Ihrem zweiten Faktor.',
  sign_in_with_a_passkey: 'Mit Passkey anmelden',
  enter_the_install_token: 'Installationstoken eingeben',
  set_up_damson: 'Damson einrichten',
  make_the_first_administrator_the_install:
    'Legen Sie den ersten Administrator an. Das Installationstoken ist bereits eingetragen.',
  make_the_first_administrator_the_install_2:
    'Legen Sie den ersten Administrator an. „damson install-token“ auf dem Server gibt das Installationstoken aus; es gilt eine Stunde.',
  set_up: 'Einrichten',
  install_token: 'Installationstoken',
  load_the_att_ck_catalogue_that: 'Den mitgelieferten ATT&CK-Katalog laden',
  enter_your_email: 'E-Mail-Adresse eingeben',
  enter_your_password: 'Passwort eingeben',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen.',
  ended_unsaved:
    'Ihre Sitzung ist beendet. Melden Sie sich an, um dort weiterzumachen. Nicht gespeicherte Eingaben bleiben hier erhalten, bis sich jemand anderes anmeldet oder die Seite neu geladen wird.',
  sign_in_with: 'Mit {name} anmelden',
  account_of: 'Konto',
  this_server: 'Dieses Servers',
  providers_leave_the_page: 'Ungespeichertes geht verloren.',
};
