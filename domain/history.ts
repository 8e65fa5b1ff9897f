/** Kinds of object that an entry of the history is about. */
export const recordedObjects = [
  'organisation',
  'tool',
  'mission',
  'scenario',
  'test',
  'evidence',
  'fact',
  'alert',
  'sighting',
  'replay',
  'remediation',
  'finding',
  'report',
  'report_template',
  'test_template',
  'scenario_template',
  'import',
  'engagement',
  'simulation',
  'simulation_template',
  'output',
  'c2_configuration',
  'c2_task',
  'user',
  'session',
  'group',
  'invitation',
  'token',
  'second_factor',
  'identity',
  'catalogue',
  'backup',
  'installation',
  'history',
] as const;
export type RecordedObject = (typeof recordedObjects)[number];

/** Verbs of an entry. */
export const recordedVerbs = [
  'created',
  'changed',
  'moved',
  'run_again',
  'taken_back',
  'deleted',
  'merged',
  'linked',
  'unlinked',
  'synchronised',
  'accepted',
  'issued',
  'signed_in',
  'sign_in_refused',
  'proof_refused',
  'signed_out',
  'renewed',
  'ended',
  'sessions_ended',
  'downloaded',
  'viewed',
  'exported',
  'restored',
  'reset',
  'erased',
  'sealed',
] as const;
export type RecordedVerb = (typeof recordedVerbs)[number];

/** Origin of a write: a request, the damson command, a C2 framework, the server itself, or an updated figures rule. */
export const recordedVias = ['api', 'command', 'c2', 'server', 'rule of figures, 2'] as const;
export type RecordedVia = (typeof recordedVias)[number];

/** Origin of what a program wrote by a token of this name. */
export function viaToken(name: string): string {
  return `token "${name}"`;
}

/** The name of the token in an origin; null for any other. */
export function readViaToken(via: string): string | null {
  return /^token "(.*)"$/s.exec(via)?.[1] ?? null;
}
