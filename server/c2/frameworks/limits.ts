export type FrameworkLimits = {
  /** Time until the connection is established and its certificate judged. */
  connectMs: number;
  /** Longest silence before and within an answer; a slow answer may take its time. */
  silenceMs: number;
  /** For one question to an adapter as a whole, including the wait for its turn: nothing trickles for ever. */
  operationMs: number;
  /** The same for a connection test, because a person waits for it. */
  testMs: number;
  /** Concurrent questions to one framework. */
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
