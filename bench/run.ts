import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { findChromium } from '../tools/find-chromium.ts';
import { Bench, writeResults } from './bench.ts';
import type { RowResult } from './measure.ts';
import { busyWithOthers, stopAll } from './processes.ts';
import { markdownTable, printRow } from './report.ts';
import { alertsRow } from './rows/alerts.ts';
import { blindRow } from './rows/blind.ts';
import { bystanderRows } from './rows/bystanders.ts';
import { linkedTasksRow, refreshRow } from './rows/c2.ts';
import { matrixRow, searchRow } from './rows/catalogue.ts';
import { figuresRow } from './rows/figures.ts';
import { importRow } from './rows/import.ts';
import { interfaceLoadRow } from './rows/interface-load.ts';
import { interfaceMemoryRow } from './rows/interface-memory.ts';
import { interfacePathRow } from './rows/interface-path.ts';
import { interfaceSignInRow } from './rows/interface-sign-in.ts';
import { interfaceTasksRow } from './rows/interface-tasks.ts';
import { largeReportRow } from './rows/large-report.ts';
import { liveRow } from './rows/live.ts';
import { pathRow } from './rows/path.ts';
import { activityRow, missionsRow, outcomesRow, testRow } from './rows/reads.ts';
import { reportPdfRow, reportRow } from './rows/report.ts';
import { rulesRow } from './rows/rules.ts';
import { scaleRow } from './rows/scale.ts';
import { hasPostgres, sharedRow } from './rows/shared.ts';
import { startRow } from './rows/start.ts';
import { syncRow } from './rows/sync.ts';
import { uploadsRow } from './rows/uploads.ts';
import { walkRow } from './rows/walk.ts';
import { historyRow, putRow } from './rows/writes.ts';

const rows: Record<string, (bench: Bench) => Promise<RowResult>> = {
  start: startRow,
  test: testRow,
  outcomes: outcomesRow,
  activity: activityRow,
  live: liveRow,
  put: putRow,
  history: historyRow,
  blind: blindRow,
  figures: figuresRow,
  alerts: alertsRow,
  rules: rulesRow,
  path: pathRow,
  uploads: uploadsRow,
  sync: syncRow,
  missions: missionsRow,
  matrix: matrixRow,
  search: searchRow,
  'c2-tasks': linkedTasksRow,
  'c2-refresh': refreshRow,
  report: reportRow,
  'report-pdf': reportPdfRow,
  'large-report': largeReportRow,
  import: importRow,
  scale: scaleRow,
  shared: sharedRow,
  ...bystanderRows,
  'bystanders-walk': walkRow,
  'interface-load': interfaceLoadRow,
  'interface-sign-in': interfaceSignInRow,
  'interface-tasks': interfaceTasksRow,
  'interface-memory': interfaceMemoryRow,
  'interface-path': interfacePathRow,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'bench-results' }, help: { type: 'boolean' } },
});
/** The rows with this name, or with it as their first word. */
const rowsNamed = (name: string) =>
  Object.keys(rows).filter((row) => row === name || row.startsWith(`${name}-`));
const unknown = positionals.filter((name) => rowsNamed(name).length === 0);
if (values.help || unknown.length > 0) {
  console.log(`npm run bench -- [--out folder] [row …]\nrows: ${Object.keys(rows).join(' ')}`);
  process.exit(unknown.length > 0 ? 2 : 0);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopAll();
    process.exit(1);
  });
}

let wanted = positionals.length > 0 ? positionals.flatMap(rowsNamed) : Object.keys(rows);
if (findChromium() === null) {
  console.log(
    'The rows of the interface and of PDF are left out: they need Chromium, which your system has as a package',
  );
  wanted = wanted.filter(
    (name) => !name.startsWith('interface-') && !['report-pdf', 'large-report'].includes(name),
  );
}
if (!hasPostgres()) {
  console.log('The rows over PostgreSQL are left out: they need it, and your system has it as a package');
  wanted = wanted.filter((name) => name !== 'shared' && !name.endsWith('-postgres'));
}
const started = new Date();
const busyBefore = await busyWithOthers();
const results: RowResult[] = [];
const bench = new Bench();
try {
  for (const name of wanted) {
    const result = await rows[name]!(bench);
    results.push(result);
    printRow(result);
  }
} finally {
  await bench.close();
}

const percent = (part: number) => `${Math.round(part * 100)} %`;
const others = { before: busyBefore, after: await busyWithOthers() };
const machine = {
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: cpus().length,
  memory_gib: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
};
const file = `${values.out}/bench-${started.toISOString().replaceAll(':', '-')}.json`;
writeResults(file, {
  started_at: started.toISOString(),
  seconds: Math.round((Date.now() - started.getTime()) / 1000),
  machine,
  busy_with_others: others,
  rows: results,
});
console.log(`\n${markdownTable(results)}`);
console.log(`Node ${machine.node}, ${machine.cores} cores (${machine.cpu}), ${machine.memory_gib} GiB`);
console.log(`Busy with others: ${percent(others.before)} before, ${percent(others.after)} after`);
const missed = results.flatMap((row) => row.figures).filter((figure) => !figure.met);
console.log(
  missed.length === 0
    ? 'Every target is met.'
    : `${missed.length} MISSED: ${missed.map((f) => f.what).join('; ')}`,
);
console.log(`Written to ${file}`);
