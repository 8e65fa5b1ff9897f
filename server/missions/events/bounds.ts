export type LiveBounds = {
  /** Limit per person, with one stream for each window. */
  streamsOfPerson: number;
  /** Limit of all streams: each keeps a connection. */
  streams: number;
  heartbeatMs: number;
  /** Time after which an inactive reader is dropped. */
  stallMs: number;
  /** Interval of looking for writes of other processes. */
  othersMs: number;
  /** Least time between two looks after local writes. */
  spacingMs: number;
  /** Least time between two presence updates. */
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
