import type { ProblemWords } from '../../problems.ts';

export const imports: ProblemWords = {
  'Too many exports are being downloaded: let them finish first':
    'Es werden gerade zu viele Exporte heruntergeladen: Lassen Sie sie erst fertig werden',
  'The import is {1}': 'Der Import hat den Zustand {1}',
  'The import was not applied': 'Der Import wurde nicht übernommen',
  'Too many imports are being read: wait for them to finish':
    'Es werden zu viele Importe gelesen: Warten Sie, bis sie fertig sind',
  'One person can import {1} a day (UTC)': 'Eine Person kann {1} am Tag (UTC) importieren',
  'A file of this import is missing or damaged: send it again':
    'Eine Datei dieses Imports fehlt oder ist beschädigt: Senden Sie sie erneut',
  'The import {1}': 'Der Import {1}',
  'Reading was stopped': 'Das Lesen wurde abgebrochen',
  'The export needs more memory than it may use: export less':
    'Der Export braucht mehr Speicher, als er verwenden darf: Exportieren Sie weniger',
  'The export took too long: export less': 'Der Export dauerte zu lange: Exportieren Sie weniger',
  'The export was stopped': 'Der Export wurde abgebrochen',
  'A file was lost in the meantime: export again':
    'Eine Datei ging inzwischen verloren: Exportieren Sie erneut',
  'The import was stopped': 'Der Import wurde abgebrochen',
  'The import is being applied elsewhere, or can no longer be applied':
    'Der Import läuft anderswo oder kann nicht mehr übernommen werden',
  'The mission no longer exists': 'Die Mission gibt es nicht mehr',
  'None of the tests it names exists': 'Keiner der genannten Tests ist vorhanden',
  'The import is not applied': 'Der Import ist nicht übernommen',
  'The undo was stopped': 'Das Rückgängigmachen wurde abgebrochen',
  'The import has not failed': 'Der Import ist nicht fehlgeschlagen',
  "The import can't be undone. {1}": 'Der Import lässt sich nicht rückgängig machen. {1}',
  'a mission has at most {1} tests': 'eine Mission hat höchstens {1} Tests',
  'tool: {1} (the organisation has none of this name)':
    'Werkzeug: {1} (die Organisation hat keines dieses Namens)',
  'is still being read': 'wird noch gelesen',
  'is not applied yet': 'ist noch nicht übernommen',
  'is being applied': 'wird gerade übernommen',
};
