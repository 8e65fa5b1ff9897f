/** The tactics available for simulations, in matrix order, independent of the catalogue. */
export const tactics: readonly { id: string; name: string }[] = [
  { id: 'TA0043', name: 'Reconnaissance' },
  { id: 'TA0042', name: 'Resource Development' },
  { id: 'TA0001', name: 'Initial Access' },
  { id: 'TA0002', name: 'Execution' },
  { id: 'TA0003', name: 'Persistence' },
  { id: 'TA0004', name: 'Privilege Escalation' },
  { id: 'TA0005', name: 'Stealth' },
  { id: 'TA0112', name: 'Defense Impairment' },
  { id: 'TA0006', name: 'Credential Access' },
  { id: 'TA0007', name: 'Discovery' },
  { id: 'TA0008', name: 'Lateral Movement' },
  { id: 'TA0009', name: 'Collection' },
  { id: 'TA0011', name: 'Command and Control' },
  { id: 'TA0010', name: 'Exfiltration' },
  { id: 'TA0040', name: 'Impact' },
];

/** Tactics of preparations outside an organisation, which can't see them. */
const preparations: readonly string[] = ['TA0043', 'TA0042'];

/** Takes the tactics of a technique, returns whether a test can execute it against an organisation. */
export function isExecutable(ofTechnique: readonly { external_id: string }[]): boolean {
  return (
    ofTechnique.length === 0 || ofTechnique.some(({ external_id }) => !preparations.includes(external_id))
  );
}

/** Takes the external id of a tactic, returns its position in the matrix; others come last. */
export function placeOfTactic(externalId: string): number {
  const index = tactics.findIndex(({ id }) => id === externalId);
  return index === -1 ? tactics.length : index;
}
