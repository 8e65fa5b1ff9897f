import { DomainError } from '../errors.ts';

/** Outcomes of a job; `refused`: the request is to blame, not the server. */
export const jobOutcomes = ['done', 'refused', 'failed', 'stopped'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** Number of jobs of a kind, and of those ended since the start. */
export type JobFigures = { waiting: number; running: number; ended: Readonly<Record<JobOutcome, number>> };

/** The combined figures of two runners. */
export function addFigures(one: JobFigures, other: JobFigures): JobFigures {
  const ended = noJobsEnded();
  for (const outcome of jobOutcomes) ended[outcome] = one.ended[outcome] + other.ended[outcome];
  return { waiting: one.waiting + other.waiting, running: one.running + other.running, ended };
}

export function noJobsEnded(): Record<JobOutcome, number> {
  return { done: 0, refused: 0, failed: 0, stopped: 0 };
}

/** Outcome of a job that threw. */
export function judgeJobError(error: unknown, stop: AbortSignal): JobOutcome {
  if (stop.aborted) return 'stopped';
  return error instanceof DomainError ? 'refused' : 'failed';
}
