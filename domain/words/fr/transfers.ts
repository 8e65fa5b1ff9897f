import type { transfers as english } from '../en/transfers.ts';
import type { Translated } from '../translate.ts';

export const transfers: Translated<typeof english> = {
  'item.move': 'Déplacer vers une autre mission…',
  'item.copy': 'Copier vers une mission…',
  'title.move': 'Déplacer {name} vers une autre mission',
  'title.copy': 'Copier {name} vers une mission',
  'submit.move': 'Déplacer',
  'submit.copy': 'Copier',
  'about.move':
    'Les exécutions, détections, preuves, attentes, alertes acceptées et le chemin entre ses tests suivent. Les liens vers les constats, les remédiations et les autres tests de cette mission, les notifications et les valeurs de ses variables restent. C’est irréversible.',
  'about.copy':
    'Les exécutions, détections, preuves, attentes et le chemin entre ses tests sont copiés ; les fichiers ne sont pas stockés deux fois. Les alertes, constats et remédiations restent avec l’original.',
  mission: 'Mission',
  mission_hint: 'Chercher des missions',
  mission_missing: 'Choisissez une mission',
  no_mission: 'Aucune autre mission ouverte',
  scenario: 'Scénario',
  scenario_missing: 'Choisissez un scénario',
  no_scenario: 'La mission n’a pas de scénario',
  'done.move': '{name} déplacé vers {mission}',
  'done.copy': '{name} copié vers {mission}',
};
