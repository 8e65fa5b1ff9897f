export type LiveBounds = {
  /** Of one person, whose every window has one. */
  streamsOfPerson: number;
  /** Altogether: each keeps a connection. */
  streams: number;
  heartbeatMs: number;
  /** Until who reads nothing is let go. */
  stallMs: number;
  /** How often is looked for writes of other processes. */
  othersMs: number;
  /** Between two looks at what was written here. */
  spacingMs: number;
  /** Between two times that people are told who is there. */
  peopleMs: number;
};

export const usualBounds: LiveBounds = {
  streamsOfPerson: 6,
  streams: 2048,
  heartbeatMs: 15_000,
  stallMs: 30_000,
  othersMs: 2000,
  spacingMs: 20,
  peopleMs: 200,
};
