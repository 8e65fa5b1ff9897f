import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { largestAlertFile } from '../../../domain/alerts.ts';
import { invalid } from '../../errors.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import { requireStillLive } from '../../evidence/service.ts';
import { compareAlerts, receiveAlerts } from '../../missions/alerts/service.ts';
import { receiveMultipart } from '../../multipart.ts';
import type { Principal } from '../../permissions.ts';
import { readZone } from '../reading/zones.ts';
import { readInThread } from './alert-job.ts';
import { type AlertChoices, type AlertFileAnswer, type AlertFilePreview, alertChoices } from './contract.ts';
import type { AlertFile } from './read.ts';

export type AlertFiles = Pick<EvidenceKeeping, 'db' | 'now' | 'register' | 'stillLive'>;

/** In bytes: 500 columns with their fields. */
const largestChoices = 256 * 1024;
/** Alerts of a file that its preview shows. */
const shown = 50;

/**
 * Receives the alerts of an exported file, all or none. Refuses `unauthenticated` once the session has ended, what receiving a form
 * and alerts refuses, and `invalid` a file that cannot be read, or a table of an unknown tool without its columns.
 */
export async function receiveAlertFile(
  files: AlertFiles,
  user: Principal,
  missionId: string,
  request: IncomingMessage,
): Promise<AlertFileAnswer> {
  const { read, choices } = await readForm(files, request);
  const { alerts, asks, ...about } = read;
  if (asks !== null && choices.columns === undefined) {
    throw invalid('file', 'The file has no alerts of a known tool: choose the fields of its columns');
  }
  const live = await requireStillLive(files, user);
  const sent = alerts.map(({ alert }) => alert);
  const { alerts: became, received_at } = await receiveAlerts(files, live, missionId, sent);
  return { ...about, received_at, ...countResults(became) };
}

/**
 * Reads an exported file as receiving it would, and writes nothing. The caller has checked access. Refuses what receiving a form
 * refuses, and `invalid` a file that cannot be read or has too many alerts.
 */
export async function previewAlertFile(
  files: AlertFiles,
  missionId: string,
  request: IncomingMessage,
): Promise<AlertFilePreview> {
  const { read } = await readForm(files, request);
  const { alerts, ...about } = read;
  const compared = await compareAlerts(
    files,
    missionId,
    alerts.map(({ alert }) => alert),
  );
  const rows = compared.slice(0, shown).map(({ alert, result }, index) => ({
    row: alerts[index]?.row ?? '',
    result,
    title: alert.title,
    rule_name: alert.rule_name,
    rule_id: alert.rule_id,
    severity: alert.severity,
    occurred_at: alert.occurred_at,
    recorded_at: alert.recorded_at,
    hosts: alert.hosts,
    users: alert.users,
    command_line: alert.processes[0]?.command_line ?? null,
    techniques: alert.techniques,
  }));
  return { ...about, ...countResults(compared), alerts: rows };
}

async function readForm(
  files: AlertFiles,
  request: IncomingMessage,
): Promise<{ read: AlertFile; choices: AlertChoices }> {
  let choices: AlertChoices = {};
  const { place } = await receiveMultipart(request, {
    largestFile: largestAlertFile,
    largestField: largestChoices,
    fields: {
      choices: (value, isCut) => {
        choices = readChoices(value, isCut);
      },
    },
    openFile: () => (length) => files.register.stage(largestAlertFile, length),
  });
  try {
    return { read: await readInThread({ place, choices }), choices };
  } finally {
    await rm(place, { force: true });
  }
}

function readChoices(text: string, isCut: boolean): AlertChoices {
  if (isCut) throw invalid('choices', `at most ${largestChoices} bytes`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('choices', 'must be JSON');
  }
  const read = alertChoices.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    const keys = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    throw invalid(
      ['choices', ...(issue?.path ?? []), ...keys].join('.'),
      keys.length > 0 ? 'unknown property' : (issue?.message ?? 'must be JSON'),
    );
  }
  const { zone: named, ...choices } = read.data;
  if (named === undefined) return choices;
  const zone = readZone(named);
  if (zone === null || zone === 'local') throw invalid('choices.zone', 'must be a time zone');
  return { ...choices, zone };
}

function countResults(
  became: readonly { result: 'received' | 'same' | 'differs' }[],
): Record<'received' | 'same' | 'differs', number> {
  const count = (wanted: string) => became.filter(({ result }) => result === wanted).length;
  return { received: count('received'), same: count('same'), differs: count('differs') };
}
