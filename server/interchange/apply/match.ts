/** A pending test that can receive an execution. */
export type Candidate = {
  id: string;
  name: string;
  command: string | null;
  technique_ids: string[];
  template_id: string | null;
  target_host: string | null;
  /** Planned start, if set. */
  started_at: string | null;
};

type Execution = {
  name: string;
  command: string | null;
  catalog_tags: readonly { external_id: string }[];
  target_host: string | null;
  started_at: string | null;
  executed_at: string | null;
};

const flat = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Takes an execution, its test template if known, and the tests not yet executed, in order; returns the most likely test: of the
 * same template, with the same command or name, else of its technique. Of several, it takes the one with the same host, else the
 * nearest in time, else the first. Null when none matches.
 */
export function matchExecution(
  execution: Execution,
  template: string | null,
  candidates: readonly Candidate[],
): Candidate | null {
  let best: { candidate: Candidate; ranks: number[] } | null = null;
  for (const candidate of candidates) {
    const likeness = weigh(execution, template, candidate);
    if (likeness === 0) continue;
    const ranks = [likeness, weighHost(execution, candidate), -distance(execution, candidate)];
    if (best === null || isAbove(ranks, best.ranks)) best = { candidate, ranks };
  }
  return best?.candidate ?? null;
}

function weigh(execution: Execution, template: string | null, candidate: Candidate): number {
  const techniques = new Set(execution.catalog_tags.map((tag) => tag.external_id));
  const isOfTemplate = template !== null && candidate.template_id === template;
  const shares = candidate.technique_ids.some((id) => techniques.has(id));
  const isCommand = flat(execution.command) !== '' && flat(execution.command) === flat(candidate.command);
  const isName = flat(execution.name) === flat(candidate.name);
  return (isOfTemplate ? 8 : 0) + (isCommand ? 4 : 0) + (isName ? 2 : 0) + (shares ? 1 : 0);
}

/** A test without a host is likelier than one with another host. */
function weighHost(execution: Execution, candidate: Candidate): number {
  const [was, is] = [flat(execution.target_host), flat(candidate.target_host)];
  if (was === '' || is === '') return 1;
  return was === is ? 2 : 0;
}

/** Milliseconds between them; an unknown time is farthest. */
function distance(execution: Execution, candidate: Candidate): number {
  const was = execution.started_at ?? execution.executed_at;
  if (was === null || candidate.started_at === null) return Number.MAX_VALUE;
  return Math.abs(Date.parse(was) - Date.parse(candidate.started_at));
}

function isAbove(ranks: readonly number[], others: readonly number[]): boolean {
  const differing = ranks.findIndex((rank, index) => rank !== others[index]);
  return differing !== -1 && (ranks[differing] as number) > (others[differing] as number);
}
