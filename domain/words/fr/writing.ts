import type { writing as english } from '../en/writing.ts';
import type { Translated } from '../translate.ts';

export const writing: Translated<typeof english> = {
  format: 'Mise en forme',
  'mark.bold': 'Gras',
  'mark.italic': 'Italique',
  'mark.code': 'Code',
  'mark.heading': 'Titre',
  'mark.subheading': 'Sous-titre',
  'mark.list': 'Liste',
  'mark.numbers': 'Liste numérotée',
  'mark.link': 'Lien',
  'mark.table': 'Tableau',
  with_key: '{label} (Ctrl+{key})',
  picture: 'Insérer une image',
  no_pictures: 'Les preuves de cette mission ne contiennent pas encore d’image.',
  uploading: 'Envoi de l’image',
  no_room: 'Le texte est trop long pour l’image.',
  picture_not_shown: 'Image non affichée : elle a été supprimée ou n’est pas visible ici',
};
