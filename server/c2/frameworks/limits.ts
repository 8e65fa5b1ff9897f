export type FrameworkLimits = {
  /** Until the connection stands, its certificate judged. */
  connectMs: number;
  /** How long a framework may stay silent, before its answer and within it; a slow answer may take its time. */
  silenceMs: number;
  /** For one question to an adapter as a whole, waiting for its turn included: nothing trickles for ever. */
  operationMs: number;
  /** The same for the test of a connection, which a person waits for. */
  testMs: number;
  /** Questions to one framework at a time. */
  concurrency: number;
  /** Of one answer, unless the call names another. */
  responseBytes: number;
  /** Of a task's output, as text. */
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
