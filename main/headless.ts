/** First words of the `damson` command's operations. Without one of them, the application opens a window. */
export const commandWords: readonly string[] = [
  'serve',
  'create-admin',
  'install-token',
  'migrate',
  'move',
  'reset-second-factor',
  'backup',
  'restore',
  'verify',
  'audit',
  'report',
  'rules',
  'import',
  'export',
  'run',
  'watch',
  'catalog',
];

/**
 * The `damson` command line among the arguments of the installed application, or null to open a window. Chromium switches may
 * precede it, as needed on a machine without a display.
 */
export function findCommandLine(argv: readonly string[]): string[] | null {
  if (argv.length === 1 && ['--help', '--version'].includes(argv[0] as string)) return [...argv];
  const first = argv.findIndex((word) => !/^--(?!(?:user-)?data-dir$)/.test(word));
  return first !== -1 && commandWords.includes(argv[first] as string) ? argv.slice(first) : null;
}

/**
 * Runs a line found by `findCommandLine`, without a window, and ends the process with its exit code. Must be awaited before
 * anything needs a display: Electron starts Chromium once the main module has been evaluated.
 */
export async function runHeadless(line: readonly string[]): Promise<never> {
  const { run } = await import('../server/command.ts');
  process.exit(await run(line));
}
