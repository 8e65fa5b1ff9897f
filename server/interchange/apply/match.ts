/** A pending test that an execution can be written onto. */
export type Candidate = {
  id: string;
  name: string;
  command: string | null;
  technique_ids: string[];
  template_id: string | null;
};

type Execution = {
  name: string;
  command: string | null;
  catalog_tags: readonly { external_id: string }[];
};

const flat = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Takes an execution, the test template that it was run from, where that is known, and the tests that were not executed, in their
 * order; returns the one that it most likely was of: of the same template, with the same command or name, or else the first of its
 * technique. Null where none is like it.
 */
export function matchExecution(
  execution: Execution,
  template: string | null,
  candidates: readonly Candidate[],
): Candidate | null {
  const techniques = new Set(execution.catalog_tags.map((tag) => tag.external_id));
  let best: { candidate: Candidate; score: number } | null = null;
  for (const candidate of candidates) {
    const isOfTemplate = template !== null && candidate.template_id === template;
    const shares = candidate.technique_ids.some((id) => techniques.has(id));
    const isCommand = flat(execution.command) !== '' && flat(execution.command) === flat(candidate.command);
    const isName = flat(execution.name) === flat(candidate.name);
    const score = (isOfTemplate ? 8 : 0) + (isCommand ? 4 : 0) + (isName ? 2 : 0) + (shares ? 1 : 0);
    if (score > (best?.score ?? 0)) best = { candidate, score };
  }
  return best?.candidate ?? null;
}
