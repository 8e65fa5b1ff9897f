import { findPrograms as findPostgres } from '../../test/support/servers/postgres.ts';
import { hasSlapd } from '../../test/support/sign-in/slapd.ts';
import { findChromium, findInPath } from '../find-chromium.ts';

export type Need = 'chromium' | 'display' | 'pdf' | 'postgres' | 'slapd' | 'strace';

/** Requirements of tests, each with its check, and the message if it is missing. */
const needs: Readonly<Record<Need, { isThere(): boolean; what: string; install: string }>> = {
  chromium: {
    isThere: () => findChromium() !== null,
    what: 'Chromium',
    install: 'chromium (or run "npx playwright install chromium")',
  },
  display: {
    isThere: () =>
      process.platform !== 'linux' || Boolean(process.env.DISPLAY) || findInPath(['Xvfb']) !== null,
    what: 'a display, or Xvfb',
    install: 'xvfb',
  },
  pdf: { isThere: () => findInPath(['pdfinfo']) !== null, what: 'pdfinfo', install: 'poppler-utils' },
  postgres: { isThere: () => findPostgres() !== null, what: 'PostgreSQL', install: 'postgresql' },
  slapd: { isThere: hasSlapd, what: 'OpenLDAP', install: 'slapd ldap-utils' },
  strace: {
    isThere: () => process.platform !== 'linux' || findInPath(['strace']) !== null,
    what: 'strace',
    install: 'strace',
  },
};

/** Returns a line for each missing requirement, with the package to install. */
export function listMissing(needed: Iterable<Need>): string[] {
  return [...new Set(needed)]
    .map((need) => needs[need])
    .filter(({ isThere }) => !isThere())
    .map(({ what, install }) => `The tests need ${what}. Debian: apt install ${install}`);
}
