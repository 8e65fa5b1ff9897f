import type { ProblemWords } from '../../problems.ts';

export const missions: ProblemWords = {
  "A mission can't go from {1} to {2}": 'Eine Mission kann nicht von {1} zu {2} wechseln',
  "The mission is completed and locked: its tests can't be changed until it is reopened":
    'Die Mission ist abgeschlossen und gesperrt: Ihre Tests lassen sich erst nach dem Wiederöffnen ändern',
  "The mission is archived and can't be changed": 'Die Mission ist archiviert und kann nicht geändert werden',
  'Only those who see hidden tests appoint a lead': 'Nur wer verdeckte Tests sieht, ernennt eine Leitung',
  'Only those who see hidden tests hide and reveal them':
    'Nur wer verdeckte Tests sieht, verdeckt sie und deckt sie auf',
  "A test can't go from {1} to {2}": 'Ein Test kann nicht von {1} zu {2} wechseln',
  'The scenario has {1} {2}': 'Das Szenario hat noch {1} {2}',
  "A test that is {1} can't be retested": 'Ein Test mit dem Status {1} kann nicht wiederholt werden',
  'The test already has {1} runs, which is the limit':
    'Der Test hat bereits {1} Läufe, mehr sind nicht möglich',
  "The new run has records: it can't be undone":
    'Der neue Lauf hat Einträge: Er lässt sich nicht rückgängig machen',
  'No test of the mission was executed': 'Kein Test der Mission wurde ausgeführt',
  'The test has only one run': 'Der Test hat nur einen Lauf',
  "The test was executed: it can't be removed": 'Der Test wurde ausgeführt: Er kann nicht entfernt werden',
  "The test has evidence: it can't be removed": 'Der Test hat Nachweise: Er kann nicht entfernt werden',
  "The test has detections: it can't be removed": 'Der Test hat Erkennungen: Er kann nicht entfernt werden',
  "A remediation names the test: it can't be removed":
    'Eine Maßnahme nennt den Test: Er kann nicht entfernt werden',
  "A finding names the test: it can't be removed":
    'Eine Feststellung nennt den Test: Er kann nicht entfernt werden',
  'The scenario of the test was removed': 'Das Szenario des Tests wurde entfernt',
  'The test would follow itself: {1}': 'Der Test würde auf sich selbst folgen: {1}',
  "The evidence is of a closed run and can't be {1}":
    'Der Nachweis gehört zu einem geschlossenen Lauf und kann nicht {1} werden',
  'One person can have at most {1} open event streams':
    'Eine Person kann höchstens {1} Ereignisströme offen haben',
  'Too many event streams are open: read the activity instead':
    'Zu viele Ereignisströme sind offen: Lesen Sie stattdessen die Aktivität',
  'The session ended during the upload': 'Die Sitzung endete während des Hochladens',
  'Only the current run of a test takes alerts': 'Nur der aktuelle Lauf eines Tests nimmt Alarme auf',
  'The alert was decided before: undo that first':
    'Über den Alarm wurde schon entschieden: zuerst zurücknehmen',
  'The alert waits for a decision': 'Der Alarm wartet auf eine Entscheidung',
  'A finding names its evidence: take it out there first':
    'Eine Feststellung nennt den zugehörigen Nachweis: zuerst dort entfernen',
  'The replay is not open yet': 'Die Nachstellung ist noch nicht offen',
  "The lead has not shown blue's sightings to red":
    'Die Leitung hat Rot die Sichtungen von Blau nicht gezeigt',
  'Only the current run of a test takes sightings': 'Nur der aktuelle Lauf eines Tests nimmt Sichtungen auf',
  'The sighting was decided before: undo that first':
    'Über die Sichtung wurde schon entschieden: zuerst zurücknehmen',
  'The sighting waits for a decision': 'Die Sichtung wartet auf eine Entscheidung',
  'The sighting was changed meanwhile': 'Die Sichtung wurde inzwischen geändert',
  'The sighting has files: delete those first': 'Die Sichtung hat Dateien: zuerst diese löschen',
  'A sighting can have {1} files': 'Eine Sichtung kann {1} Dateien haben',
  'there are already {1} sightings, which is the limit':
    'es gibt schon {1} Sichtungen, mehr sind nicht möglich',
  'must not be before its time': 'darf nicht vor der Zeit liegen',
  'is not an alert of this mission': 'ist kein Alarm dieser Mission',
  'The detection was changed since: change it there': 'Die Erkennung wurde seitdem geändert: dort ändern',
  'The alerts need more memory than matching may take: decide on some rules as a whole':
    'Die Alarme brauchen mehr Speicher, als die Zuordnung belegen darf: über einige Regeln im Ganzen entscheiden',
  'Matching the alerts takes too long: decide on some rules as a whole':
    'Die Zuordnung der Alarme dauert zu lange: über einige Regeln im Ganzen entscheiden',
  'The thread that matched the alerts ended unexpectedly: ask again':
    'Die Zuordnung der Alarme ist unerwartet abgebrochen: erneut versuchen',
  "The detection is of a closed run and can't be changed":
    'Die Erkennung gehört zu einem geschlossenen Lauf und kann nicht geändert werden',
  'With this file, {1} exceeds the limit of {2} MiB':
    'Mit dieser Datei überschreitet {1} die Grenze von {2} MiB',
  'no test template has the id {1}': 'keine Testvorlage hat die ID {1}',
  'the mission would have {1} tests; the limit is {2}': 'die Mission hätte {1} Tests; die Grenze ist {2}',
  'the mission would have more than {1} MiB of text in its tests':
    'die Mission hätte mehr als {1} MiB Text in ihren Tests',
  'is only for the move to completed': 'gilt nur für den Wechsel zu completed',
  'is only for the move to executed': 'gilt nur für den Wechsel zu executed',
  "can't change when a review is undone": 'kann sich beim Zurücknehmen einer Prüfung nicht ändern',
  'must not be before started_at': 'darf nicht vor started_at liegen',
  'must not be before executed_at': 'darf nicht vor executed_at liegen',
  'must not be after ended_at': 'darf nicht nach ended_at liegen',
  'must be the name or the address of one host': 'muss Name oder Adresse eines einzigen Hosts sein',
  'there would be {1}; the limit is {2}': 'es wären {1}; die Grenze ist {2}',
  'the mission already has {1} scenarios, which is the limit':
    'die Mission hat bereits {1} Szenarien, mehr sind nicht möglich',
  'is given together with owner': 'ist zusammen mit owner angegeben',
  'is only for the status verified': 'gilt nur für den Status verified',
  'is not one of its tests': 'ist keiner der zugehörigen Tests',
  'is not an executed run of this test': 'ist kein ausgeführter Lauf dieses Tests',
  'the mission already has {1} remediations, which is the limit':
    'die Mission hat bereits {1} Maßnahmen, mehr sind nicht möglich',
  'the scenario has {1} other tests': 'das Szenario hat {1} andere Tests',
  'the mission has no scenario with the id {1}': 'die Mission hat kein Szenario mit der ID {1}',
  'leaves out {1} of {2}': 'lässt {1} von {2} aus',
  'no member of the mission has the id {1}': 'kein Mitglied der Mission hat die ID {1}',
  'is not a test of this mission': 'ist kein Test dieser Mission',
  'is not the id of an event': 'ist keine ID eines Ereignisses',
  'is also to be added': 'soll zugleich hinzugefügt werden',
  'a test would have {1} tags; the limit is {2}': 'ein Test hätte {1} Tags; die Grenze ist {2}',
  'must not contain a NUL character': 'darf kein NUL-Zeichen enthalten',
  'there are already {1} detections, which is the limit':
    'es gibt bereits {1} Erkennungen, mehr sind nicht möglich',
  'the organisation has no tool with the id {1}': 'die Organisation hat kein Werkzeug mit der ID {1}',
  'must have at most {1} characters': 'darf höchstens {1} Zeichen haben',
  'must be {1}': 'muss {1} sein',
  'is needed, or test_template_ids, or engagement_id':
    'ist nötig, oder test_template_ids, oder engagement_id',
  'is only for a test by hand': 'gilt nur für einen Test von Hand',
  "can't be given together with test_template_ids":
    'kann nicht zusammen mit test_template_ids angegeben werden',
  'is needed with task_external_ids': 'ist mit task_external_ids nötig',
  'is needed with engagement_id': 'ist mit engagement_id nötig',
  'is listed twice': 'steht zweimal in der Liste',
  'must not be sent with detection_level_id': 'darf nicht mit detection_level_id gesendet werden',
  'needed unless something else is named': 'nötig, wenn nichts anderes genannt ist',
  'must be the name of a field': 'muss der Name eines Feldes sein',
  'may have letters, digits, _, . and -': 'darf Buchstaben, Ziffern, _, . und - haben',
  'has more than {1}': 'hat mehr als {1}',
  'names more than {1}': 'nennt mehr als {1}',
  'a template names no tools: tools belong to an organisation':
    'eine Vorlage nennt keine Werkzeuge: Sie gehören zu einer Organisation',
  'is given together with user': 'ist zusammen mit user angegeben',
  'is needed, or a name': 'ist nötig, oder ein Name',
  "can't be given together with scenario_template_ids":
    'kann nicht zusammen mit scenario_template_ids angegeben werden',
  'the mission has no test with the id {1}': 'die Mission hat keinen Test mit der ID {1}',
  "the test {1} is {2}: it can't be retested":
    'der Test {1} hat den Status {2}: Er kann nicht wiederholt werden',
  'there is no {1} with the id {2}': 'nicht vorhanden: {1} mit der ID {2}',
  'there are {1} tests, from 0': 'es gibt {1} Tests, gezählt ab 0',
  'is hidden, and what follows it is not': 'ist verdeckt, der Test, der darauf folgt, aber nicht',
  "The mission is completed: its tests can't change missions until it is reopened":
    'Die Mission ist abgeschlossen: Ihre Tests können die Mission nicht wechseln, bis sie wieder geöffnet wird',
  'is the mission itself': 'ist die Mission selbst',
  'there is no mission with the id {1}': 'es gibt keine Mission mit der ID {1}',
  'must be at most {1}': 'darf höchstens {1} sein',
  'A finding or a remediation is about hidden tests that would leave: reveal them, or name a test that everybody sees':
    'Eine Feststellung oder eine Maßnahme betrifft verdeckte Tests, die die Mission verlassen würden: Decken Sie sie auf oder nennen Sie dort einen Test, den alle sehen',
  'Others have seen it: hide it again instead':
    'Andere haben es gesehen: Verbergen Sie es stattdessen wieder',
  'Everybody would see it: reveal its hidden tests first, or name a test that everybody sees':
    'Alle würden es sehen: Decken Sie zuerst die verdeckten Tests auf oder nennen Sie einen Test, den alle sehen',
  'is named twice': 'ist zweimal genannt',
  'what you have uploaded': 'was Sie hochgeladen haben',
  'says nothing where any result is expected': 'bedeutet nichts, wo jedes Ergebnis erwartet ist',
  'the evidence of this mission': 'der Nachweisbestand dieser Mission',
  'the evidence of this engagement': 'der Nachweisbestand dieses Engagements',
  'is only for the move to reviewed_by_blue': 'ist nur für den Übergang zu reviewed_by_blue',
  'is not of this mission': 'ist nicht von dieser Mission',
  'is required': 'ist erforderlich',
};
