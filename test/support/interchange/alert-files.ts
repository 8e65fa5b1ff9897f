import type { AlertChoices } from '../../../server/interchange/alerts/contract.ts';
import { readAlertFile } from '../../../server/interchange/alerts/read.ts';
import { alertRows } from './alert-rows.ts';

const toBytes = (content: unknown): Buffer =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
/** The alerts of a file, and what was read besides, with their places as `rows`. */
export const read = async (content: unknown, choices?: AlertChoices) => {
  const { alerts, ...about } = await readAlertFile(toBytes(content), choices);
  return { ...about, alerts: alerts.map(({ alert }) => alert), rows: alerts.map(({ row }) => row) };
};

export const hayabusaCsv = [
  '"Timestamp","RuleTitle","Level","Computer","Channel","EventID","MitreTags","RecordID","Details","RuleID","EvtxFile"',
  '"2026-09-01 10:00:02.123 +02:00","Whoami","med ","ws01","Sysmon",1,"T1033 ¦ G0007",4711,"Cmdline: whoami /all ¦ User: CORP\\anna ¦ PID: 4242","5f1e","Sysmon.evtx"',
  '"2026-09-01 10:00:03.000 +02:00","Logon","info","ws01","Sec",4624,"",4712,"","5f1f","Sec.evtx"',
].join('\n');

export const sysmon = alertRows.windows('4711') as {
  Event: { System: object; EventData: Record<string, unknown> };
};
export const withoutRule = {
  Event: { ...sysmon.Event, EventData: { ...sysmon.Event.EventData, RuleName: '-' } },
};
export const toXml = (system: string, data: Record<string, unknown>) =>
  `<Event xmlns="http://schemas.microsoft.com/win/2004/08/events/event"><System>${system}</System><EventData>${Object.entries(
    data,
  )
    .map(([name, value]) => `<Data Name="${name}">${String(value).replaceAll('&', '&amp;')}</Data>`)
    .join('')}</EventData></Event>`;
export const systemXml = (provider: string, id: number, record = 4711) =>
  `<Provider Name="${provider}" Guid="{5770385f-c22a-43e0-bf4c-06f5698ffbd9}"/><EventID>${id}</EventID><Version>5</Version><TimeCreated SystemTime='2026-09-01T08:00:02.3456789Z'/><EventRecordID>${record}</EventRecordID><Channel>C</Channel><Computer>ws01</Computer><Security UserID="S-1-5-18"/>`;
export const sysmonXml = toXml(systemXml('Microsoft-Windows-Sysmon', 1), sysmon.Event.EventData);
export const winlogbeat = {
  '@timestamp': '2026-09-01T08:00:02.345Z',
  event: { code: '1', kind: 'event' },
  winlog: {
    event_id: '1',
    provider_name: 'Microsoft-Windows-Sysmon',
    channel: 'Microsoft-Windows-Sysmon/Operational',
    computer_name: 'ws01',
    record_id: 4711,
    event_data: sysmon.Event.EventData,
  },
};
export const powershell = {
  Id: 1,
  ProviderName: 'Microsoft-Windows-Sysmon',
  LogName: 'Microsoft-Windows-Sysmon/Operational',
  MachineName: 'ws01',
  RecordId: 4711,
  TimeCreated: '/Date(1788249602345)/',
  Message: Object.entries(sysmon.Event.EventData)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n'),
};
export const chainsawCsv = [
  'timestamp,detections,path,Event.System.Provider,Event ID,Record ID,Computer,Event Data',
  '2026-09-01T08:00:02.123456+00:00,Whoami,Sysmon.evtx,Microsoft-Windows-Sysmon,1,4711,ws01,"CommandLine: whoami /all\nProcessId: 4242\nUser: CORP\\anna\n"',
].join('\n');

export const ownTable = [
  'Exported by somebody on Tuesday',
  'When;Alert;Risk level;Computer;Account;PID;Command line;MITRE;Alert ID;Analyst',
  '2026-09-01 10:00:02.123 +02:00;Whoami;Medium;ws01;CORP\\anna;4242;whoami /all;T1033, T1087;A-1;bea',
].join('\n');

export const unknownLine = {
  '@timestamp': '2026-09-01T08:00:02.123Z',
  alert: { name: 'Whoami', severity: 'medium', id: 'A-1' },
  host: { name: 'ws01' },
  user: { name: 'anna' },
  process: { pid: 4242, command_line: 'whoami /all' },
  mitre_technique: ['T1033'],
};
