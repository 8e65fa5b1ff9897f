import { rmSync } from 'node:fs';
import path from 'node:path';
import { faultsOf } from './hold.ts';
import type { Round } from './kind.ts';
import { copyWorld, type World } from './world.ts';

/** Limited, because an installation grows with each round, and so does the time of its start. */
const roundsOfEach = 60;

/** Copies of one installation, one for each concurrent round. Each is finally compared with its whole ledger. */
export class Worlds {
  readonly #prepared: World;
  readonly #folder: string;
  readonly #leave: (world: World) => Promise<void>;
  readonly #rounds = new Map<World, number>();
  readonly #free: World[] = [];

  /** `leave` ends everything that still runs on an installation. */
  constructor(prepared: World, folder: string, leave: (world: World) => Promise<void> = async () => {}) {
    this.#prepared = prepared;
    this.#folder = folder;
    this.#leave = leave;
  }

  async use(work: (world: World) => Promise<Round>): Promise<Round> {
    const world = this.#free.pop() ?? this.#make();
    const { counts, wrong } = await work(world);
    const rounds = this.#rounds.get(world)! + 1;
    this.#rounds.set(world, rounds);
    if (wrong.length === 0 && rounds < roundsOfEach) this.#free.push(world);
    else wrong.push(...(await this.#end(world, wrong)));
    return { counts, wrong };
  }

  async finish(): Promise<Round> {
    const wrong: string[] = [];
    for (const world of this.#free.splice(0)) wrong.push(...(await this.#end(world, [])));
    return { counts: { installations: this.#rounds.size }, wrong };
  }

  #make(): World {
    const world = copyWorld(this.#prepared, path.join(this.#folder, `copy-${this.#rounds.size}`));
    this.#rounds.set(world, 0);
    return world;
  }

  async #end(world: World, found: readonly string[]): Promise<string[]> {
    await this.#leave(world);
    const wrong = await faultsOf(world);
    world.ledger.close();
    // A failed round is kept for inspection.
    if (found.length + wrong.length === 0)
      rmSync(path.dirname(world.dataDir), { recursive: true, force: true });
    return wrong;
  }
}
