import type { audit as english } from '../en/audit.ts';
import type { Translated } from '../translate.ts';

export const audit: Translated<typeof english> = {
  the_history_could_not_be_exported: 'L’historique n’a pas pu être exporté',
  title: 'Audit',
  every_write_sign_in_and_download:
    'Chaque écriture, connexion et téléchargement est une entrée scellée avec la précédente. Voici la plus récente. Conservez-la hors de ce serveur : <code>damson audit verify --anchor</code> détecte alors tout ce qui a été modifié, retiré ou reconstruit jusqu’à elle.',
  newest_entry: 'Entrée la plus récente',
  export_as_json_lines: 'Exporter en JSON Lines',
  give_the_reason: 'Saisissez un motif',
  at_most_longest_reason_characters:
    '{longest_reason, plural, one {# caractère} other {# caractères}} au plus',
  type_seq: 'Saisissez {seq}',
  erase_for_good: 'Effacer définitivement',
  actor_entry_at_what_count_will:
    '{actor} {entry} ({at}). {count, plural, one {L’ancienne et la nouvelle valeur de ce champ} other {Les anciennes et nouvelles valeurs de ces champs}} seront effacées définitivement : {join}. L’entrée elle-même et la chaîne restent intactes. Les longs textes antérieurs à cette entrée peuvent ne plus être disponibles.',
  the_entries_before_and_after_may:
    'D’autres entrées et d’anciennes sauvegardes peuvent contenir le même texte. Le champ lui-même n’est pas modifié.',
  reason: 'Motif',
  it_is_recorded: 'Ceci est consigné.',
  type_seq_to_confirm: 'Saisissez {seq} pour confirmer',
  erase_what_entry_seq_says_was: 'Effacer le contenu de l’entrée {seq}',
  erase: 'Effacer',
  erase_entry: 'Effacer le contenu de l’entrée {seq} ?',
  object: 'Objet',
  anything: 'Tous les objets',
  what_was_done: 'Action',
  any_action: 'Toutes les actions',
};
