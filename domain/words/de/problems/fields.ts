import type { ProblemWords } from '../../problems.ts';

export const fields: ProblemWords = {
  'The If-Match header is malformed': 'Der Header If-Match ist fehlerhaft',
  'It was changed since that version': 'Es wurde seit dieser Version geändert',
  '{1} not found': 'Nicht gefunden: {1}',
  'The body must be multipart/form-data': 'Der Inhalt muss multipart/form-data sein',
  'The Content-Type is malformed or names no boundary':
    'Der Content-Type ist fehlerhaft oder nennt keine Grenze',
  'The field {1} is not valid text': 'Das Feld {1} ist kein gültiger Text',
  'The body is not a complete multipart form': 'Der Inhalt ist kein vollständiges Multipart-Formular',
  'must not be before start_date': 'darf nicht vor start_date liegen',
  'a file is needed': 'eine Datei ist nötig',
  'the form has too many parts': 'das Formular hat zu viele Teile',
  'must be a file with a name': 'muss eine Datei mit Namen sein',
  'the file is empty': 'die Datei ist leer',
  'unknown field': 'unbekanntes Feld',
  'no port could be opened ({1})': 'es konnte kein Port geöffnet werden ({1})',
  'either ids or all: true is needed': 'ids oder all: true ist nötig',
  'must be a date as YYYY-MM-DD': 'muss ein Datum der Form YYYY-MM-DD sein',
  'is out of range': 'liegt außerhalb des Bereichs',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must not be something short repeated': 'darf nicht aus kurzen Wiederholungen bestehen',
  'is among the most common passwords: use several unrelated words':
    'gehört zu den häufigsten Passwörtern: Verwenden Sie mehrere Wörter ohne Zusammenhang',
  'must not be made of names that people here know: use several unrelated words':
    'darf nicht aus hier bekannten Namen bestehen: Verwenden Sie mehrere Wörter ohne Zusammenhang',
  'Invalid input: expected {1}, received {2}': 'Ungültige Eingabe: erwartet {1}, erhalten {2}',
  'Invalid input: expected {1}': 'Ungültige Eingabe: erwartet {1}',
  'Invalid option: expected one of {1}': 'Ungültige Auswahl: erwartet eines von {1}',
  'Invalid input': 'Ungültige Eingabe',
  'Invalid {1}': 'Ungültig: {1}',
  'Too big: expected string to have <={1} characters': 'Zu lang: höchstens {1} Zeichen',
  'Too small: expected string to have >={1} characters': 'Zu kurz: mindestens {1} Zeichen',
  'Too big: expected {1} to have <={2} {3}': 'Zu viele: höchstens {2}',
  'Too small: expected {1} to have >={2} {3}': 'Zu wenige: mindestens {2}',
  'Too big: expected {1} to be <={2}': 'Zu groß: höchstens {2}',
  'Too small: expected {1} to be >={2}': 'Zu klein: mindestens {2}',
  changed: 'geändert',
  deleted: 'gelöscht',
  'link-local, unspecified, multicast, broadcast or of a metadata service':
    'link-local, unbestimmt, Multicast, Broadcast oder eines Metadatendienstes',
  'must be an ISO 8601 timestamp': 'muss ein Zeitstempel nach ISO 8601 sein',
};
