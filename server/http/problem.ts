import type { Language } from '../../domain/words/languages.ts';
import type { DomainError, ErrorCode } from '../errors.ts';
import { openProblems } from '../words.ts';
import type { Problem } from './contract.ts';

/** HTTP status and title of every code. */
export const problems: Record<ErrorCode, { status: number; title: string }> = {
  malformed_body: { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  second_factor_required: { status: 401, title: 'Unauthorized' },
  second_factor_wrong: { status: 401, title: 'Unauthorized' },
  sign_in_refused: { status: 403, title: 'Forbidden' },
  directory_unavailable: { status: 502, title: 'Bad Gateway' },
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not Found' },
  method_not_allowed: { status: 405, title: 'Method Not Allowed' },
  too_slow: { status: 408, title: 'Request Timeout' },
  illegal_transition: { status: 409, title: 'Conflict' },
  duplicate: { status: 409, title: 'Conflict' },
  archived: { status: 409, title: 'Conflict' },
  locked: { status: 409, title: 'Conflict' },
  done: { status: 409, title: 'Conflict' },
  in_use: { status: 409, title: 'Conflict' },
  test_executed: { status: 409, title: 'Conflict' },
  test_has_evidence: { status: 409, title: 'Conflict' },
  test_has_facts: { status: 409, title: 'Conflict' },
  test_in_remediation: { status: 409, title: 'Conflict' },
  test_in_finding: { status: 409, title: 'Conflict' },
  scenario_not_empty: { status: 409, title: 'Conflict' },
  scenario_removed: { status: 409, title: 'Conflict' },
  follows_cycle: { status: 409, title: 'Conflict' },
  hidden_tests: { status: 409, title: 'Conflict' },
  already_revealed: { status: 409, title: 'Conflict' },
  run_closed: { status: 409, title: 'Conflict' },
  run_touched: { status: 409, title: 'Conflict' },
  no_closed_run: { status: 409, title: 'Conflict' },
  report_issued: { status: 409, title: 'Conflict' },
  last_admin: { status: 409, title: 'Conflict' },
  renewal_over: { status: 409, title: 'Conflict' },
  already_set_up: { status: 409, title: 'Conflict' },
  sync_running: { status: 409, title: 'Conflict' },
  job_running: { status: 409, title: 'Conflict' },
  restore_by_command: { status: 409, title: 'Conflict' },
  backup_not_verified: { status: 409, title: 'Conflict' },
  import_not_ready: { status: 409, title: 'Conflict' },
  import_touched: { status: 409, title: 'Conflict' },
  stale: { status: 412, title: 'Precondition Failed' },
  too_large: { status: 413, title: 'Content Too Large' },
  quota_exceeded: { status: 413, title: 'Content Too Large' },
  unsupported_media_type: { status: 415, title: 'Unsupported Media Type' },
  range_not_satisfiable: { status: 416, title: 'Range Not Satisfiable' },
  invalid: { status: 422, title: 'Unprocessable Content' },
  too_many_requests: { status: 429, title: 'Too Many Requests' },
  too_many_streams: { status: 429, title: 'Too Many Requests' },
  disk_full: { status: 507, title: 'Insufficient Storage' },
  encryption_key_absent: { status: 503, title: 'Service Unavailable' },
  encryption_key_changed: { status: 503, title: 'Service Unavailable' },
  token_damaged: { status: 503, title: 'Service Unavailable' },
  catalogue_absent: { status: 503, title: 'Service Unavailable' },
  rendering_failed: { status: 500, title: 'Internal Server Error' },
  no_browser: { status: 409, title: 'Conflict' },
  evidence_corrupt: { status: 500, title: 'Internal Server Error' },
  busy: { status: 503, title: 'Service Unavailable' },
  unavailable: { status: 503, title: 'Service Unavailable' },
  c2_not_configured: { status: 409, title: 'Conflict' },
  c2_error: { status: 502, title: 'Bad Gateway' },
  internal: { status: 500, title: 'Internal Server Error' },
};

/** The RFC 9457 document for a refusal, with its messages in a language; the title belongs to the status, in English. */
export function toProblem(error: DomainError, requestId: string, language: Language): Problem {
  const { status, title } = problems[error.code];
  const translate = openProblems(language);
  const errors = error.errors?.map(({ path, message }) => ({ path, message: translate(message) }));
  const [first] = error.errors ?? [];
  const isOfField = first !== undefined && error.message === `${first.path}: ${first.message}`;
  return {
    type: 'about:blank',
    title,
    status,
    code: error.code,
    detail: isOfField ? `${first.path}: ${translate(first.message)}` : translate(error.message),
    request_id: requestId,
    ...(errors ? { errors } : {}),
    ...(error.secondFactor ? { second_factor: error.secondFactor } : {}),
  };
}
