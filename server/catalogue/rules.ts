import { invalid } from '../errors.ts';

export type EntryKind = 'tactic' | 'technique' | 'subtechnique';

const externalIdForms: Record<EntryKind, RegExp> = {
  tactic: /^TA\d{4}$/,
  technique: /^T\d{4}$/,
  subtechnique: /^T\d{4}\.\d{3}$/,
};

/** Takes an external id, returns the kind its form stands for, or null. */
export function kindOfExternalId(externalId: string): EntryKind | null {
  const kinds = Object.keys(externalIdForms) as EntryKind[];
  return kinds.find((kind) => externalIdForms[kind].test(externalId)) ?? null;
}

/** Takes a sub-technique's external id, returns that of the technique it is numbered under. */
export function numberedUnder(externalId: string): string {
  return externalId.slice(0, externalId.indexOf('.'));
}

/** Takes an external id, returns the address of its page at MITRE. */
export function attackPage(externalId: string): string {
  const folder = kindOfExternalId(externalId) === 'tactic' ? 'tactics' : 'techniques';
  return `https://attack.mitre.org/${folder}/${externalId.replace('.', '/')}`;
}

/**
 * Takes the address asked, its answer's status and Location, returns where to ask next or null when it is no redirect;
 * refuses a redirect that leads nowhere, away from http and https, from https to http, or that carries a password.
 */
export function redirectTarget(from: URL, status: number, location: string | undefined): URL | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const target = URL.parse(location ?? '', from.href);
  if (location === undefined || target === null) throw invalid('source', 'redirects to nowhere');
  if (!isWebAddress(target)) throw invalid('source', 'redirects to something other than http or https');
  if (from.protocol === 'https:' && target.protocol !== 'https:')
    throw invalid('source', 'redirects from https to http');
  return target;
}

function isWebAddress(url: URL): boolean {
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  );
}
