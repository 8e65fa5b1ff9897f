import { AnswerRefused, type DirectoryPerson } from '../person.ts';

type Claims = Readonly<Record<string, unknown>>;

const mostGroups = 10_000;
const longest = 1000;
/** By the specification. */
const longestSubject = 255;

/**
 * The person in the claims of an ID token and, where it names no groups, of the user info. Refuses (AnswerRefused) claims of other
 * types, no subject, more groups than 10,000, and groups that the provider has left out.
 */
export function toPerson(subject: string, claims: Claims, groupsClaim: string): DirectoryPerson {
  if (subject === '' || subject.length > longestSubject) throw new AnswerRefused('invalid');
  return {
    subject,
    login: readText(claims.preferred_username) ?? readText(claims.email) ?? subject,
    displayName: readText(claims.name) ?? readText(claims.preferred_username),
    // An address that someone typed at the provider proves nothing.
    email: claims.email_verified === false ? null : readText(claims.email),
    groups: readGroups(claims, groupsClaim),
  };
}

/** Whether these claims say anything about groups. */
export function namesGroups(claims: Claims, groupsClaim: string): boolean {
  return claims[groupsClaim] !== undefined || isLeftOut(claims, groupsClaim);
}

function readGroups(claims: Claims, groupsClaim: string): string[] {
  const groups = claims[groupsClaim];
  if (groups === undefined && isLeftOut(claims, groupsClaim)) throw new AnswerRefused('groups_left_out');
  if (groups === undefined || groups === null) return [];
  const list: unknown[] = Array.isArray(groups) ? groups : [groups];
  if (list.length > mostGroups) throw new AnswerRefused('groups_left_out');
  if (!list.every((group) => typeof group === 'string' && group.length <= longest))
    throw new AnswerRefused('invalid');
  return list as string[];
}

/** Entra ID names a place to ask for the groups of someone who is in more than 200. */
function isLeftOut({ _claim_names: elsewhere, hasgroups }: Claims, groupsClaim: string): boolean {
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && groupsClaim in elsewhere;
  return isElsewhere || hasgroups === true || hasgroups === 'true';
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= longest ? value.trim() : null;
}
