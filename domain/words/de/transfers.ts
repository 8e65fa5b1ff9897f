import type { transfers as english } from '../en/transfers.ts';
import type { Translated } from '../translate.ts';

export const transfers: Translated<typeof english> = {
  'item.move': 'In eine andere Mission verschieben …',
  'item.copy': 'In eine Mission kopieren …',
  'title.move': '{name} in eine andere Mission verschieben',
  'title.copy': '{name} in eine Mission kopieren',
  'submit.move': 'Verschieben',
  'submit.copy': 'Kopieren',
  'about.move':
    'Durchläufe, Erkennungen, Nachweise, Erwartungen, angenommene Alarme und der Pfad zwischen den Tests gehen mit. Verknüpfungen mit Feststellungen, Maßnahmen und anderen Tests dieser Mission, Benachrichtigungen und die Werte ihrer Variablen bleiben zurück. Das lässt sich nicht rückgängig machen.',
  'about.copy':
    'Durchläufe, Erkennungen, Nachweise, Erwartungen und der Pfad zwischen den Tests werden kopiert; Dateien werden nicht zweimal gespeichert. Alarme, Feststellungen und Maßnahmen bleiben beim Original.',
  mission: 'Mission',
  mission_hint: 'Missionen suchen',
  mission_missing: 'Wählen Sie eine Mission',
  no_mission: 'Keine andere offene Mission',
  scenario: 'Szenario',
  scenario_missing: 'Wählen Sie ein Szenario',
  no_scenario: 'Die Mission hat kein Szenario',
  'done.move': '{name} nach {mission} verschoben',
  'done.copy': '{name} nach {mission} kopiert',
};
