import type { AlertReader } from './reader.ts';
import { dig, first, isRow, list, type Row, toNumber, toTime, toWord } from './values.ts';

const falconLevels = [
  [80, 'critical'],
  [60, 'high'],
  [40, 'medium'],
  [20, 'low'],
] as const;

/** Alerts of its second API, and the older events of detections. */
export const crowdstrike: AlertReader = {
  format: 'crowdstrike',
  knows: (row) =>
    'composite_id' in row || toWord(dig(row, 'metadata.eventType')).endsWith('DetectionSummaryEvent'),
  read(row) {
    const number = toNumber(row.severity);
    return {
      source: 'crowdstrike',
      external_id: first(row, 'composite_id', 'event.DetectId'),
      occurred_at: toTime(
        first(
          row,
          'context_timestamp',
          'process_start_time',
          'start_time',
          'timestamp',
          'event.ProcessStartTime',
        ),
      ),
      recorded_at: toTime(first(row, 'created_timestamp', 'metadata.eventCreationTime')),
      title: first(row, 'display_name', 'name', 'event.DetectName'),
      rule_name: first(row, 'display_name', 'name', 'event.DetectName'),
      rule_id: first(row, 'pattern_id'),
      severity:
        first(row, 'severity_name', 'event.SeverityName') ??
        (Number.isNaN(number)
          ? undefined
          : (falconLevels.find(([from]) => number >= from)?.[1] ?? 'informational')),
      hosts: [
        first(row, 'device.hostname', 'source_endpoint_host_name', 'event.ComputerName'),
        first(row, 'device.local_ip'),
      ],
      users: first(row, 'user_name', 'event.UserName'),
      process: {
        // Falcon's own ids of processes are none of the system.
        id: row.local_process_id,
        command_line: first(row, 'cmdline', 'event.CommandLine'),
        parent: { id: dig(row, 'parent_details.local_process_id') },
      },
      techniques: [
        first(row, 'technique_id'),
        ...list(row.mitre_attack).map((one) => dig(one, 'technique_id')),
      ].map(toWord),
      url: first(row, 'falcon_host_link', 'event.FalconHostLink'),
    };
  },
};

/** Detections of Google SecOps (Chronicle), with the events that they were made of. */
export const secops: AlertReader = {
  format: 'secops',
  knows: (row) => 'detection' in row && ('detectionTime' in row || 'collectionElements' in row),
  read(row) {
    const [detection] = list(row.detection);
    if (dig(detection, 'alertState') === 'NOT_ALERTING') return { why: 'Its rule does not alert' };
    const labels = list(dig(detection, 'ruleLabels')).filter(isRow);
    const ofLabel = (name: RegExp) =>
      labels.filter(({ key }) => name.test(toWord(key))).map(({ value }) => value);
    const events = [row, ...list(row.collectionElements).flatMap((one) => list(dig(one, 'references')))]
      .map((one) => dig(one, 'event'))
      .filter(isRow);
    const sides = events.flatMap((event) => [event.principal, event.target, event.src]).filter(isRow);
    const results = events.flatMap((event) => list(event.securityResult));
    const times = events.flatMap((event) => toTime(dig(event, 'metadata.eventTimestamp')) ?? []).sort();
    return {
      source: 'secops',
      external_id: row.id,
      occurred_at: times[0] ?? toTime(dig(row, 'timeWindow.startTime')),
      recorded_at: toTime(row.createdTime),
      title: dig(detection, 'ruleName'),
      rule_name: dig(detection, 'ruleName'),
      rule_id: dig(detection, 'ruleId'),
      severity: first(detection, 'severity') ?? ofLabel(/^severity$/i)[0],
      hosts: sides.flatMap((side) => [side.hostname, ...list(side.ip)]),
      users: sides.map((side) => dig(side, 'user.userid')),
      process: sides.flatMap((side) => describeProcess(side.process)),
      techniques: [
        ...ofLabel(/technique/i),
        ...results.flatMap((result) =>
          list(dig(result, 'attackDetails.techniques')).map((one) => dig(one, 'id')),
        ),
      ].map(toWord),
      url: dig(detection, 'urlBackToProduct'),
    };
  },
};

function describeProcess(process: unknown) {
  if (!isRow(process)) return [];
  const { pid, commandLine, parentProcess }: Row = process;
  return [{ id: pid, command_line: commandLine, parent: { id: dig(parentProcess, 'pid') } }];
}
