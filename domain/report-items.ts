import type { ReportKind } from './reports.ts';

// Content that Delegated Regulation (EU) 2025/1190 asks for in the reports on a threat-led penetration test, item by item.

/** Where Damson finds an item, besides the text of its section. */
export const itemSources = [
  'tlpt',
  'scenarios',
  'tests',
  'attack_results',
  'detections',
  'evidence',
  'findings',
  'remediations',
  'replay',
] as const;
export type ItemSource = (typeof itemSources)[number];

/** Items that share a section with others, and so have names of their own. */
export const namedItems = [
  'detected',
  'log_entries',
  'shortcoming',
  'measures',
  'root_cause',
  'owner',
  'replayed',
  'topics',
] as const;
export type NamedItem = (typeof namedItems)[number];

export type ReportItem = {
  /** As the regulation numbers it: `(a)(i)`. */
  ref: string;
  /** Key of the section that has it, and the item's name if it has one of its own. */
  section: string;
  name: NamedItem | null;
  sources: readonly ItemSource[];
};

function item(ref: string, section: string, ...sources: ItemSource[]): ReportItem {
  return { ref, section, name: null, sources };
}

function part(ref: string, section: string, name: NamedItem, ...sources: ItemSource[]): ReportItem {
  return { ref, section, name, sources };
}

type TlptKind = Extract<ReportKind, `dora_${string}` | 'replay_minutes'>;

export const reportItems: Readonly<Record<TlptKind, readonly ReportItem[]>> = {
  dora_red: [
    item('(a)(i)', 'functions', 'tlpt'),
    item('(a)(ii)', 'scenarios', 'scenarios'),
    item('(a)(iii)', 'flags', 'tlpt'),
    item('(a)(iv)', 'paths', 'tests'),
    item('(a)(v)', 'techniques', 'attack_results'),
    item('(a)(vi)', 'deviations', 'tlpt'),
    item('(a)(vii)', 'leg_ups', 'tlpt'),
    item('(b)', 'blue_actions', 'detections'),
    item('(c)(i)', 'findings', 'findings'),
    item('(c)(ii)', 'causes', 'findings', 'remediations'),
    item('(c)(iii)', 'recommendations', 'findings', 'remediations'),
  ],
  dora_blue: [
    part('1(a)', 'detections', 'detected', 'detections'),
    part('1(b)', 'detections', 'log_entries', 'detections', 'evidence'),
    item('2', 'assessment'),
    item('3', 'evidence', 'evidence'),
    item('4', 'causes', 'findings', 'remediations'),
    item('5', 'lessons', 'remediations'),
    item('6', 'purple', 'tlpt'),
  ],
  dora_summary: [
    item('(a)', 'parties', 'tlpt'),
    item('(b)', 'project_plan', 'tlpt'),
    item('(c)', 'scope', 'tlpt'),
    item('(d)', 'scenarios', 'scenarios'),
    item('(e)', 'paths', 'tests', 'attack_results'),
    item('(f)', 'flags', 'tlpt'),
    item('(g)', 'deviations', 'tlpt'),
    item('(h)', 'detections', 'detections'),
    item('(i)', 'purple'),
    item('(j)', 'leg_ups', 'tlpt'),
    item('(k)', 'risk_management'),
    item('(l)', 'findings', 'findings'),
    item('(m)', 'causes', 'findings', 'remediations'),
    item('(n)', 'plan', 'findings', 'remediations'),
    item('(o)', 'lessons', 'tlpt'),
  ],
  dora_remediation: [
    part('2(a)', 'plan', 'shortcoming', 'remediations'),
    part('2(b)', 'plan', 'measures', 'remediations'),
    part('2(c)', 'plan', 'root_cause', 'findings', 'remediations'),
    part('2(d)', 'plan', 'owner', 'remediations'),
    item('2(e)', 'risks', 'remediations'),
  ],
  replay_minutes: [
    part('12(5)', 'replay_steps', 'replayed', 'replay'),
    part('12(5)', 'purple', 'topics', 'tlpt'),
  ],
};

/** Takes a kind, returns the items that the regulation asks for, in minutes of a threat-led penetration test; none for other kinds. */
export function listItems(kind: ReportKind): readonly ReportItem[] {
  return kind in reportItems ? reportItems[kind as TlptKind] : [];
}
