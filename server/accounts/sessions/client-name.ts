/** Programs by their `User-Agent`; the first match counts, because browsers also name older ones. */
const programs: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bElectron\//, 'Damson'],
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(Chromium|HeadlessChrome)\//, 'Chromium'],
  [/\bChrome\//, 'Chrome'],
  [/\bVersion\/\S+ .*Safari\//, 'Safari'],
  // All browsers send this prefix, even if nothing else identifies them.
  [/^Mozilla\//, 'Browser'],
];
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Client name for a list of sessions, from its `User-Agent`, which may contain anything; null if empty. */
export function nameClient(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null;
  const text = userAgent.slice(0, 1000);
  const find = (table: typeof programs) => table.find(([pattern]) => pattern.test(text))?.[1];
  const program = find(programs) ?? /^[A-Za-z][\w.-]{0,39}/.exec(text)?.[0];
  if (program === undefined) return null;
  const system = find(systems);
  return system === undefined ? program : `${program} on ${system}`;
}
