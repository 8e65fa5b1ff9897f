/** An alert waits for a decision, belongs to a test, or has nothing to do with the exercise. */
export const alertStates = ['new', 'accepted', 'not_ours'] as const;
export type AlertState = (typeof alertStates)[number];

/** Per request. */
export const mostAlerts = 500;
/** Per mission. */
export const mostAlertsOfMission = 20_000;
/** Size of a request in bytes, so that the original alerts fit. */
export const largestAlerts = 4 * 1024 * 1024;
/** Characters kept of an original alert. */
export const longestRawAlert = 32_000;
/** Suggested tests per alert. */
export const mostSuggestions = 3;

/** Points for each thing that an alert and a run have in common, or in which they differ. Version 1. */
export const alertPoints = {
  host_same: 25,
  host_name: 22,
  host_cut: 12,
  host_address: 18,
  host_other: -60,
  time_within: 25,
  time_soon: 18,
  time_later: 10,
  time_late: 4,
  /** Before the start by no more than clocks differ. */
  time_near: 10,
  /** Off by whole or half hours, as without a time zone. */
  time_zone: 8,
  time_before: -40,
  technique_same: 15,
  technique_child: 12,
  technique_parent: 10,
  technique_other: -5,
  rule_known: 25,
  process_same: 35,
  /** The same number at another time. */
  process_number: 5,
  process_parent: 25,
  command_same: 25,
  command_like: 15,
  command_word: 12,
  command_cleanup: -20,
  user_same: 8,
  user_other: -3,
} as const;
export type AlertReason = keyof typeof alertPoints;
export const alertReasons = Object.keys(alertPoints) as [AlertReason, ...AlertReason[]];

/** Confidence in a suggestion, the highest first. */
export const alertBands = ['sure', 'likely', 'possible'] as const;
export type AlertBand = (typeof alertBands)[number];

/** The fewest points of each band. */
export const bandPoints = { sure: 70, likely: 45, possible: 25 } as const satisfies Record<AlertBand, number>;
/** A second run with nearly as many points leaves a suggestion less than sure. */
export const clearLead = 10;

/** In seconds. */
export const alertTimes = {
  /** Times in logs are cut to whole seconds, and processes start a little later. */
  slack: 5,
  /** By how much clocks may differ. */
  clocks: 120,
  /** The same once a person has confirmed by how much. */
  confirmedClock: 15,
  /** Duration of a run without an end. */
  unknownDuration: 120,
  soon: 120,
  later: 15 * 60,
  late: 60 * 60,
  /** Runs that start this long after an alert are still compared with it. */
  before: 20 * 60,
} as const;

/** Seconds by which the clock of a host may be ahead or behind: from one end of the time zones to the other. */
export const mostClockSeconds = 26 * 60 * 60;
/** Hosts with a confirmed clock, per mission. */
export const mostClocks = 200;
/** Alerts from which clocks are measured, those decided last. */
export const mostClockAlerts = 2000;
/** A run that took longer, in seconds, says too little of when its alerts were due. */
export const longestClockRun = 120;

/** Exported files of alerts that are read; `table`: any other, by the fields chosen for its columns. */
export const alertFormats = [
  'hayabusa',
  'elastic',
  'splunk',
  'defender',
  'sentinel',
  'wazuh',
  'suricata',
  'ocsf',
  'chainsaw',
  'zircolite',
  'crowdstrike',
  'secops',
  'windows',
  'table',
] as const;
export type AlertFormat = (typeof alertFormats)[number];

/** In bytes. */
export const largestAlertFile = 64 * 1024 * 1024;

/** Characters of a host, user or technique of an alert. */
export const longestAlertItem = 500;
export const longestCommandLine = 8_000;
export const longestAlertUrl = 2_000;
