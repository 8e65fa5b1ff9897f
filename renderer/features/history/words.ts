import type { RecordedObject, RecordedVerb, RecordedVia } from '../../../domain/history.ts';
import { reportFormats } from '../../../domain/reports.ts';
import type { Entry } from '../../../server/history/contract.ts';
import { fieldName as testFieldName } from '../missions/mission-tests/test-record.ts';
import { reportFieldNames } from '../missions/report/report-record.ts';
import { fieldName as simulationFieldName } from '../simulations/simulation-fields.ts';

/** A name of ours that has no words here yet, as words. */
export function toWords(name: string): string {
  return name.replaceAll('_', ' ');
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const objectNames: Readonly<Partial<Record<string, string>>> = {
  c2_configuration: 'connection to a C2 framework',
  c2_task: 'C2 task',
  output: 'output of a C2 task',
  history: 'entry of the history',
  evidence: 'file of evidence',
  simulation_template: 'simulation template',
  report_template: 'template for Word',
} satisfies Partial<Record<RecordedObject, string>>;

/** What an entry is about, as a word within a sentence. */
export function nameObject(type: string): string {
  return objectNames[type] ?? toWords(type);
}

export function labelObject(type: string): string {
  return capitalise(nameObject(type));
}

/** With the article. */
function anObject(type: string): string {
  const name = nameObject(type);
  return `${/^[aeio]/.test(name) ? 'an' : 'a'} ${name}`;
}

const sentences: Readonly<Partial<Record<string, string>>> = {
  'user signed_in': 'signed in',
  'user sign_in_refused': 'was refused a sign-in',
  'user proof_refused': 'was refused a change of their account',
  'session signed_out': 'signed out',
  'session renewed': 'renewed a session',
  'session ended': 'ended a session',
  'user sessions_ended': 'ended all sessions of a user',
  'invitation accepted': 'accepted an invitation',
  'second_factor reset': 'took away a second factor',
  'installation issued': 'issued an install token',
  'installation reset': 'reset the installation',
  'catalogue synchronised': 'loaded the catalogue',
  'history erased': 'erased what an entry said was changed',
  'history exported': 'exported the history',
  'history sealed': 'sealed rows as they were',
  'evidence created': 'added evidence',
  'evidence downloaded': 'downloaded evidence',
  'evidence deleted': 'deleted evidence',
  'output downloaded': 'downloaded the output of a C2 task',
  'fact created': 'said what was seen',
  'fact changed': 'changed what was seen',
  'fact deleted': 'took back what was seen',
  'test created': 'added a test',
  'test deleted': 'removed a test',
  'test restored': 'put a test back',
  'scenario restored': 'put a scenario back',
  'scenario created': 'added a scenario',
  'test run_again': 'began another run',
  'test taken_back': 'took back the last run',
  'report created': 'began a report',
  'report changed': 'changed a report',
  'report_template created': 'added a template for Word',
  'tool created': 'added a tool to an organisation',
  'tool changed': 'changed a tool of an organisation',
  'tool deleted': 'deleted a tool of an organisation',
  'tool merged': 'merged tools',
  'organisation merged': 'merged organisations',
  'c2_configuration created': 'connected a C2 framework',
  'c2_configuration deleted': 'disconnected the C2 framework',
};

const verbs: Readonly<Partial<Record<string, string>>> = {
  created: 'made',
  sign_in_refused: 'refused a sign-in of',
  proof_refused: 'refused a change of the account of',
  signed_in: 'signed in',
  signed_out: 'signed out',
  sessions_ended: 'ended the sessions of',
} satisfies Partial<Record<RecordedVerb, string>>;

/** What was done, after the name of who did it. */
export function describeDeed({ object_type, verb }: Pick<Entry, 'object_type' | 'verb'>): string {
  return sentences[`${object_type} ${verb}`] ?? `${verbs[verb] ?? toWords(verb)} ${anObject(object_type)}`;
}

export function labelVerb(verb: string): string {
  return capitalise(verbs[verb] ?? toWords(verb));
}

const vias: Readonly<Partial<Record<string, string>>> = {
  api: 'Somebody not signed in',
  command: 'The damson command',
  c2: 'The C2 framework',
  server: 'The server',
} satisfies Record<RecordedVia, string>;

/** Who wrote where that was nobody who had signed in. */
export function nameVia(via: string): string {
  return vias[via] ?? capitalise(toWords(via));
}

/** Fields by what they are fields of, where the forms call them so. */
const fieldNames: Readonly<Partial<Record<string, Readonly<Record<string, string>>>>> = {
  test: {
    ...testFieldName,
    red_comment: 'Red’s comment',
    blue_comment: 'Blue’s comment',
    suggested_command: 'Suggested command',
    cleanup_command: 'Clean-up command',
  },
  simulation: { ...simulationFieldName, engagement_status: 'Status of the engagement' },
  test_template: { cleanup_command: 'Clean-up command', opsec: 'OPSEC', source: 'Where it is from' },
  mission: { start_date: 'Start', end_date: 'End', catalog_version: 'ATT&CK' },
  engagement: { start_date: 'Start', end_date: 'End' },
  evidence: { file_name: 'File', mime_type: 'Type', sha256: 'SHA-256' },
  fact: {
    at: 'Seen at',
    rule_name: 'Rule',
    rule_id: 'Identifier of the rule',
    alert_id: 'Alert',
    kind: 'What was seen',
  },
  user: {
    display_name: 'Name',
    is_active: 'Active',
    theme: 'Theme',
    time_zone: 'Times in',
    first_steps: 'First steps',
    address: 'Address',
    client: 'Browser',
    count: 'Times',
  },
  invitation: { display_name: 'Name', address: 'Address', client: 'Browser' },
  history: { after: 'After entry' },
  report: {
    ...reportFieldNames,
    ...Object.fromEntries(
      reportFormats.map((format) => [`${format}_sha256`, `SHA-256 of the ${format.toUpperCase()}`]),
    ),
    template_sha256: 'SHA-256 of the template for Word',
    history_hash: 'Head of the history',
    history_seq: 'Entry of the history',
  },
};

const commonFieldNames: Readonly<Record<string, string>> = {
  detection_level: 'Detection level',
  run_number: 'Run',
  run_reason: 'Reason of the run',
  test_ids: 'Tests',
  tool_ids: 'Tools',
  due_on: 'Due',
  verified_by_run: 'Verified by run',
  detection_level_id: 'Detection level',
  detection_level_source: 'Who decided the level',
  catalog_tags: 'ATT&CK',
  evidence_ids: 'Evidence',
  member_ids: 'Members',
  group_ids: 'Groups',
  user_id: 'User',
  owner_id: 'Owner',
  owner_text: 'Owner',
  tls_fingerprint: 'Fingerprint of the certificate',
  base_url: 'Address',
  sha256: 'SHA-256',
};

/** The name of a field, as the form shows it. */
export function nameField(objectType: string, field: string): string {
  return (
    fieldNames[objectType]?.[field] ??
    commonFieldNames[field] ??
    capitalise(toWords(field.replace(/_ids?$/, '')))
  );
}
