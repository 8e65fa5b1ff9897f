import type { desktop as english } from '../en/desktop.ts';
import type { Translated } from '../translate.ts';

export const desktop: Translated<typeof english> = {
  enter_an_address_such_as_https: 'Saisissez une adresse comme https://192.168.7.10:4780, ou le lien reçu',
  connect_to_a_server: 'Se connecter à un serveur',
  connect: 'Se connecter',
  or_the_link_with_it_damson:
    'Ou le lien : Damson vérifie alors le certificat du serveur. Il s’ouvre dans sa propre fenêtre.',
  servers_used_before: 'Serveurs déjà utilisés',
  used_before: 'Déjà utilisés',
  forget_url: 'Oublier {url}',
  saved: 'Enregistré',
  show_in_folder: 'Afficher dans le dossier',
  shared_on_url: 'Partagé sur {url}',
  network: 'Réseau',
  share_on_the_network: 'Partager sur le réseau…',
  connect_to_a_server_2: 'Se connecter à un serveur…',
  opening_a_backup: 'Ouverture d’une sauvegarde',
  opening_name: 'Ouverture de {name}',
  verifying: 'Vérification : {percent} %',
  unpacking: 'Extraction : {percent} %',
  give_up: 'Annuler',
  this_computer_has_no_keyring: 'Cet ordinateur n’a pas de trousseau de clés',
  damson_keeps_its_secrets_in_a:
    'Damson conserve ses secrets dans un fichier du dossier de données que vous seul pouvez lire. Quiconque peut lire vos fichiers peut aussi lire ce qu’ils protègent : les jetons C2 et les sessions.',
  share_on_the_network_2: 'Partager sur le réseau',
  the_network_can_t_be_read: 'Le réseau ne peut pas être lu',
  choose_an_address: 'Choisissez une adresse',
  enter_a_number_from_1024_to: 'Saisissez un nombre de 1024 à 65535',
  choose_a_certificate_and_its_key: 'Choisissez un certificat et sa clé',
  this_computer_is_on_no_network: 'Cet ordinateur n’est sur aucun réseau',
  connect_it_to_the_team_s: 'Connectez-le au réseau de l’équipe et réessayez.',
  start_sharing: 'Démarrer le partage',
  the_team_opens_an_address_of:
    'L’équipe ouvre une adresse de cet ordinateur dans un navigateur et se connecte avec ses propres comptes. Vous continuez dans cette fenêtre.',
  port: 'Port',
  protection_on_the_way: 'Chiffrement',
  encrypted_recommended: 'Chiffré (recommandé)',
  damson_makes_a_certificate_browsers_warn:
    'Damson crée un certificat. Les navigateurs avertissent une fois, et l’équipe compare une empreinte',
  with_a_certificate_of_mine: 'Avec mon propre certificat',
  for_one_whose_authority_the_team:
    'Pour un certificat émis par une autorité reconnue par les navigateurs de l’équipe',
  not_encrypted: 'Non chiffré',
  passwords_and_evidence_can_be_read: 'Les mots de passe et les preuves peuvent être lus sur le réseau',
  certificate_valid_until: '{subject}, valable jusqu’au {at}',
  choose_a_certificate_and_its_key_2: 'Choisir un certificat et sa clé…',
  choose_another: 'En choisir d’autres…',
  share_without_encryption: 'Partager sans chiffrement ?',
  share_without_encryption_2: 'Partager sans chiffrement',
  everybody_on_this_network_can_read:
    'Quiconque sur ce réseau peut lire ce que l’équipe envoie et reçoit : mots de passe, commandes et preuves. Il peut aussi prendre le contrôle de sessions et modifier des données.',
  that_includes_guests_of_a_wireless:
    'Cela vaut aussi pour les invités du réseau sans fil et pour quiconque contrôle un routeur ou un commutateur.',
  the_address_url_as_a_qr: 'L’adresse {url} en code QR',
  the_team_opens: 'L’équipe ouvre',
  copy_the_address: 'Copier l’adresse',
  copy_the_link: 'Copier le lien',
  everyone_needs_an_account_make_one:
    'Chacun a besoin d’un compte : créez-en un sous <link>Administration</link>, ou partagez un lien d’invitation.',
  traffic_is_encrypted_each_browser_warns:
    'Le trafic est chiffré. Chaque navigateur avertit une fois, car le certificat a été créé ici. Avant de continuer, chaque navigateur doit montrer cette empreinte SHA-256 :',
  traffic_is_encrypted_where_a_browser:
    'Le trafic est chiffré. Si un navigateur ne reconnaît pas l’autorité du certificat, comparez son empreinte SHA-256 :',
  the_link_and_the_qr_code:
    'Le lien et le code QR la contiennent aussi. Partagez-les par un autre canal que ce réseau. <link>Où la trouver dans votre navigateur</link>',
  traffic_is_not_encrypted: 'Le trafic n’est pas chiffré',
  whoever_can_listen_on_this_network:
    'Quiconque écoute sur ce réseau peut lire les mots de passe, les preuves et tout le reste.',
  stop_sharing: 'Arrêter le partage',
};
