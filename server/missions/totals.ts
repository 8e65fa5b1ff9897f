const capacity = 1000;

/**
 * Remembers how many missions a list holds, so that the length of a list is not counted again for every page of it. Any
 * write that can change a total forgets them all; a total that was being counted meanwhile is not kept.
 */
export class MissionTotals {
  #version = 0;
  readonly #known = new Map<string, number>();

  async total(key: string, count: () => Promise<number>): Promise<number> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const version = this.#version;
    const total = await count();
    if (version === this.#version) {
      if (this.#known.size >= capacity) this.#known.clear();
      this.#known.set(key, total);
    }
    return total;
  }

  forget(): void {
    this.#version += 1;
    this.#known.clear();
  }
}
