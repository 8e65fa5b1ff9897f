/** Columns of a schedule, in the order of `Export-Csv` of Invoke-AtomicRedTeam. */
export const columns = [
  'Order',
  'Technique',
  'TestName',
  'auto_generated_guid',
  'supported_platforms',
  'TimeoutSeconds',
  'InputArgs',
  'AtomicsFolder',
  'enabled',
  'notes',
] as const;

export const required = ['TestName', 'auto_generated_guid', 'InputArgs', 'AtomicsFolder'] as const;

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const unescapes = new Map(Object.entries(escapes).map(([plain, escaped]) => [escaped.slice(1), plain]));

/** Input arguments as lines that `ConvertFrom-StringData` reads, where a backslash escapes. */
export function writeArguments(values: readonly (readonly [name: string, value: string])[]): string {
  return values
    .map(([name, value]) => `${name} = ${value.replaceAll(/[\\\n\r\t]/g, (one) => escapes[one] as string)}`)
    .join('\n');
}

/** The input arguments in such lines, and the lines that are none. */
export function readArguments(text: string): { values: Record<string, string>; others: string[] } {
  const values: Record<string, string> = {};
  const others: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*([A-Za-z0-9_.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined)
      values[name] = value.replaceAll(/\\(.)/g, (whole, one: string) => unescapes.get(one) ?? whole);
    else if (line.trim() !== '' && !line.trim().startsWith('#')) others.push(line.trim());
  }
  return { values, others };
}
