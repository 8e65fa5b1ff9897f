type Labels = Readonly<Record<string, string | number>>;
/** A value with its labels; `suffix` follows the name of its metric. */
export type Sample = { labels?: Labels; value: number; suffix?: '_bucket' | '_sum' | '_count' };
export type Metric = {
  name: string;
  type: 'counter' | 'gauge' | 'histogram';
  help: string;
  samples: Iterable<Sample>;
};

/** A metric with one value. */
export function makeMetric(name: string, type: 'counter' | 'gauge', help: string, value: number): Metric {
  return { name, type, help, samples: [{ value }] };
}

/** Writes a metric in Prometheus' text form, piece by piece; one without samples is left out. */
export function* writeMetric({ name, type, help, samples }: Metric): Generator<string> {
  let isBegun = false;
  for (const { labels, value, suffix = '' } of samples) {
    if (!isBegun) yield `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
    isBegun = true;
    yield `${name}${suffix}${writeLabels(labels)} ${value}\n`;
  }
}

function writeLabels(labels: Labels = {}): string {
  const written = Object.entries(labels).map(([name, value]) => `${name}="${escapeValue(String(value))}"`);
  return written.length === 0 ? '' : `{${written.join(',')}}`;
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
