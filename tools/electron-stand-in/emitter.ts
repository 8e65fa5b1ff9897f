import { EventEmitter } from 'node:events';

// biome-ignore lint/suspicious/noExplicitAny: what a listener takes is Electron's to say, at each event
export type Listener = (...args: any[]) => void;

/** Properties that are often read from any object, without being Electron's. */
const ofAnyObject = new Set(['then', 'toJSON', 'inspect', 'constructor', 'asymmetricMatch', 'nodeType']);

function Strict(): void {}
/** The end of the prototype chain, which only reads of unimplemented properties reach. */
Strict.prototype = new Proxy(Object.create(null) as object, {
  get(_target, name, receiver: object) {
    if (typeof name === 'symbol' || name in Object.prototype || ofAnyObject.has(name)) {
      return Reflect.get(Object.prototype, name);
    }
    throw missing(`${kindOf(receiver)}.${name}`);
  },
});

/** Also written to standard error, because the application may catch it. */
function missing(what: string): Error {
  const message = `The stand-in for Electron has no ${what}`;
  process.stderr.write(`${message}\n`);
  return new Error(message);
}

function kindOf(object: object): string {
  return (Object.getPrototypeOf(object)?.constructor as { name?: string } | undefined)?.name ?? 'object';
}

/** An object of the stand-in: reading an unimplemented property is an error, not `undefined`. */
export const StrictObject = Strict as unknown as new () => object;

/**
 * An emitter of Electron's events. Refuses listeners for events that the stand-in never emits, because a specification waiting
 * for one would prove nothing; events that only real windows and systems emit are listed and accepted.
 */
export class Emitter extends StrictObject {
  readonly #events = new EventEmitter();
  readonly #known: ReadonlySet<string>;

  constructor(emitted: readonly string[], neverEmitted: readonly string[] = []) {
    super();
    this.#known = new Set([...emitted, ...neverEmitted]);
  }

  #check(event: string): void {
    if (!this.#known.has(event)) throw missing(`event ${event} of ${kindOf(this)}`);
  }

  on(event: string, listener: Listener): this {
    this.#check(event);
    this.#events.on(event, listener);
    return this;
  }

  once(event: string, listener: Listener): this {
    this.#check(event);
    this.#events.once(event, listener);
    return this;
  }

  addListener(event: string, listener: Listener): this {
    return this.on(event, listener);
  }

  off(event: string, listener: Listener): this {
    this.#events.off(event, listener);
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    return this.off(event, listener);
  }

  removeAllListeners(event?: string): this {
    this.#events.removeAllListeners(event);
    return this;
  }

  listenerCount(event: string): number {
    return this.#events.listenerCount(event);
  }

  emit(event: string, ...args: unknown[]): boolean {
    this.#check(event);
    return this.#events.emit(event, ...args);
  }
}

/** An event whose default action can be prevented. */
export class PreventableEvent {
  defaultPrevented = false;

  constructor(fields: Record<string, unknown> = {}) {
    Object.assign(this, fields);
  }

  preventDefault(): void {
    this.defaultPrevented = true;
  }
}
