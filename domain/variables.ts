/** Pattern of a variable's name; input arguments of Atomic Red Team match it. */
export const variableName = /^[A-Za-z0-9_.-]+$/;

export type Variables = Readonly<Record<string, string>>;

/** A piece of a command: literal text, or a placeholder of a variable, with its value or null. */
export type CommandPart = string | { name: string; value: string | null };

/** `#{name}`; anything else in braces stays text. */
const place = /#\{([A-Za-z0-9_.-]+)\}/g;

/**
 * Takes a command and the values of variables, earlier ones taking precedence; returns the command in pieces. A value is inserted
 * verbatim: text in it that looks like a variable stays text. Refuses nothing.
 */
export function splitCommand(command: string, ...values: readonly Variables[]): CommandPart[] {
  const parts: CommandPart[] = [];
  let end = 0;
  for (const match of command.matchAll(place)) {
    if (match.index > end) parts.push(command.slice(end, match.index));
    const name = match[1] as string;
    const known = values.find((variables) => Object.hasOwn(variables, name));
    parts.push({ name, value: known?.[name] ?? null });
    end = match.index + match[0].length;
  }
  if (end < command.length) parts.push(command.slice(end));
  return parts;
}

/**
 * Takes a command and the values of variables; returns the command with them substituted, and the distinct names without a value,
 * which stay in it.
 */
export function fillCommand(
  command: string,
  ...values: readonly Variables[]
): { text: string; missing: string[] } {
  const missing = new Set<string>();
  const text = splitCommand(command, ...values).map((part) => {
    if (typeof part === 'string') return part;
    if (part.value === null) missing.add(part.name);
    return part.value ?? `#{${part.name}}`;
  });
  return { text: text.join(''), missing: [...missing] };
}

/** The distinct names of variables in these texts, in order. */
export function listVariables(texts: readonly (string | null)[]): string[] {
  const parts = texts.flatMap((text) => splitCommand(text ?? ''));
  return [...new Set(parts.flatMap((part) => (typeof part === 'string' ? [] : [part.name])))];
}

/** Takes the plan of a test, returns its texts that may contain variables. */
export function listVariableTexts(plan: {
  procedure: string | null;
  suggested_command: string | null;
  cleanup_command: string | null;
}): (string | null)[] {
  return [plan.suggested_command, plan.cleanup_command, plan.procedure];
}
