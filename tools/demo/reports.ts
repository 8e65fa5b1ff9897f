import type { Api } from './api.ts';

/** Issues the technical report of a finished exercise. */
export async function issueTechnical(api: Api, missionId: string): Promise<void> {
  const { id } = await api.send('POST', `/missions/${missionId}/reports`, {
    kind: 'technical',
    title: 'Spring exercise: technical report',
    options: { classification: 'Confidential', evidence: 'full' },
    texts: {
      purpose:
        'Orchard Logistics wanted to know whether its defence sees an attacker who has a foothold on one workstation, stays there, and steals passwords to reach the next host.\n\nIn scope were the workstations of the dispatch office and the file servers. The warehouse terminals and everything that drives conveyors were out of scope.',
      summary:
        'The defence records most of what happens on its hosts, and tells somebody about little of it. Most of what was not stopped ended in the logs, where nobody looked until we asked. What was alerted was alerted within two minutes: where a rule exists, it works.',
      gaps: 'An attacker who stays away from malware is free to move for a day. The first two gaps together lead from one workstation to the next, with a way back in.',
      strengths:
        'Alerts reach the people on duty quickly, and they act on them. The sensor stops known tools before they run.',
      rules:
        'Tests ran on working days between 09:00 and 17:00, announced to the head of operations and to nobody in the SOC. Passwords that were found were not used. Either side could stop the exercise by phone at any time; nobody did.',
      method:
        'The red team chose the tests from reports about three ransomware groups that attack logistics companies. Each test ran once. Both teams went through it together on the same day, and the SOC wrote down what each of its tools had seen.',
      misses:
        'Three causes explain nearly all misses: rules that were lost in a migration, hosts whose logs never arrive, and alerts that are filed as information. None of them needs a new tool.',
    },
  });
  await api.send('POST', `/missions/${missionId}/reports/${id}/issue`);
}

/** Drafts the executive report of a running exercise. */
export async function draftExecutive(api: Api, missionId: string): Promise<void> {
  await api.send('POST', `/missions/${missionId}/reports`, {
    kind: 'executive',
    title: 'Ransomware readiness: report to the board',
    options: { classification: 'For the board', commands: false, evidence: 'list' },
    texts: {
      purpose:
        'Half a year after the spring exercise, this one asks whether the measures that were decided then have made a difference, and how far an attacker would get today.',
      summary:
        'More attacks are noticed than in spring. Programs that start again at every sign-in are still not seen, and they are how an attacker stays. Whether the theft of passwords is noticed now has not been tried yet: that comes in the second half.',
      gaps: 'Each of these lets an attacker stay or look around without anybody being told. What is to be done about it stands beside it, with who sees to it and until when.',
      strengths:
        'What was bought and tuned since spring pays off: the attacks that were only logged then are alerted now.',
    },
  });
}
