/** An entry of a long list, made when its turn comes and forgotten afterwards: thousands of tests with pictures fill no memory. */
export class Later<Of> {
  readonly #make: () => Promise<Of>;
  #opened: Of | null = null;

  constructor(make: () => Promise<Of>) {
    this.#make = make;
  }

  /** Data of the entry while it is open, else null. */
  get opened(): Of | null {
    return this.#opened;
  }

  async open(): Promise<Of> {
    this.#opened = await this.#make();
    return this.#opened;
  }

  close(): void {
    this.#opened = null;
  }

  /** The same entry, changed by `of` when it is made. */
  map(of: (data: Of) => Of): Later<Of> {
    return new Later(async () => of(await this.#make()));
  }
}
