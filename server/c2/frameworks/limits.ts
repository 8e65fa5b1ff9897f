export type FrameworkLimits = {
  /** Time limit for connecting and checking the certificate. */
  connectMs: number;
  /** Longest pause before and within an answer; a slow answer may take longer in total. */
  silenceMs: number;
  /** Time limit for a whole adapter call, including the wait for its turn, so that nothing trickles for ever. */
  operationMs: number;
  /** Shorter for a connection test, because a person waits for it. */
  testMs: number;
  /** Concurrent calls to one framework. */
  concurrency: number;
  /** Limit of one answer, unless the call overrides it. */
  responseBytes: number;
  /** Limit of a task's output, as text. */
  outputBytes: number;
};

export const defaultLimits: FrameworkLimits = {
  connectMs: 5_000,
  silenceMs: 10_000,
  operationMs: 60_000,
  testMs: 30_000,
  concurrency: 2,
  responseBytes: 64 * 1024 * 1024,
  outputBytes: 64 * 1024 * 1024,
};
