import { ApiError, isOffline, isSignedOut } from '../../api/connection/problem.ts';
import { createStore } from '../../api/connection/store.ts';

/** A text, a moment or an identifier; null or empty for none. */
export type Value = string | null;
/**
 * `changed`: a focused field without unsaved text, for which the server has a newer value; `unread`: the text is not a valid
 * value.
 */
export type Phase = 'clean' | 'waiting' | 'saving' | 'saved' | 'failed' | 'conflict' | 'changed' | 'unread';

/**
 * `base` is the value when writing began, or last saved; `kept` its stored form, if different; `held`: the field has the focus
 * and is not overwritten.
 */
type Draft = { base: Value; value: Value; held: boolean; kept?: Value };
export type FieldState = {
  /** Null: the server's value is shown. */
  draft: Draft | null;
  phase: Phase;
  message: string | null;
  /** The server's current value after a conflict or a change. */
  theirs: Value;
};
export type Snapshot<Field extends string> = Readonly<Partial<Record<Field, FieldState>>>;

/** A record on the server: its version, and its fields. */
export type Version<Field extends string> = { version: string; values: Readonly<Record<Field, Value>> };

export type WriterWorld<Field extends string> = {
  /** The cached record, or undefined. */
  known: () => Version<Field> | undefined;
  read: () => Promise<Version<Field>>;
  /** Refuses `stale` if the record has another version; may return the stored form of the value. */
  write: (field: Field, value: Value, version: string) => Promise<unknown>;
  /** Called with the number of unsaved fields. */
  onUnsaved: (count: number) => void;
  isSignedIn: () => boolean;
};

const pauseMs = 800;
const tryAgainMs = 5_000;
const untouched: FieldState = { draft: null, phase: 'clean', message: null, theirs: null };

/**
 * Saves each field of one record separately, one after the other. Outlives the record's page: typed text is saved even after
 * navigation, and text that could not be saved is kept and retried.
 */
export class FieldWriter<Field extends string> {
  #world: WriterWorld<Field>;
  readonly states = createStore({} as Snapshot<Field>);
  #watching = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  /** Last saved value of each field. */
  readonly #saved = new Map<Field, Value>();
  #hasEnded = false;

  constructor(world: WriterWorld<Field>) {
    this.#world = world;
  }

  /** Whether anything is not yet on the server. */
  get isDirty(): boolean {
    return this.#countUnsaved() > 0;
  }

  /** Fields that are not saved automatically: in conflict with another person's change, refused, or invalid. */
  listStuck(): { field: Field; phase: Phase; message: string | null }[] {
    return (Object.entries(this.states.get()) as [Field, FieldState][]).flatMap(([field, state]) =>
      state.phase === 'conflict' || state.phase === 'failed' || state.phase === 'unread'
        ? [{ field, phase: state.phase, message: state.message }]
        : [],
    );
  }

  /** Whether a page of the record is open. */
  get isWatched(): boolean {
    return this.#watching > 0;
  }

  /** The typed value of a field, or else the one in the cached record, which may be newer than the rendered one. */
  valueOf(field: Field): Value {
    const { draft } = this.#of(field);
    return draft === null ? (this.#world.known()?.values[field] ?? null) : draft.value;
  }

  /** Registers an open page of the record; returns a function to unregister it. */
  watch(): () => void {
    this.#watching += 1;
    return () => {
      this.#watching -= 1;
    };
  }

  /** The field got the focus: from now on its text stays, even when others change it. */
  hold(field: Field): void {
    const { draft } = this.#of(field);
    const known = this.#world.known();
    if (draft !== null) this.#set(field, { draft: { ...draft, held: true } });
    else if (known !== undefined) {
      const value = known.values[field];
      this.#set(field, { draft: { base: value, value, held: true } });
    }
  }

  release(field: Field): void {
    const { draft, phase } = this.#of(field);
    if (draft === null) return;
    if (phase === 'changed') this.#set(field, untouched);
    else if (isSame(draft.value, draft.base) && phase !== 'saving') this.#set(field, { draft: null });
    else this.#set(field, { draft: { ...draft, held: false } });
    void this.flush();
  }

  /** Takes the server's current value. A focused field keeps its text and notes that there is a newer value. */
  notice(field: Field, theirs: Value): void {
    const { draft, phase } = this.#of(field);
    if (phase === 'saving' || phase === 'failed') return;
    if (draft === null) {
      if (phase === 'saved' && !isSame(theirs, this.#saved.get(field) ?? null)) this.#set(field, untouched);
      return;
    }
    const isSeen = isSame(theirs, draft.base) || (draft.kept !== undefined && isSame(theirs, draft.kept));
    const isOvertaken = phase === 'changed' || phase === 'conflict';
    if (!isSeen && !isSame(theirs, draft.value)) {
      this.#set(field, { phase: isSame(draft.value, draft.base) ? 'changed' : 'conflict', theirs });
    } else if (isOvertaken) {
      // Someone restored the value, or wrote the same one.
      this.#set(field, { phase: isSame(draft.value, draft.base) ? 'clean' : 'waiting', message: null });
      void this.flush();
    }
  }

  /** Puts the server's value into a changed field. */
  show(field: Field): void {
    const { draft, phase, theirs } = this.#of(field);
    if (phase !== 'changed' || draft === null) return;
    this.#set(field, { draft: { base: theirs, value: theirs, held: draft.held }, phase: 'clean' });
  }

  edit(field: Field, value: Value): void {
    if (this.#hasEnded) return;
    const { draft, phase, theirs } = this.#of(field);
    if (draft !== null && (phase === 'changed' || phase === 'conflict') && !isSame(value, theirs)) {
      const isBack = isSame(value, draft.base);
      this.#set(field, { draft: { ...draft, value }, phase: isBack && draft.held ? 'changed' : 'conflict' });
      this.#tellUnsaved();
      return;
    }
    // An empty field has an empty base, even if others have written since.
    const base = draft ? draft.base : (this.#world.known()?.values[field] ?? null);
    const held = draft?.held ?? false;
    if (isSame(value, base) && phase !== 'saving') {
      this.#set(field, {
        draft: held ? { ...draft, base, value, held } : null,
        phase: 'clean',
        message: null,
      });
    } else {
      this.#set(field, {
        draft: { ...draft, base, value, held },
        phase: phase === 'saving' ? 'saving' : 'waiting',
        message: null,
      });
    }
    this.#tellUnsaved();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.flush(), pauseMs);
  }

  /** Notes why a field's text can't be saved; null once it can. */
  setUnread(field: Field, message: string | null): void {
    if (message !== null) this.#set(field, { phase: 'unread', message });
    else if (this.#of(field).phase === 'unread') this.#set(field, { phase: 'clean', message: null });
  }

  /** Saves pending text at once; resolves when nothing is left to send. */
  flush(): Promise<void> {
    clearTimeout(this.#pause);
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  retry(): Promise<void> {
    for (const [field, state] of Object.entries(this.states.get()) as [Field, FieldState][]) {
      if (state.phase === 'failed') this.#set(field, { phase: 'waiting', message: null });
    }
    return this.flush();
  }

  /** Ends a conflict with the value to keep. */
  resolve(field: Field, value: Value): Promise<void> {
    const { theirs, draft } = this.#of(field);
    const settled = isSame(value, theirs);
    this.#set(field, {
      draft: settled ? null : { base: theirs, value, held: draft?.held ?? false },
      phase: settled ? 'clean' : 'waiting',
      message: null,
    });
    this.#tellUnsaved();
    return this.flush();
  }

  /** Drops text that could not be saved. */
  discard(field: Field): void {
    this.#set(field, untouched);
    this.#tellUnsaved();
  }

  /** Drops everything and sends nothing more, because the person has signed out. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#pause);
    clearTimeout(this.#again);
    this.states.set({} as Snapshot<Field>);
  }

  async #run(): Promise<void> {
    for (;;) {
      const next = (Object.entries(this.states.get()) as [Field, FieldState][]).find(
        ([, state]) => state.phase === 'waiting' && state.draft !== null,
      );
      if (next === undefined) return;
      await this.#save(next[0]);
    }
  }

  async #save(field: Field): Promise<void> {
    this.#set(field, { phase: 'saving', message: null });
    try {
      // A `stale` answer only means that someone else wrote the record: the next read shows whether this field was written.
      for (
        let known = this.#world.known() ?? (await this.#world.read());
        ;
        known = await this.#world.read()
      ) {
        const draft = this.#of(field).draft as Draft;
        const theirs = known.values[field];
        if (isSame(theirs, draft.value)) return this.#settle(field, draft.value);
        if (!isSame(theirs, draft.base) && (draft.kept === undefined || !isSame(theirs, draft.kept))) {
          this.#set(field, { phase: 'conflict', theirs });
          return;
        }
        try {
          const sent = draft.value === '' ? null : draft.value;
          const kept = await this.#world.write(field, sent, known.version);
          this.#settle(field, draft.value, isValue(kept) ? kept : sent);
          return;
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'stale')) throw error;
        }
      }
    } catch (error) {
      if (this.#hasEnded) return;
      const ofField = error instanceof ApiError ? error.fields[field] : undefined;
      this.#set(field, { phase: 'failed', message: ofField ?? (error as Error).message });
      const isLate = isSignedOut(error) && this.#world.isSignedIn();
      if (!isOffline(error) && !isLate) return;
      clearTimeout(this.#again);
      this.#again = setTimeout(() => void this.retry(), tryAgainMs);
    }
  }

  /** `sent` is stored on the server; text typed since is sent next. */
  #settle(field: Field, sent: Value, kept = sent): void {
    if (this.#hasEnded) return;
    const { value, held } = this.#of(field).draft as Draft;
    const draft = { base: sent, value, held, ...(isSame(kept, sent) ? {} : { kept }) };
    this.#saved.set(field, kept);
    if (!isSame(value, sent)) {
      this.#set(field, { draft, phase: 'waiting' });
    } else {
      this.#set(field, {
        draft: held ? draft : null,
        phase: 'saved',
        message: null,
      });
    }
    this.#tellUnsaved();
  }

  #of(field: Field): FieldState {
    return this.states.get()[field] ?? untouched;
  }

  #set(field: Field, change: Partial<FieldState>): void {
    this.states.set({ ...this.states.get(), [field]: { ...this.#of(field), ...change } });
  }

  #tellUnsaved(): void {
    this.#world.onUnsaved(this.#countUnsaved());
  }

  #countUnsaved(): number {
    return (Object.values(this.states.get()) as FieldState[]).filter(
      ({ draft }) => draft !== null && !isSame(draft.value, draft.base),
    ).length;
  }
}

function isValue(answer: unknown): answer is Value {
  return answer === null || typeof answer === 'string';
}

/** Empty text and a missing value are equal. */
function isSame(a: Value, b: Value): boolean {
  return (a ?? '') === (b ?? '');
}
