export const target = '/api/simulations';

export const shell = {
  id: 'T1059',
  name: 'Command and Scripting Interpreter',
  tactics: [{ id: 'TA0002', name: 'Execution' }],
};
export const account = {
  id: 'T1078',
  name: 'Valid Accounts',
  tactics: [
    { id: 'TA0001', name: 'Initial Access' },
    { id: 'TA0003', name: 'Persistence' },
    { id: 'TA0004', name: 'Privilege Escalation' },
    { id: 'TA0005', name: 'Stealth' },
  ],
};

export const redFields = {
  name: 'Changed',
  description: 'What it is',
  technique_ids: ['T1059'],
  tactic_ids: ['TA0002'],
  objective: 'Why',
  command: 'whoami',
  output: 'root',
  red_comment: 'Went well',
  executed_at: '2026-01-02T03:04:05.006Z',
};
