#!/usr/bin/env -S node --
// The dashes keep Node from reading the file of `--env-file` itself, by rules of its own.
// Plain JavaScript that old versions of Node can read, so that they get a sentence and not a stack trace.
const least = 24;
const major = Number(process.versions.node.split('.')[0]);
if (major < least) {
  process.stderr.write(
    `damson needs Node ${least} or later, and this is ${process.version}: in a checkout, "npm run damson" brings its own\n`,
  );
  process.exit(78);
}
const { enableCompileCache } = await import('node:module');
const { findCompileCache } = await import('../server/compile-cache.js');
const cache = findCompileCache(process.argv.slice(2), process.env);
if (cache !== undefined) enableCompileCache(cache);
const { run } = await import('../server/command.ts');
process.exitCode = await run(process.argv.slice(2));
