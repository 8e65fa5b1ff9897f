import { createHash } from 'node:crypto';
import {
  longestAlertItem,
  longestAlertUrl,
  longestCommandLine,
  longestRawAlert,
} from '../../../domain/alerts.ts';
import { longestName, longestNote } from '../../../domain/limits.ts';
import { type Severity, severities } from '../../../domain/outcomes.ts';
import { readTimestamp } from '../../timestamps.ts';
import type { SentAlert } from './contract.ts';
import { readTechniques, toValue } from './normal.ts';

export type AlertProcess = {
  id: number | null;
  command_line: string | null;
  parent_id: number | null;
};

/** An alert in the one shape of all tools. */
export type Alert = {
  source: string;
  external_id: string;
  tool: string | null;
  /** Of the activity. */
  occurred_at: string | null;
  /** When the alert was made. */
  recorded_at: string | null;
  title: string | null;
  rule_name: string | null;
  rule_id: string | null;
  severity: Severity | null;
  /** Names and addresses. */
  hosts: string[];
  users: string[];
  processes: AlertProcess[];
  techniques: string[];
  url: string | null;
};

/** An alert as read, its original, and the fields that could not be read. */
export type ReadAlert = { alert: Alert; raw: string; ignored: string[] };

const mostItems = 50;
const highestPid = 2 ** 32 - 1;

/**
 * Takes an alert as sent, with a source, returns it in the one shape. Refuses nothing: a field of another kind is left out and
 * named, so that an alert is never lost for one of its fields.
 */
export function readAlert(sent: SentAlert): ReadAlert {
  const ignored: string[] = [];
  const read = <T>(name: string, parse: (value: unknown) => T | null): T | null => {
    const value = sent[name];
    if (value === undefined || value === null || value === '') return null;
    const parsed = parse(value);
    if (parsed === null) ignored.push(name);
    return parsed;
  };
  const raw = toRaw(sent.raw ?? sent);
  const alert: Alert = {
    source: toLine(sent.source, longestName) ?? sent.source,
    external_id: read('external_id', toName) ?? createHash('sha256').update(raw).digest('base64url'),
    tool: read('tool', toName),
    occurred_at: read('occurred_at', toTime),
    recorded_at: read('recorded_at', toTime),
    title: read('title', toName),
    rule_name: read('rule_name', toName),
    rule_id: read('rule_id', toName),
    severity: read('severity', toSeverity),
    hosts: read('hosts', toTexts) ?? read('host', toTexts) ?? [],
    users: read('users', toTexts) ?? read('user', toTexts) ?? [],
    processes: read('process', toProcesses) ?? [],
    techniques:
      read('techniques', (value) => {
        const texts = toTexts(value);
        return texts === null ? null : readTechniques(texts).slice(0, mostItems);
      }) ?? [],
    url: read('url', (value) => toLine(value, longestAlertUrl)),
  };
  return { alert, raw, ignored };
}

function toRaw(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, longestRawAlert).toWellFormed();
}

function toLine(value: unknown, longest: number): string | null {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return null;
  return toValue(text)?.slice(0, longest).toWellFormed() ?? null;
}

const toName = (value: unknown): string | null => toLine(value, longestName);

/** A time with an offset. */
function toTime(value: unknown): string | null {
  if (typeof value !== 'string' || !/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(value)) return null;
  const text = readTimestamp(value.replace(' ', 'T'))?.toISOString();
  return text?.length === 24 ? text : null;
}

function toSeverity(value: unknown): Severity | null {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return severities.find((severity) => severity === word) ?? null;
}

function toTexts(value: unknown): string[] | null {
  const items = Array.isArray(value) ? value : [value];
  const texts = items.map((item) => toLine(item, longestAlertItem)).filter((text) => text !== null);
  return texts.length === 0 && items.length > 0 ? null : [...new Set(texts)].slice(0, mostItems);
}

function toPid(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  // 0 and 4 are of Windows itself.
  const isPid = typeof number === 'number' && Number.isInteger(number) && number > 4 && number <= highestPid;
  return isPid ? number : null;
}

function toProcesses(value: unknown): AlertProcess[] | null {
  const items = Array.isArray(value) ? value : [value];
  const processes = items.flatMap((item: unknown): AlertProcess[] => {
    if (typeof item !== 'object' || item === null) return [];
    const { id, command_line, parent } = item as Record<string, unknown>;
    const { id: parentId } = (typeof parent === 'object' && parent !== null ? parent : {}) as {
      id?: unknown;
    };
    const process = {
      id: toPid(id),
      command_line: toLine(command_line, longestCommandLine),
      parent_id: toPid(parentId),
    };
    return Object.values(process).some((part) => part !== null) ? [process] : [];
  });
  return processes.length === 0 ? null : processes.slice(0, mostItems);
}

/** The note of a fact with the moment at which a tool made its alert. */
export function describeAlert({ title, recorded_at, url }: Alert): string | null {
  const lines = [title, recorded_at === null ? null : `Recorded by the tool at ${recorded_at}`, url];
  return (
    lines
      .filter((line) => line !== null)
      .join('\n')
      .slice(0, longestNote) || null
  );
}
