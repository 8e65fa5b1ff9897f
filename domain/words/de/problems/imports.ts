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
  'It was changed here since its import, and is kept unless you choose otherwise':
    'Wurde hier seit dem Import geändert und bleibt unverändert, sofern Sie es nicht anders festlegen',
  'Its mission was left out': 'Die zugehörige Mission wurde übersprungen',
  'Only its blue side is written, and only if you overwrite it: it was created or changed here':
    'Nur die blaue Hälfte wird geschrieben, und nur, wenn Sie es festlegen: Der Test stammt aus dieser Installation oder wurde hier geändert',
  'Only its blue side is written': 'Nur die blaue Hälfte wird geschrieben',
  'The import is still being read': 'Der Import wird noch gelesen',
  'The import is not applied yet': 'Der Import ist noch nicht übernommen',
  'The import is being applied': 'Der Import wird gerade übernommen',
  'The import is applied': 'Der Import ist übernommen',
  'The import is being undone': 'Der Import wird gerade rückgängig gemacht',
  'The import is already undone': 'Der Import ist bereits rückgängig gemacht',
  'The import was refused': 'Der Import wurde abgelehnt',
  'The import could not be read': 'Der Import konnte nicht gelesen werden',
  'It could be neither finished nor undone: {1} of its rows are imported. Undo it once the server is healthy':
    'Der Import ließ sich weder abschließen noch zurücknehmen: {1, plural, one {# Zeile ist} other {# Zeilen sind}} importiert. Machen Sie ihn rückgängig, sobald der Server wieder läuft',
  'It was interrupted and undone: import it again':
    'Der Import wurde unterbrochen und zurückgenommen: Importieren Sie erneut',
  'Its mission is refused': 'Die zugehörige Mission ist abgelehnt',
  'Its mission was refused': 'Die zugehörige Mission wurde abgelehnt',
  'It is in the file twice': 'Steht zweimal in der Datei',
  'You may not import it: it needs the permission {1}':
    'Das dürfen Sie nicht importieren: Nötig ist die Berechtigung {1}',
  'None of its tests exists here: {1}': 'Keiner der genannten Tests ist vorhanden: {1}',
  'It was imported before and is not changed': 'Wurde bereits importiert und bleibt hier unverändert',
  'No pending test of the mission matches it ({1})':
    'Kein ausstehender Test der Mission entspricht ihr ({1})',
  'It was exported from a mission that exists here, and is skipped unless you choose otherwise':
    'Wurde aus einer hier vorhandenen Mission exportiert und wird ausgelassen, sofern Sie es nicht anders festlegen',
  'It was created here, and is kept unless you choose otherwise':
    'Stammt aus dieser Installation und bleibt unverändert, sofern Sie es nicht anders festlegen',
  'It changed existing objects': 'Er hat Vorhandenes geändert',
  'Another import has changed its objects': 'Ein anderer Import hat geändert, was er angelegt hat',
  'It created a mission from executions, which you can delete':
    'Er hat aus Ausführungen eine Mission angelegt, die Sie löschen können',
  'It added to an existing mission': 'Er hat eine vorhandene Mission ergänzt',
  'Some of its objects were changed or deleted since': 'Etwas davon wurde seither geändert oder gelöscht',
  'A scenario template has one of its tests': 'Eine Szenariovorlage enthält einen seiner Tests',
  'Its remaining objects were changed since': 'Was davon übrig ist, wurde seither geändert',
  'The import was undone, except for this, which was changed since or is in an archived mission: {1}':
    'Der Import wurde zurückgenommen. Dies bleibt, weil es seither hier geändert wurde oder zu einer archivierten Mission gehört: {1}',
  'The import was undone, except for these, which were changed since or are in an archived mission: {1}':
    'Der Import wurde zurückgenommen. Diese bleiben, weil sie seither hier geändert wurden oder zu einer archivierten Mission gehören: {1}',
  'The import was undone, except for these, which were changed since or are in an archived mission: {1} and {2} more':
    'Der Import wurde zurückgenommen. Diese bleiben, weil sie seither hier geändert wurden oder zu einer archivierten Mission gehören: {1} und {2, plural, one {# weiteres} other {# weitere}}',
};
