import { type C2Adapter, C2Error, type Callback, type Task, tasksPerPage } from './adapter.ts';

/** States of every fake task; each `getTask` advances by one. */
const steps = ['submitted', 'processing', 'completed'] as const;

const workstation: Callback = {
  externalId: '1',
  name: '#1',
  host: 'LYON-WS-014',
  user: 'ORCHARD\\m.lefèvre',
  addresses: ['10.20.4.14'],
  os: 'Windows 11 23H2',
  architecture: 'x64',
  process: 'explorer.exe',
  pid: 4820,
  privilege: 'medium',
  implant: 'plum',
  active: true,
  lastSeenAt: '2026-03-02T09:41:07.000Z',
  unreadable: [],
};

const fileServer: Callback = {
  externalId: '2',
  name: '#2',
  host: 'LYON-FS-02',
  user: 'NT AUTHORITY\\SYSTEM',
  addresses: ['10.20.8.2', '192.168.77.2'],
  os: 'Windows Server 2022',
  architecture: 'x64',
  process: 'svchost.exe',
  pid: 1312,
  privilege: 'system',
  implant: 'plum',
  active: true,
  lastSeenAt: '2026-03-02T09:40:55.000Z',
  unreadable: [],
};

const buildHost: Callback = {
  externalId: '3',
  name: '#3',
  host: 'build-07.orchard.example',
  user: 'ci',
  addresses: ['10.20.12.7', 'fd12:20:12::7'],
  os: 'Debian 13',
  architecture: 'x64',
  process: 'java',
  pid: 990,
  privilege: 'medium',
  implant: 'greengage',
  active: false,
  lastSeenAt: '2026-03-01T17:02:31.000Z',
  unreadable: [],
};

const callbacks = [buildHost, fileServer, workstation];

type Script = { id: string; on: Callback; command: string; technique: string; at: string; output: string };

const scripts: Script[] = [
  {
    id: '101',
    on: workstation,
    command: 'shell whoami /all',
    technique: 'T1033',
    at: '2026-03-02T09:05:00.000Z',
    output: 'ORCHARD\\m.lefèvre  S-1-5-21-1004336348-1177238915-682003330-1147\r\n',
  },
  {
    id: '102',
    on: workstation,
    command: 'shell net group "Domain Admins" /domain',
    technique: 'T1069.002',
    at: '2026-03-02T09:08:30.000Z',
    output: 'Members\r\n-------\r\nadm.okonkwo  adm.lefèvre  svc_sauvegarde\r\n',
  },
  {
    id: '103',
    on: workstation,
    command: 'ps',
    technique: 'T1057',
    at: '2026-03-02T09:12:10.000Z',
    output: '  PID  NAME\r\n 4820  explorer.exe\r\n 5124  OUTLOOK.EXE\r\n 6096  Überwachung.exe\r\n',
  },
  {
    id: '104',
    on: fileServer,
    command: 'shell dir \\\\LYON-FS-02\\Finance$ /s',
    technique: 'T1083',
    at: '2026-03-02T09:20:45.000Z',
    output:
      ' 02/03/2026  08:58    48,120  budget-2026-№7.xlsx\r\n 01/03/2026  17:30    12,004  給与一覧.csv\r\n',
  },
  {
    id: '105',
    on: fileServer,
    command: 'shell reg save HKLM\\SAM C:\\Windows\\Temp\\s.hiv',
    technique: 'T1003.002',
    at: '2026-03-02T09:27:00.000Z',
    output: 'The operation completed successfully.\r\n',
  },
  {
    id: '106',
    on: buildHost,
    command: 'shell cat /etc/passwd',
    technique: 'T1087.001',
    at: '2026-03-01T16:48:12.000Z',
    output: 'root:x:0:0:root:/root:/bin/bash\nci:x:1000:1000:Intégration 🍑:/home/ci:/bin/bash\n',
  },
  {
    id: '107',
    on: buildHost,
    command: 'shell crontab -l',
    technique: 'T1053.003',
    at: '2026-03-01T16:55:40.000Z',
    output: '*/15 * * * * /home/ci/bin/nightly.sh\n',
  },
];

/**
 * An in-memory framework, the same at every start. Each `getTask` advances its task: submitted, processing, completed. Also
 * accepts ids that it does not list, so that a test can link a task under any name.
 */
export function createFakeAdapter(): C2Adapter {
  const timesRead = new Map<string, number>();
  let closed = false;

  const requireOpen = (): void => {
    if (closed) throw new C2Error('unreachable', 'The connection to the framework was closed');
  };
  const readTask = (script: Script): Task => {
    const status = steps[Math.min(Math.max((timesRead.get(script.id) ?? 0) - 1, 0), steps.length - 1)]!;
    const after = (seconds: number) => new Date(Date.parse(script.at) + seconds * 1000).toISOString();
    return {
      externalId: script.id,
      callbackId: script.on.externalId,
      callback: `${script.on.name} ${script.on.host}`,
      command: script.command,
      status,
      frameworkStatus: status,
      finished: status === 'completed',
      techniques: [script.technique],
      operator: 'prune',
      submittedAt: script.at,
      startedAt: status === 'submitted' ? null : after(5),
      finishedAt: status === 'completed' ? after(12) : null,
      unreadable: [],
    };
  };

  return {
    async testConnection() {
      requireOpen();
      return { version: '1.0', detail: 'The built-in stand-in for a framework' };
    },
    async listCallbacks() {
      requireOpen();
      return { callbacks: structuredClone(callbacks), leftOut: 0 };
    },
    async getTask(externalId) {
      requireOpen();
      const script = findScript(externalId);
      timesRead.set(externalId, (timesRead.get(externalId) ?? 0) + 1);
      return readTask(script);
    },
    async getTaskOutput(externalId) {
      requireOpen();
      const script = findScript(externalId);
      if (!readTask(script).finished) throw new C2Error('not_finished', 'The task has not finished');
      return script.output;
    },
    async listTasks({ page }) {
      requireOpen();
      const start = (page - 1) * tasksPerPage;
      const newestFirst = scripts.toSorted((a, b) => (a.at < b.at ? 1 : -1));
      return {
        tasks: newestFirst.slice(start, start + tasksPerPage).map(readTask),
        page,
        hasMore: newestFirst.length > start + tasksPerPage,
        leftOut: 0,
      };
    },
    tryNow() {},
    close() {
      closed = true;
    },
  };
}

function findScript(id: string): Script {
  const listed = scripts.find((script) => script.id === id);
  if (listed) return listed;
  if (!/^[\w.:/-]{1,200}$/.test(id)) throw new C2Error('not_found', 'The framework has no such task');
  return {
    id,
    on: workstation,
    command: `shell echo ${id}`,
    technique: 'T1059.003',
    at: '2026-03-02T10:00:00.000Z',
    output: `${id} – terminé ✓\r\n`,
  };
}
