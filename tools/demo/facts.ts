import type { Api } from './api.ts';

export type Tools = { edr: { id: string }; siem: { id: string } };

/** Adds the tools of a small defence to an organisation without any. */
export async function addTools(api: Api, organisationId: string): Promise<Tools> {
  const path = `/organisations/${organisationId}/tools`;
  const [edr, siem] = (await api.send('GET', path)) as [Tools['edr']?, Tools['siem']?];
  if (edr !== undefined && siem !== undefined) return { edr, siem };
  return {
    edr: await api.send('POST', path, {
      name: 'Endpoint sensor',
      vendor: 'Example Security',
      kind: 'edr',
      data_components: ['Process Creation', 'Process Access'],
    }),
    siem: await api.send('POST', path, {
      name: 'Log platform',
      kind: 'siem',
      data_components: ['Command Execution'],
    }),
  };
}

const outcomes = ['not_detected', 'logged', 'alerted', 'prevented'] as const;

/** Whether the outcome of the test at this position is an alert, or prevention with one. */
export const raisesAlert = (place: number): boolean => place % outcomes.length > 1;

/** Ids of files that document what a tool showed; none without. */
export type Documents = { alert: string[]; log: string[] };

/** Records detections of the test at this position, with each level in turn. */
export async function addFacts(
  api: Api,
  test: string,
  { edr, siem }: Tools,
  { at, place, documents = { alert: [], log: [] } }: { at: string; place: number; documents?: Documents },
): Promise<void> {
  const outcome = outcomes[place % outcomes.length];
  const after = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString();
  const alert = {
    kind: 'alerted',
    result: 'yes',
    at: after(95),
    tool: edr,
    severity: 'high',
    category: 'technique',
    evidence_ids: documents.alert,
  };
  const log = {
    kind: 'logged',
    result: 'yes',
    at: after(4),
    tool: siem,
    category: 'telemetry',
    evidence_ids: documents.log,
  };
  const facts = {
    not_detected: [
      { kind: 'alerted', result: 'no', tool: edr },
      { kind: 'logged', result: 'no', tool: siem },
    ],
    logged: [
      { ...log, rule_name: 'Command line logging' },
      { kind: 'alerted', result: 'no', tool: edr },
    ],
    alerted: [{ ...alert, rule_name: 'Suspicious child process' }, log],
    prevented: [{ kind: 'prevented', result: 'yes', at: after(1), tool: edr }, alert],
  }[outcome as (typeof outcomes)[number]];
  for (const { tool, ...fact } of facts) {
    await api.send('POST', `${test}/facts`, { ...fact, tool: { id: tool.id } });
  }
}
