/** Faults of a provider or its settings. */
export const faults = [
  'name_unknown',
  'connection_refused',
  'timed_out',
  'unreachable',
  'certificate_untrusted',
  'certificate_name',
  'certificate_expired',
  'http_status',
  'not_json',
  'too_large',
  'issuer_differs',
  'endpoint_missing',
  'clock',
  'client_refused',
  'bind_refused',
  'base_not_found',
  'search_refused',
  'not_encrypted',
  'group_unknown_here',
  'answer_invalid',
] as const;
export type Fault = (typeof faults)[number];
