import { type Db, writesTo } from '../../database/database.ts';
import type { Member } from '../contract.ts';
import { listMembers } from './store.ts';

/** Missions; some 20 MB. */
const mostRemembered = 50_000;

const tables = ['mission_members', 'users'] as const;

/**
 * Caches the members of missions until someone joins or leaves one, or changes their name. Not for use inside a transaction,
 * which may be rolled back.
 */
export class MembersMemory {
  #writes = -1;
  readonly #known = new Map<string, Member[]>();

  /** The members of each of these missions, in order. */
  async of(db: Db, missionIds: readonly string[]): Promise<Map<string, Member[]>> {
    const writes = writesTo(db, tables);
    if (writes !== this.#writes || this.#known.size > mostRemembered) this.#known.clear();
    this.#writes = writes;
    const members = new Map<string, Member[]>();
    const unknown: string[] = [];
    for (const id of missionIds) {
      const known = this.#known.get(id);
      if (known === undefined) unknown.push(id);
      else members.set(id, known);
    }
    const found = await listMembers(db, unknown);
    for (const id of unknown) {
      const list = found.get(id) ?? [];
      members.set(id, list);
      // A concurrent write may have changed them.
      if (this.#writes === writes) this.#known.set(id, list);
    }
    return members;
  }
}
