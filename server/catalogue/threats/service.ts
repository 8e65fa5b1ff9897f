import { isExecutable } from '../../../domain/tactics.ts';
import type { ThreatKind } from '../../../domain/threats.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Found } from '../../paging.ts';
import * as catalogue from '../store.ts';
import { readFollower } from '../successors/service.ts';
import type {
  NamedThreat,
  TechniqueThreats,
  ThreatChoice,
  ThreatDetail,
  ThreatListItem,
  ThreatListQuery,
  ThreatStatus,
  ThreatTag,
} from './contract.ts';
import * as store from './store.ts';

/** Groups, campaigns or software by their names. */
export function listThreats(
  db: Db,
  kind: ThreatKind,
  query: ThreatListQuery,
): Promise<Found<ThreatListItem>> {
  return inSnapshot(db, (trx) => store.listThreats(trx, kind, query));
}

/** A group, a campaign or software with the catalogue's techniques that it uses. Refuses (`not_found`) any other id. */
export function requireThreat(db: Db, kind: ThreatKind, externalId: string): Promise<ThreatDetail> {
  return inSnapshot(db, async (trx) => {
    const threat = await store.findThreat(trx, kind, externalId);
    if (threat === null)
      throw notFound(kind === 'software' ? 'Software' : kind === 'group' ? 'Group' : 'Campaign');
    const known = await catalogue.findTechniques(trx, new Set(threat.techniques));
    return {
      ...threat,
      techniques: threat.techniques.flatMap((id) => {
        const technique = known.get(id);
        if (technique === undefined) return [];
        const tactics = technique.tactics.map(({ id: tactic, name }) => ({ external_id: tactic, name }));
        const kindOfTechnique = id.includes('.') ? ('subtechnique' as const) : ('technique' as const);
        return [{ external_id: id, name: technique.name, kind: kindOfTechnique, tactics }];
      }),
      related: await store.listRelated(trx, externalId),
    };
  });
}

/**
 * Threats that use a technique, and its data components, including those of its sub-techniques. Refuses (`not_found`) a technique
 * that is not in the catalogue.
 */
export function readTechniqueThreats(db: Db, externalId: string): Promise<TechniqueThreats> {
  return inSnapshot(db, async (trx) => {
    const found = await catalogue.findTechniques(trx, new Set([externalId]));
    if (!found.has(externalId)) throw notFound('Technique');
    const ids = externalId.includes('.')
      ? [externalId]
      : await catalogue.listIdsBelow(trx, 'technique', externalId);
    const users = await store.listUsers(trx, ids);
    const ofKind = (kind: ThreatKind) =>
      users.filter((user) => user.kind === kind).map(({ external_id, name }) => ({ external_id, name }));
    return {
      external_id: externalId,
      groups: ofKind('group'),
      campaigns: ofKind('campaign'),
      software: ofKind('software'),
      data_components: await store.listDataComponents(trx, ids),
    };
  });
}

/** Threats of the catalogue; null if it has none. */
export async function readThreatStatus(db: Db): Promise<ThreatStatus> {
  const last = await catalogue.findLastSync(db);
  if (last === null || last.threats_synced_at === null) return null;
  const { group, campaign, software } = await store.countThreats(db);
  const { threats_version: version, threats_synced_at: synced_at } = last;
  return { version, synced_at, groups: group, campaigns: campaign, software };
}

type Named = { external_id: string; name: string };
export type ChosenTechnique = Named & {
  kind: 'technique' | 'subtechnique';
  tactics: Named[];
  /** Chosen threats that use it. */
  users: Named[];
  /** From 0 to 1: the fraction of the chosen sources with this technique. A custom list counts as one source. */
  weight: number;
  /** Whether it is on the custom list. */
  listed: boolean;
  /** Number of the catalogue's groups, campaigns and software that use it. */
  uses: number;
  /** Whether a test can execute it against an organisation. */
  executable: boolean;
};
export type Chosen = {
  threats: (Named & { kind: store.ThreatUse['kind'] })[];
  techniques: ChosenTechnique[];
  /** In the custom list, but not in the catalogue. */
  unknown: string[];
};

/**
 * Takes threats and techniques of any edition, returns the matching techniques of the catalogue: executable ones first, then by
 * use among the chosen threats, then among all threats. Refuses (`invalid`) an empty choice and a threat that is not in the
 * catalogue.
 */
export async function chooseTechniques(
  db: Db,
  { threats: ids = [], techniques: listed = [] }: ThreatChoice,
): Promise<Chosen> {
  if (ids.length === 0 && listed.length === 0) throw invalid('threats', 'is needed, or techniques');
  const threats = await store.findUses(db, ids);
  const missing = ids.find((id) => !threats.some(({ external_id }) => external_id === id));
  if (missing !== undefined) throw invalid('threats', `the catalogue has no ${missing}`);
  const toNow = await readFollower(db);
  const own = [...new Set(listed.map(toNow))];
  const used = Map.groupBy(
    threats.flatMap(({ external_id, name, techniques }) =>
      [...new Set(techniques.map(toNow))].map((technique) => ({ technique, user: { external_id, name } })),
    ),
    ({ technique }) => technique,
  );
  const known = await catalogue.findTechniques(db, new Set([...used.keys(), ...own]));
  const weigh = (id: string) => {
    const users = (used.get(id) ?? []).map(({ user }) => user);
    const listed = own.includes(id);
    const choosers = users.length + (listed ? 1 : 0);
    return { users, listed, weight: round(choosers / (threats.length + (own.length > 0 ? 1 : 0))) };
  };
  const uses = await store.countUses(db);
  const techniques = [...known.values()].map((technique): ChosenTechnique => {
    const tactics = technique.tactics.map(({ id, name }) => ({ external_id: id, name }));
    return {
      external_id: technique.id,
      name: technique.name,
      kind: technique.id.includes('.') ? 'subtechnique' : 'technique',
      tactics,
      ...weigh(technique.id),
      uses: uses.get(technique.id) ?? 0,
      executable: isExecutable(tactics),
    };
  });
  techniques.sort(
    (one, other) =>
      Number(other.executable) - Number(one.executable) ||
      other.weight - one.weight ||
      compareUses(one, other),
  );
  return {
    threats: threats.map(({ kind, external_id, name }) => ({ kind, external_id, name })),
    techniques,
    unknown: own.filter((id) => !known.has(id)),
  };
}

/** Takes techniques of equal weight, and sorts first the one used by most threats of the catalogue. */
export function compareUses(
  one: Pick<ChosenTechnique, 'uses' | 'external_id'>,
  other: Pick<ChosenTechnique, 'uses' | 'external_id'>,
): number {
  return other.uses - one.uses || (one.external_id < other.external_id ? -1 : 1);
}

/**
 * Takes threats named in a request, returns the distinct threats with their names. Refuses (`invalid` at `threats.<index>`) the
 * first that is neither in the catalogue nor among those `kept`.
 */
export async function resolveThreats(
  db: Db,
  wanted: readonly ThreatTag[],
  kept: readonly NamedThreat[],
): Promise<NamedThreat[]> {
  const known = new Map(kept.map((threat) => [threat.external_id, threat]));
  const ids = wanted.map(({ external_id }) => external_id);
  for (const { kind, external_id, name } of await store.findUses(db, ids)) {
    known.set(external_id, { kind, external_id, name });
  }
  const resolved = new Map<string, NamedThreat>();
  for (const [index, { kind, external_id }] of wanted.entries()) {
    const threat = known.get(external_id);
    if (threat?.kind !== kind) {
      throw invalid(`threats.${index}`, `the catalogue has no ${kind} ${external_id}`);
    }
    resolved.set(external_id, threat);
  }
  return [...resolved.values()];
}

function round(share: number): number {
  return Math.round(share * 1000) / 1000;
}
