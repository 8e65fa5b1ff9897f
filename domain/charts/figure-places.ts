/** Takes a time limit and a part of its bar, returns the name of the figure shown. */
export function nameWithin(limit: string, part = 'in'): string {
  if (part === 'judged') return part;
  return part === 'in' ? `within_${limit}` : `within_${limit}_${part}`;
}

/** Takes a timed kind and a part of its row, returns the name of the figure shown. */
export function nameTimes(kind: string, part = 'time'): string {
  return part === 'partial_untimed' ? `partial_${kind}_untimed` : `${part}_${kind}`;
}

/** Takes a kind of fact and an answer, returns the name of the figure shown; without an answer that of all tests of the bar. */
export function nameQuestion(kind: string, answer?: string): string {
  return answer === undefined ? 'attempted' : `question_${kind}_${answer}`;
}

/** Takes a part of a tool's bar, returns the name of the figure shown. */
export function nameTool(part = 'saw'): string {
  return `tool_${part}`;
}

const rateFigures: Readonly<Record<string, string>> = { missed: 'not_detected' };

/** Takes a rate of the headline, returns the name of the figure shown. */
export function nameRate(rate: string): string {
  return rateFigures[rate] ?? rate;
}
