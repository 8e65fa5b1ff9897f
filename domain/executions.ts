/** How the execution that a program sent was matched to a test. */
export const executionMatches = ['guid', 'command', 'name'] as const;
export type ExecutionMatch = (typeof executionMatches)[number];

/** Result of an execution: written to a test, added with a test of its own, sent before, or sent before with other content. */
export const executionResults = ['recorded', 'added', 'same', 'differs'] as const;
export type ExecutionResult = (typeof executionResults)[number];

/** Scenario of the tests that were executed without having been planned. */
export const adHocScenario = 'Ad hoc';

/** Per request. */
export const mostExecutions = 500;
/** Size of such a request in bytes, so that long outputs fit. */
export const largestExecutions = 4 * 1024 * 1024;

/** Recordings of the session per execution. */
export const mostRecordings = 4;
