import type { ProblemWords } from '../../problems.ts';

export const settings: ProblemWords = {
  'SVC_BACKUP_DIR must be outside of the folders for evidence, outputs and reports':
    'SVC_BACKUP_DIR doit se trouver hors des dossiers des preuves, des sorties et des rapports',
  'SVC_JWT_SECRET is too short: at least 32 bytes are needed':
    'SVC_JWT_SECRET est trop court : il faut au moins 32 octets',
  'SVC_C2_ADAPTER must be "fake" or empty': 'SVC_C2_ADAPTER doit être « fake » ou vide',
  'SVC_DATABASE_URL must be postgres://<user>@<host>/<database>':
    'SVC_DATABASE_URL doit être postgres://<user>@<host>/<database>',
  "SVC_DATABASE_URL and SVC_DB_PATH can't both be given":
    'SVC_DATABASE_URL et SVC_DB_PATH ne peuvent pas être donnés ensemble',
  'SVC_DATABASE_URL needs {1}, which is in no database':
    'SVC_DATABASE_URL demande {1}, qui n’est dans aucune base de données',
  'EVIDENCE_URL and EVIDENCE_DIR exclude each other: unset one of them':
    'EVIDENCE_URL et EVIDENCE_DIR s’excluent : retirez l’un des deux',
  '{1} must be one of {2}': '{1} doit être l’un de : {2}',
  '{1} must be a whole number from {2} to {3}': '{1} doit être un nombre entier de {2} à {3}',
  'SVC_METRICS_PORT must be another port than SVC_PORT':
    'SVC_METRICS_PORT doit être un autre port que SVC_PORT',
  'EVIDENCE_DIR must be a folder for evidence alone, outside of what else Damson keeps':
    'EVIDENCE_DIR doit être un dossier réservé aux preuves, hors de tout ce que Damson conserve par ailleurs',
  'SVC_DB_PATH must be a file outside of the folders for evidence and outputs':
    'SVC_DB_PATH doit être un fichier hors des dossiers des preuves et des sorties',
  'SVC_HOST must be a host name or an IP address, without a port':
    'SVC_HOST doit être un nom d’hôte ou une adresse IP, sans port',
  'SVC_PUBLIC_HOSTS holds "{1}", which is not a host name (name or name:port)':
    'SVC_PUBLIC_HOSTS contient « {1} », qui n’est pas un nom d’hôte (nom ou nom:port)',
  'SVC_BROWSER must be the full path of a Chromium or Edge, or "off"':
    'SVC_BROWSER doit être le chemin complet d’un Chromium ou d’un Edge, ou « off »',
  '{1} is set to a placeholder value: set a random one or leave it unset':
    '{1} a une valeur d’exemple : donnez-lui une valeur aléatoire ou laissez-le vide',
  'SVC_ENCRYPTION_KEY must be 32 bytes, as 44 characters of base64 or 64 of hex':
    'SVC_ENCRYPTION_KEY doit faire 32 octets, en 44 caractères base64 ou 64 en hexadécimal',
  "EVIDENCE_URL can't be used: {1}": 'EVIDENCE_URL est inutilisable : {1}',
  "--env-file: {1} can't be read ({2})": '--env-file : {1} est illisible ({2})',
  "NODE_EXTRA_CA_CERTS: {1} can't be used ({2})": 'NODE_EXTRA_CA_CERTS : {1} est inutilisable ({2})',
  '{1}, line {2}: NAME=value is expected': '{1}, ligne {2} : NOM=valeur est attendu',
  '{1} does not hold a signing secret: restore it, or delete it to sign everyone out and to give up the authenticator apps':
    '{1} ne contient pas de secret de signature : restaurez-le, ou supprimez-le pour déconnecter tout le monde et abandonner les applications d’authentification',
  'AWS_REGION is needed for EVIDENCE_URL, or AWS_ENDPOINT_URL_S3 for another store':
    'EVIDENCE_URL demande AWS_REGION, ou AWS_ENDPOINT_URL_S3 pour un autre stockage',
  '{1} must be the name of a region, such as eu-central-1':
    '{1} doit être le nom d’une région, telle que eu-central-1',
  '{1} is needed for EVIDENCE_URL': '{1} est nécessaire pour EVIDENCE_URL',
  '{1} is malformed': '{1} est mal formé',
  'EVIDENCE_URL must be s3://bucket or s3://bucket/prefix, of letters, digits, dots, hyphens and underscores':
    'EVIDENCE_URL doit être s3://bucket ou s3://bucket/prefix, en lettres, chiffres, points, tirets et tirets bas',
  'EVIDENCE_URL is too long': 'EVIDENCE_URL est trop long',
  '{1} must be the http or https address of the store': '{1} doit être l’adresse http ou https du stockage',
  "{1} and {2} can't both be given": '{1} et {2} ne peuvent pas être donnés ensemble',
  '{1} must be a file with certificates in PEM form': '{1} doit être un fichier de certificats au format PEM',
  "{1}: {2} can't be read ({3})": '{1} : {2} est illisible ({3})',
};
