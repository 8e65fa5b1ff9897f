import type { desktop as english } from '../en/desktop.ts';
import type { Translated } from '../translate.ts';

export const desktop: Translated<typeof english> = {
  enter_an_address_such_as_https: 'Adresse wie https://192.168.7.10:4780 oder den erhaltenen Link eingeben',
  connect_to_a_server: 'Mit einem Server verbinden',
  connect: 'Verbinden',
  or_the_link_with_it_damson:
    'Oder der Link: Damson prüft dann das Zertifikat des Servers. Er öffnet sich in einem eigenen Fenster.',
  servers_used_before: 'Früher verwendete Server',
  used_before: 'Früher verwendet',
  forget_url: '{url} vergessen',
  saved: 'Gespeichert',
  show_in_folder: 'Im Ordner anzeigen',
  shared_on_url: 'Freigegeben unter {url}',
  network: 'Netzwerk',
  share_on_the_network: 'Im Netzwerk freigeben…',
  connect_to_a_server_2: 'Mit einem Server verbinden…',
  opening_a_backup: 'Sicherung wird geöffnet',
  opening_name: '{name} wird geöffnet',
  verifying: 'Prüfen: {percent} %',
  unpacking: 'Entpacken: {percent} %',
  give_up: 'Abbrechen',
  this_computer_has_no_keyring: 'Dieser Rechner hat keinen Schlüsselbund',
  damson_keeps_its_secrets_in_a:
    'Damson speichert seine Geheimnisse im Datenordner in einer Datei, die nur Sie lesen können. Wer Ihre Dateien lesen kann, kann auch lesen, was sie schützen: gespeicherte C2-Token und Sitzungen.',
  share_on_the_network_2: 'Im Netzwerk freigeben',
  the_network_can_t_be_read: 'Das Netzwerk kann nicht gelesen werden',
  choose_an_address: 'Adresse auswählen',
  enter_a_number_from_1024_to: 'Zahl von 1024 bis 65535 eingeben',
  choose_a_certificate_and_its_key: 'Zertifikat und Schlüssel auswählen',
  this_computer_is_on_no_network: 'Dieser Rechner ist mit keinem Netzwerk verbunden',
  connect_it_to_the_team_s: 'Verbinden Sie ihn mit dem Netzwerk des Teams und versuchen Sie es erneut.',
  start_sharing: 'Freigabe starten',
  the_team_opens_an_address_of:
    'Das Team öffnet eine Adresse dieses Rechners im Browser und meldet sich mit eigenen Konten an. Sie arbeiten in diesem Fenster weiter.',
  port: 'Port',
  protection_on_the_way: 'Verschlüsselung',
  encrypted_recommended: 'Verschlüsselt (empfohlen)',
  damson_makes_a_certificate_browsers_warn:
    'Damson erstellt ein Zertifikat. Browser warnen einmal, und das Team vergleicht einen Fingerabdruck',
  with_a_certificate_of_mine: 'Mit eigenem Zertifikat',
  for_one_whose_authority_the_team: 'Für ein Zertifikat einer Stelle, der die Browser des Teams vertrauen',
  not_encrypted: 'Nicht verschlüsselt',
  passwords_and_evidence_can_be_read: 'Passwörter und Nachweise sind im Netzwerk lesbar',
  certificate_valid_until: '{subject}, gültig bis {at}',
  choose_a_certificate_and_its_key_2: 'Zertifikat und Schlüssel auswählen…',
  choose_another: 'Andere auswählen…',
  share_without_encryption: 'Ohne Verschlüsselung freigeben?',
  share_without_encryption_2: 'Ohne Verschlüsselung freigeben',
  everybody_on_this_network_can_read:
    'Jeder in diesem Netzwerk kann lesen, was das Team sendet und empfängt: Passwörter, Befehle und Nachweise. Auch Sitzungen lassen sich übernehmen und Daten ändern.',
  that_includes_guests_of_a_wireless:
    'Das gilt auch für Gäste im WLAN und für alle, die einen Router oder Switch kontrollieren.',
  the_address_url_as_a_qr: 'Die Adresse {url} als QR-Code',
  the_team_opens: 'Das Team öffnet',
  copy_the_address: 'Adresse kopieren',
  copy_the_link: 'Link kopieren',
  everyone_needs_an_account_make_one:
    'Alle brauchen ein Konto: Legen Sie eines unter <link>Administration</link> an oder teilen Sie einen Einladungslink.',
  traffic_is_encrypted_each_browser_warns:
    'Die Übertragung ist verschlüsselt. Jeder Browser warnt einmal, da das Zertifikat hier erstellt wurde. Vor dem Fortfahren muss jeder Browser diesen SHA-256-Fingerabdruck zeigen:',
  traffic_is_encrypted_where_a_browser:
    'Die Übertragung ist verschlüsselt. Vertraut ein Browser der Zertifizierungsstelle nicht, vergleichen Sie den SHA-256-Fingerabdruck:',
  the_link_and_the_qr_code:
    'Auch der Link und der QR-Code enthalten ihn. Teilen Sie sie über einen anderen Weg als dieses Netzwerk. <link>So finden Sie ihn im Browser</link>',
  traffic_is_not_encrypted: 'Die Übertragung ist nicht verschlüsselt',
  whoever_can_listen_on_this_network:
    'Wer in diesem Netzwerk mithört, kann Passwörter, Nachweise und alles andere lesen.',
  stop_sharing: 'Freigabe beenden',
};
