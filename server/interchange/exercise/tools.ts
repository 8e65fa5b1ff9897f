import { type ToolKind, toolKinds } from '../../../domain/organisations.ts';
import type { PlannedTest, PlannedTool } from '../plan.ts';

const words: readonly (readonly [ToolKind, RegExp])[] = [
  ['edr', /\b(?:edr|xdr|mde|endpoint (?:detection|protection|security))\b/i],
  ['av', /\b(?:av|anti-?virus|anti-?malware)\b/i],
  ['siem', /\b(?:siem|sentinel|splunk|qradar|elastic)\b/i],
  ['ndr', /\bndr\b/i],
  ['ids', /\bi[dp]s\b/i],
  ['firewall', /\b(?:firewall|ngfw|waf)\b/i],
  ['proxy', /\b(?:proxy|swg|web gateway)\b/i],
  ['email', /\b(?:e-?mail|mail|email gateway)\b/i],
  ['identity', /\b(?:identity|itdr|iam|pam)\b/i],
  ['dlp', /\bdlp\b/i],
  ['deception', /\b(?:deception|honeypots?)\b/i],
  ['cloud', /\b(?:cloud|cspm|cnapp|casb)\b/i],
];

/** Takes the name of a defensive tool, returns the tool with the kind that its name suggests. */
export function toTool(name: string): PlannedTool {
  return { name, vendor: null, kind: words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other' };
}

/** Takes the description of a tool in another program, returns vendor and kind if `describeTool` wrote it; else null. */
export function readToolDescription(text: string): Pick<PlannedTool, 'vendor' | 'kind'> | null {
  const [, vendor = null, kind] = /^(?:(.+), )?([a-z]+)$/.exec(text) ?? [];
  const known = toolKinds.find((word) => word === kind);
  return known === undefined ? null : { vendor, kind: known };
}

export function describeTool({ vendor, kind }: PlannedTool): string {
  return vendor === null ? kind : `${vendor}, ${kind}`;
}

/** Distinct tools by name; known details are kept. */
export class ToolList {
  readonly #tools = new Map<string, PlannedTool>();

  add(tool: PlannedTool): void {
    if (!this.#tools.has(tool.name)) this.#tools.set(tool.name, tool);
  }

  /** Adds the tools that a test names in its detections and expectations. */
  addOf({ run, expectations }: Pick<PlannedTest, 'run' | 'expectations'>): void {
    for (const { tool } of run.facts) if (tool !== null) this.add(toTool(tool));
    for (const tool of expectations.flatMap(({ tools }) => tools)) this.add(toTool(tool));
  }

  get tools(): PlannedTool[] {
    return [...this.#tools.values()];
  }
}
