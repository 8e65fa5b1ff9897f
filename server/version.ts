import { readFileSync } from 'node:fs';

type About = { version: string; commit?: string };
const about = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as About;
export const version: string = about.version;
/** Commit of the build; null in a checkout, which may have changes. */
export const commit: string | null = about.commit ?? null;
