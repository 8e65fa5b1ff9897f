import { DomainError } from '../errors.ts';

/** How a job may end; `refused`: for what it was asked to do, and nothing of the server's is wrong. */
export const jobOutcomes = ['done', 'refused', 'failed', 'stopped'] as const;
export type JobOutcome = (typeof jobOutcomes)[number];

/** How many jobs of a kind there are, and how many have ended since the start. */
export type JobFigures = { waiting: number; running: number; ended: Readonly<Record<JobOutcome, number>> };

/** The figures of two runners as those of one. */
export function addFigures(one: JobFigures, other: JobFigures): JobFigures {
  const ended = noJobsEnded();
  for (const outcome of jobOutcomes) ended[outcome] = one.ended[outcome] + other.ended[outcome];
  return { waiting: one.waiting + other.waiting, running: one.running + other.running, ended };
}

export function noJobsEnded(): Record<JobOutcome, number> {
  return { done: 0, refused: 0, failed: 0, stopped: 0 };
}

/** How a job ended that threw. */
export function judgeJobError(error: unknown, stop: AbortSignal): JobOutcome {
  if (stop.aborted) return 'stopped';
  return error instanceof DomainError ? 'refused' : 'failed';
}
