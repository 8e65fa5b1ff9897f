/** Stable, machine-readable codes of all refusals; `http/problem.ts` maps each to its HTTP status. */
export type ErrorCode =
  | 'malformed_body'
  | 'unauthenticated'
  | 'second_factor_required'
  | 'second_factor_wrong'
  | 'sign_in_refused'
  | 'directory_unavailable'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'illegal_transition'
  | 'duplicate'
  | 'archived'
  | 'locked'
  | 'done'
  | 'in_use'
  | 'test_executed'
  | 'test_has_evidence'
  | 'test_has_facts'
  | 'test_in_remediation'
  | 'test_in_finding'
  | 'scenario_not_empty'
  | 'scenario_removed'
  | 'follows_cycle'
  | 'hidden_tests'
  | 'already_revealed'
  | 'run_closed'
  | 'run_touched'
  | 'no_closed_run'
  | 'report_issued'
  | 'last_admin'
  | 'renewal_over'
  | 'already_set_up'
  | 'sync_running'
  | 'job_running'
  | 'restore_by_command'
  | 'backup_not_verified'
  | 'import_not_ready'
  | 'import_touched'
  | 'stale'
  | 'too_slow'
  | 'too_large'
  | 'quota_exceeded'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'invalid'
  | 'too_many_requests'
  | 'too_many_streams'
  | 'disk_full'
  | 'encryption_key_absent'
  | 'encryption_key_changed'
  | 'token_damaged'
  | 'catalogue_absent'
  | 'evidence_corrupt'
  | 'rendering_failed'
  | 'no_browser'
  | 'busy'
  | 'unavailable'
  | 'c2_not_configured'
  | 'c2_error'
  | 'internal';

/** Ways to continue after a correct password. */
export type SecondFactorDemand = {
  /** Stands in for the password for a few minutes. */
  challenge: string;
  expires_in: number;
  methods: ('totp' | 'passkey' | 'recovery_code')[];
  /** Challenge for a passkey; null when none works. */
  passkey: { challenge: string; rp_id: string; credentials: { id: string; transports: string[] }[] } | null;
  /** After a sign-in at a provider: the path that was asked for when it began, and how long its browser stays signed in. */
  asked?: { next: string; stay: 'browser' | 'computer' };
};

export type FieldError = { path: string; message: string };

/** A refusal with a stable code; the message is safe to show to the caller and reveals no internals. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The id of the account that was tried; only logged. */
  readonly about: string | undefined;
  readonly secondFactor: SecondFactorDemand | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      errors?: FieldError[];
      retryAfterSeconds?: number;
      about?: string | undefined;
      secondFactor?: SecondFactorDemand;
    } = {},
  ) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.about = options.about;
    this.secondFactor = options.secondFactor;
  }
}

/** A backup that can't be made or restored: damaged, truncated or not a backup. The message is one line for the operator. */
export class BackupRefused extends Error {}

/** The refusal of one field of the input: 422 with `errors: [{path, message}]`. */
export function invalid(path: string, message: string): DomainError {
  return new DomainError('invalid', `${path}: ${message}`, { errors: [{ path, message }] });
}

/** Refuses several fields of the input at once, with the first one in the message; does nothing without errors. */
export function refuseFields(errors: FieldError[]): void {
  const first = errors[0];
  if (first !== undefined) throw new DomainError('invalid', `${first.path}: ${first.message}`, { errors });
}

/** Missing and not visible look the same to the caller. */
export function notFound(what: string): DomainError {
  return new DomainError('not_found', `${what} not found`);
}

export function forbidden(message: string): DomainError {
  return new DomainError('forbidden', message);
}
