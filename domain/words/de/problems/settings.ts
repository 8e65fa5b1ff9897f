import type { ProblemWords } from '../../problems.ts';

export const settings: ProblemWords = {
  'SVC_BACKUP_DIR must be outside of the folders for evidence, outputs and reports':
    'SVC_BACKUP_DIR muss außerhalb der Ordner für Nachweise, Ausgaben und Berichte liegen',
  'SVC_JWT_SECRET is too short: at least 32 bytes are needed':
    'SVC_JWT_SECRET ist zu kurz: Mindestens 32 Bytes sind nötig',
  'SVC_C2_ADAPTER must be "fake" or empty': 'SVC_C2_ADAPTER muss „fake“ oder leer sein',
  'SVC_DATABASE_URL must be postgres://<user>@<host>/<database>':
    'SVC_DATABASE_URL muss postgres://<user>@<host>/<database> sein',
  "SVC_DATABASE_URL and SVC_DB_PATH can't both be given":
    'SVC_DATABASE_URL und SVC_DB_PATH lassen sich nicht zusammen angeben',
  'SVC_DATABASE_URL needs {1}, which is in no database':
    'SVC_DATABASE_URL braucht {1}; das steht in keiner Datenbank',
  'EVIDENCE_URL and EVIDENCE_DIR exclude each other: unset one of them':
    'EVIDENCE_URL und EVIDENCE_DIR schließen sich aus: Entfernen Sie eines davon',
  '{1} must be one of {2}': '{1} muss eines von diesen sein: {2}',
  '{1} must be a whole number from {2} to {3}': '{1} muss eine ganze Zahl von {2} bis {3} sein',
  'SVC_METRICS_PORT must be another port than SVC_PORT':
    'SVC_METRICS_PORT muss ein anderer Port als SVC_PORT sein',
  'EVIDENCE_DIR must be a folder for evidence alone, outside of what else Damson keeps':
    'EVIDENCE_DIR muss ein Ordner nur für Nachweise sein, außerhalb von allem, was Damson sonst ablegt',
  'SVC_DB_PATH must be a file outside of the folders for evidence and outputs':
    'SVC_DB_PATH muss eine Datei außerhalb der Ordner für Nachweise und Ausgaben sein',
  'SVC_HOST must be a host name or an IP address, without a port':
    'SVC_HOST muss ein Hostname oder eine IP-Adresse ohne Port sein',
  'SVC_PUBLIC_HOSTS holds "{1}", which is not a host name (name or name:port)':
    'SVC_PUBLIC_HOSTS enthält „{1}“, was kein Hostname ist (Name oder Name:Port)',
  'SVC_BROWSER must be the full path of a Chromium or Edge, or "off"':
    'SVC_BROWSER muss der volle Pfad eines Chromium oder Edge sein, oder „off“',
  '{1} is set to a placeholder value: set a random one or leave it unset':
    '{1} hat einen Platzhalterwert: Setzen Sie einen zufälligen oder lassen Sie es leer',
  'SVC_ENCRYPTION_KEY must be 32 bytes, as 44 characters of base64 or 64 of hex':
    'SVC_ENCRYPTION_KEY muss 32 Bytes haben, als 44 Zeichen base64 oder 64 Zeichen hex',
  "EVIDENCE_URL can't be used: {1}": 'EVIDENCE_URL ist nicht benutzbar: {1}',
  "--env-file: {1} can't be read ({2})": '--env-file: {1} ist nicht lesbar ({2})',
  "NODE_EXTRA_CA_CERTS: {1} can't be used ({2})": 'NODE_EXTRA_CA_CERTS: {1} ist nicht benutzbar ({2})',
  '{1}, line {2}: NAME=value is expected': '{1}, Zeile {2}: Erwartet wird NAME=Wert',
  '{1} does not hold a signing secret: restore it, or delete it to sign everyone out and to give up the authenticator apps':
    '{1} enthält kein Signaturgeheimnis: Stellen Sie die Datei wieder her, oder löschen Sie sie, um alle abzumelden und die Authenticator-Apps aufzugeben',
  'AWS_REGION is needed for EVIDENCE_URL, or AWS_ENDPOINT_URL_S3 for another store':
    'Für EVIDENCE_URL ist AWS_REGION nötig, oder AWS_ENDPOINT_URL_S3 für einen anderen Speicher',
  '{1} must be the name of a region, such as eu-central-1':
    '{1} muss der Name einer Region wie eu-central-1 sein',
  '{1} is needed for EVIDENCE_URL': '{1} ist für EVIDENCE_URL nötig',
  '{1} is malformed': '{1} ist fehlerhaft',
  'EVIDENCE_URL must be s3://bucket or s3://bucket/prefix, of letters, digits, dots, hyphens and underscores':
    'EVIDENCE_URL muss s3://bucket oder s3://bucket/prefix sein, aus Buchstaben, Ziffern, Punkten, Binde- und Unterstrichen',
  'EVIDENCE_URL is too long': 'EVIDENCE_URL ist zu lang',
  '{1} must be the http or https address of the store':
    '{1} muss die http- oder https-Adresse des Speichers sein',
  "{1} and {2} can't both be given": '{1} und {2} lassen sich nicht zusammen angeben',
  '{1} must be a file with certificates in PEM form': '{1} muss eine Datei mit Zertifikaten in PEM-Form sein',
  "{1}: {2} can't be read ({3})": '{1}: {2} ist nicht lesbar ({3})',
};
