import type { FactKind, FactResult } from '../../domain/outcomes.ts';

export const kindName: Record<FactKind, string> = {
  prevented: 'Prevented',
  alerted: 'Alerted',
  logged: 'Logged',
  detected: 'Detected',
  responded: 'Responded',
};

export const kindHint: Record<FactKind, string> = {
  prevented: 'It was stopped',
  alerted: 'An alert was raised',
  logged: 'It is in the logs',
  detected: 'An analyst found it, by triage or hunting',
  responded: 'It was contained or escalated',
};

export const resultName: Record<FactResult, string> = {
  yes: 'Yes',
  partial: 'Partly',
  no: 'No',
  not_applicable: 'Does not apply',
  not_tested: 'Not tested',
};
