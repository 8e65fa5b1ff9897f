import type { FactKind } from '../../../domain/outcomes.ts';

export const kindHint: Record<FactKind, string> = {
  prevented: 'It was stopped',
  alerted: 'An alert was raised',
  logged: 'It is in the logs',
  detected: 'An analyst found it, by triage or hunting',
  responded: 'It was contained or escalated',
};
