import type { replay as english } from '../en/replay.ts';
import type { Translated } from '../translate.ts';

export const replay: Translated<typeof english> = {
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
  screen_hint:
    '« Texte », au-dessus, montre la sortie sous forme de texte. Touches fléchées : cinq secondes en arrière ou en avant. K : lire ou mettre en pause.',
  unreadable:
    'Ce n’est pas un enregistrement que Damson peut rejouer. Téléchargez le fichier pour le consulter.',
  without_times:
    'Sans ses temps, il est affiché comme texte. Ajoutez le fichier {file} de l’enregistrement pour le rejouer.',
  cut: 'Le début d’une longue sortie. Téléchargez le fichier pour voir la suite.',
  unread: '{count, plural, one {# ligne est illisible.} other {# lignes sont illisibles.}}',
  typed: 'Les saisies sont omises, sauf là où le terminal les montrait.',
};
