import type { recordings as english } from '../en/recordings.ts';
import type { Translated } from '../translate.ts';

export const recordings: Translated<typeof english> = {
  view: 'Affichage',
  replay: 'Lecture',
  text: 'Texte',
  play: 'Lire',
  pause: 'Mettre en pause',
  seek: 'Position',
  position: '{at} sur {length}',
  speed: 'Vitesse',
  times: '{speed, number}×',
  shorten: 'Raccourcir les pauses',
  screen: 'Écran de {file}',
  screen_hint: 'Flèches : cinq secondes en arrière ou en avant. K : lire ou mettre en pause.',
  unreadable: 'Ce fichier n’est pas un enregistrement.',
  without_times: 'Pour le rejouer, ajoutez le fichier {file}.',
  cut: 'Le début d’une longue sortie.',
  unread: '{count, plural, one {# ligne est illisible.} other {# lignes sont illisibles.}}',
  typed: 'Sans les saisies, sauf si le terminal les montrait.',
};
