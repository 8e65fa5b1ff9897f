import type { TaskStatus } from '../../../domain/c2.ts';

/**
 * Adapter of a command-and-control framework: five requests, all read-only. None can express "run this": an adapter that could
 * task an implant would not fit the type.
 */
export type C2Adapter = {
  /** Checks address, certificate and token, and returns what the token can see. */
  testConnection(): Promise<Connection>;
  /** Newest first. */
  listCallbacks(): Promise<CallbackList>;
  /** The framework's latest answer; concurrent and closely following requests share one. */
  getTask(externalId: string): Promise<Task>;
  /** The whole output as text. Refuses (`not_finished`) while the task is running. */
  getTaskOutput(externalId: string): Promise<string>;
  /** Newest first, 50 a page. Page 1 starts a picking session; further pages come from the same list. */
  listTasks(options: { page: number }): Promise<TaskPage>;
  /** Skips the wait after a failure. */
  tryNow(): void;
  /** Aborts running requests and closes idle connections; every later call is refused. */
  close(): void;
};

export type Connection = {
  /** Null when the framework does not report it. */
  version: string | null;
  /** One line about what the token can see, such as its current operation. */
  detail: string;
};

/** A running or former implant. All texts come from the implant's host and are hostile. */
export type Callback = {
  externalId: string;
  /** The operator's name for it: the number or name shown by the framework. */
  name: string;
  host: string | null;
  user: string | null;
  addresses: string[];
  os: string | null;
  architecture: string | null;
  process: string | null;
  pid: number | null;
  /** As worded by the framework. */
  privilege: string | null;
  /** The implant's kind. */
  implant: string | null;
  /** Null when the framework does not report it. */
  active: boolean | null;
  lastSeenAt: string | null;
  unreadable: Unreadable;
};

/** Names of framework fields with an unexpected form; their values are null. */
export type Unreadable = string[];

export type CallbackList = {
  callbacks: Callback[];
  /** Number of rows without an id, which are not shown. */
  leftOut: number;
};

export type Task = {
  externalId: string;
  callbackId: string | null;
  /** The operator's name for the callback. */
  callback: string | null;
  command: string | null;
  /**
   * | status | Mythic | Caldera | |---|---|---| | submitted | waits for the implant, or is being prepared | -3, not
   * collected | | processing | the implant has it, or its last output has only just come | collected, not finished | |
   * completed | `completed`, and the status names no error | finished with 0 | | error | the status names an error |
   * finished with anything else (124 is a time-out) | | blocked | OPSEC Pre Blocked, OPSEC Post Blocked | -1 paused, -4
   * untrusted, -5 high visibility | | discarded | never | -2: it will not run | | unknown | none of these | none of these |
   */
  status: TaskStatus;
  /** The status as worded by the framework. */
  frameworkStatus: string | null;
  /**
   * Whether the output is final and can be fetched. Differs from `status`: a failed Mythic task may be issued again, and a
   * blocked one runs once someone allows it.
   */
  finished: boolean;
  /** ATT&CK technique ids, such as `T1059.001`. */
  techniques: string[];
  operator: string | null;
  submittedAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  unreadable: Unreadable;
};

/** `leftOut`: number of rows without an id to link by. */
export type TaskPage = { tasks: Task[]; page: number; hasMore: boolean; leftOut: number };

export const tasksPerPage = 50;

export type C2ErrorReason =
  /** Nothing answers at the address, or the connection broke. */
  | 'unreachable'
  | 'timeout'
  /** The certificate is untrusted or not the pinned one, or the server doesn't speak TLS. */
  | 'tls'
  /** The address is one to which Damson never connects. */
  | 'forbidden_address'
  /** The framework rejects the token. */
  | 'unauthorized'
  /** The framework accepts the token, but denies this request. */
  | 'forbidden'
  /** The framework answered with a failure or a redirect. */
  | 'refused'
  | 'not_found'
  /** The answer does not follow the framework's protocol. */
  | 'protocol'
  | 'too_large'
  /** The task is still running, so its output is not complete. */
  | 'not_finished';

/**
 * The only error thrown by adapters. The message is safe to show: it contains neither the token nor anything sent by the
 * framework.
 */
export class C2Error extends Error {
  readonly reason: C2ErrorReason;
  /** SHA-256 of the refused certificate, for comparing and pinning. */
  readonly presentedFingerprint: string | undefined;
  /** With `not_found`: it will not come back, so no retry is needed. */
  readonly isFinal: boolean;
  /** Time until the next attempt. */
  readonly retryInMs: number | undefined;

  constructor(
    reason: C2ErrorReason,
    message: string,
    options: { presentedFingerprint?: string | undefined; isFinal?: boolean; retryInMs?: number } = {},
  ) {
    super(message);
    this.name = 'C2Error';
    this.reason = reason;
    this.presentedFingerprint = options.presentedFingerprint;
    this.isFinal = options.isFinal ?? false;
    this.retryInMs = options.retryInMs;
  }
}
