import type { ProblemWords } from '../../problems.ts';

export const imports: ProblemWords = {
  'Too many exports are being downloaded: let them finish first':
    'Es werden gerade zu viele Exporte heruntergeladen: Lassen Sie sie erst fertig werden',
  'The import was not applied': 'Der Import wurde nicht übernommen',
  'Too many imports are being read: wait for them to finish':
    'Es werden zu viele Importe gelesen: Warten Sie, bis sie fertig sind',
  'One person can import {1} a day (UTC)': 'Eine Person kann {1} am Tag (UTC) importieren',
  'A file of this import is missing or damaged: send it again':
    'Eine Datei dieses Imports fehlt oder ist beschädigt: Senden Sie sie erneut',
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
  'It was changed here since it came in, and stays as it is unless you say otherwise':
    'Wurde hier seit dem Import geändert und bleibt unverändert, sofern Sie es nicht anders festlegen',
  'Its mission was left out': 'Die zugehörige Mission wurde übersprungen',
  'Only blue’s half of it is written, and only if you say so: it is of this installation or was changed here':
    'Nur die blaue Hälfte wird geschrieben, und nur, wenn Sie es festlegen: Der Test stammt aus dieser Installation oder wurde hier geändert',
  'Only blue’s half of it is written': 'Nur die blaue Hälfte wird geschrieben',
  'The import is still being read': 'Der Import wird noch gelesen',
  'The import is not applied yet': 'Der Import ist noch nicht übernommen',
  'The import is being applied': 'Der Import wird gerade übernommen',
  'The import is applied': 'Der Import ist übernommen',
  'The import is being undone': 'Der Import wird gerade rückgängig gemacht',
  'The import is undone already': 'Der Import ist bereits rückgängig gemacht',
  'The import was refused': 'Der Import wurde abgelehnt',
  'The import could not be read': 'Der Import konnte nicht gelesen werden',
  'It could not be finished, nor taken back: {1} of its rows are imported. Undo it once the server is well':
    'Der Import ließ sich weder abschließen noch zurücknehmen: {1, plural, one {# Zeile ist} other {# Zeilen sind}} importiert. Machen Sie ihn rückgängig, sobald der Server wieder läuft',
  'It was cut off, and taken back: import it again':
    'Der Import wurde unterbrochen und zurückgenommen: Importieren Sie erneut',
  'Its mission is refused': 'Die zugehörige Mission ist abgelehnt',
  'Its mission was refused': 'Die zugehörige Mission wurde abgelehnt',
  'It stands in the file twice': 'Steht zweimal in der Datei',
  'You may not import it: it needs the permission {1}':
    'Das dürfen Sie nicht importieren: Nötig ist die Berechtigung {1}',
  'None of the tests that it names is there: {1}': 'Keiner der genannten Tests ist vorhanden: {1}',
  'It was imported before and stays as it is here': 'Wurde bereits importiert und bleibt hier unverändert',
  'No pending test of the mission is like it ({1})':
    'Kein ausstehender Test der Mission entspricht ihr ({1})',
  'It was exported from a mission that is here, and is left out unless you say otherwise':
    'Wurde aus einer hier vorhandenen Mission exportiert und wird ausgelassen, sofern Sie es nicht anders festlegen',
  'It is of this installation, and stays as it is unless you say otherwise':
    'Stammt aus dieser Installation und bleibt unverändert, sofern Sie es nicht anders festlegen',
  'It has changed what was there before': 'Er hat Vorhandenes geändert',
  'Another import has changed what it made': 'Ein anderer Import hat geändert, was er angelegt hat',
  'It has made a mission of executions, which you can delete':
    'Er hat aus Ausführungen eine Mission angelegt, die Sie löschen können',
  'It has added to a mission that was there before': 'Er hat eine vorhandene Mission ergänzt',
  'Something of it was changed or deleted since': 'Etwas davon wurde seither geändert oder gelöscht',
  'A scenario template has one of its tests': 'Eine Szenariovorlage enthält einen seiner Tests',
  'What is left of it was changed since': 'Was davon übrig ist, wurde seither geändert',
  'The import was taken back. This stays, changed here since or in an archived mission: {1}':
    'Der Import wurde zurückgenommen. Dies bleibt, weil es seither hier geändert wurde oder zu einer archivierten Mission gehört: {1}',
  'The import was taken back. These stay, changed here since or in an archived mission: {1}':
    'Der Import wurde zurückgenommen. Diese bleiben, weil sie seither hier geändert wurden oder zu einer archivierten Mission gehören: {1}',
  'The import was taken back. These stay, changed here since or in an archived mission: {1} and {2} more':
    'Der Import wurde zurückgenommen. Diese bleiben, weil sie seither hier geändert wurden oder zu einer archivierten Mission gehören: {1} und {2, plural, one {# weiteres} other {# weitere}}',
};
