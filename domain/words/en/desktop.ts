export const desktop = {
  enter_an_address_such_as_https:
    'Enter an address such as https://192.168.7.10:4780, or the link you were given',
  connect_to_a_server: 'Connect to a server',
  connect: 'Connect',
  or_the_link_with_it_damson:
    'Or the link: Damson then checks the server’s certificate for you. It opens in its own window.',
  servers_used_before: 'Servers used before',
  used_before: 'Used before',
  forget_url: 'Forget {url}',
  saved: 'Saved',
  show_in_folder: 'Show in folder',
  shared_on_url: 'Shared on {url}',
  network: 'Network',
  share_on_the_network: 'Share on the network…',
  connect_to_a_server_2: 'Connect to a server…',
  opening_a_backup: 'Opening a backup',
  opening_name: 'Opening {name}',
  verifying: 'Verifying: {percent} %',
  unpacking: 'Unpacking: {percent} %',
  give_up: 'Cancel',
  this_computer_has_no_keyring: 'This computer has no keyring',
  damson_keeps_its_secrets_in_a:
    'Damson stores its secrets in a file in the data folder that only you can read. Anyone who can read your files can also read what they protect: stored C2 tokens and sessions.',
  share_on_the_network_2: 'Share on the network',
  the_network_can_t_be_read: "The network can't be read",
  choose_an_address: 'Choose an address',
  enter_a_number_from_1024_to: 'Enter a number from 1024 to 65535',
  choose_a_certificate_and_its_key: 'Choose a certificate and its key',
  this_computer_is_on_no_network: 'This computer is not on a network',
  connect_it_to_the_team_s: 'Connect it to the team’s network and try again.',
  start_sharing: 'Start sharing',
  the_team_opens_an_address_of:
    'The team opens an address of this computer in a browser and signs in with their own accounts. You keep working in this window.',
  port: 'Port',
  protection_on_the_way: 'Encryption',
  encrypted_recommended: 'Encrypted (recommended)',
  damson_makes_a_certificate_browsers_warn:
    'Damson creates a certificate. Browsers warn once, and the team compares a fingerprint',
  with_a_certificate_of_mine: 'With my own certificate',
  for_one_whose_authority_the_team: 'For one issued by an authority the team’s browsers trust',
  not_encrypted: 'Not encrypted',
  passwords_and_evidence_can_be_read: 'Passwords and evidence can be read on the network',
  certificate_valid_until: '{subject}, valid until {at}',
  choose_a_certificate_and_its_key_2: 'Choose a certificate and its key…',
  choose_another: 'Choose another…',
  share_without_encryption: 'Share without encryption?',
  share_without_encryption_2: 'Share without encryption',
  everybody_on_this_network_can_read:
    'Anyone on this network can read what the team sends and receives: passwords, commands and evidence. They can also take over sessions and change data.',
  that_includes_guests_of_a_wireless:
    'This includes guests on the wireless network and anyone who controls a router or switch.',
  the_address_url_as_a_qr: 'The address {url} as a QR code',
  the_team_opens: 'The team opens',
  copy_the_address: 'Copy address',
  copy_the_link: 'Copy link',
  everyone_needs_an_account_make_one:
    'Everyone needs an account: create one under <link>Administration</link>, or share an invitation link.',
  traffic_is_encrypted_each_browser_warns:
    'Traffic is encrypted. Each browser warns once because the certificate was created here. Before continuing, everyone’s browser must show this SHA-256 fingerprint:',
  traffic_is_encrypted_where_a_browser:
    'Traffic is encrypted. If a browser does not trust the certificate’s authority, compare its SHA-256 fingerprint:',
  the_link_and_the_qr_code:
    'The link and the QR code contain it too. Share them over a channel other than this network. <link>Where to find it in your browser</link>',
  traffic_is_not_encrypted: 'Traffic is not encrypted',
  whoever_can_listen_on_this_network:
    'Anyone listening on this network can read passwords, evidence and everything else.',
  stop_sharing: 'Stop sharing',
} as const;
