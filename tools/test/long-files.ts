/**
 * Files that take long and are seldom what a change breaks: processes that are killed, disks that fill up, threads that must be given
 * up, whole libraries. CI runs them after `npm test`.
 */
export const longFiles: readonly string[] = [
  ...[
    'backups/backups',
    'backups/lost-files',
    'c2/c2-crash',
    'catalogue/catalogue-domains',
    'catalogue/catalogue-sources',
    'evidence/evidence-in-a-bucket',
    'exports/exports',
    'exports/import-own-exports',
    'http/real-path',
    'imports/import-atomics',
    'imports/import-failures',
    'imports/import-previews',
    'imports/import-turns',
    'imports/imports-hostile',
    'mission-tests/bulk-writes',
    'reports/report-faults',
  ].map((name) => `test/api/${name}.test.ts`),
  ...[
    'audit',
    'backup',
    'drain',
    'forged-rows',
    'history-of-many',
    'migrate',
    'operating',
    'own-home',
    'proof',
    'report',
    'serve',
    'start',
    'store-over-tls',
    'stores',
  ].map((name) => `test/command/${name}.test.ts`),
  ...['faults', 'recorded'].map((name) => `test/faults/${name}.test.ts`),
  'server/accounts/sessions/login-throttle.test.ts',
  'server/backup/forged.test.ts',
  'server/backup/hostile-database.test.ts',
  'server/catalogue/sync/job.test.ts',
  'server/database/start.test.ts',
  'server/database/sums/sums.test.ts',
  'server/reports/docx/lint/lint.test.ts',
  'server/reports/docx/lint/references.test.ts',
];

/** Minutes of files that must be given up in time. */
export const slowestFile = 'server/interchange/thread/slow-files.test.ts';
