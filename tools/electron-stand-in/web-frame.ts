import { StrictObject } from './emitter.ts';
import type { WebContents } from './web-contents.ts';

/** A frame of a page; the same object for as long as the frame exists. */
export class WebFrame extends StrictObject {
  readonly contexts = new Set<number>();
  readonly parent: WebFrame | null;
  readonly processId = 1;
  readonly detached = false;
  readonly name = '';
  readonly #contents: WebContents;
  #id: string;
  #url = '';
  readonly #settled = new Set<number>();
  readonly #waiting: (() => void)[] = [];

  constructor(contents: WebContents, id: string, parent: WebFrame | null) {
    super();
    this.#contents = contents;
    this.#id = id;
    this.parent = parent;
  }

  get url(): string {
    return this.#url;
  }

  get origin(): string {
    return URL.canParse(this.#url) ? new URL(this.#url).origin : 'null';
  }

  get routingId(): number {
    return [...this.#contents.frames.values()].indexOf(this) + 1;
  }

  isDestroyed(): boolean {
    return this.#contents.isDestroyed() || !this.#contents.frames.has(this.#id);
  }

  take(id: string): void {
    this.#id = id;
  }

  moved(url: string): void {
    this.#url = url;
    for (const listener of this.#waiting.splice(0)) listener();
  }

  /** Whether the frame is known to be at the address reported by its script. After that, later changes are the script's own. */
  isAt(place: string, contextId: number): boolean {
    if (this.#url.split('#')[0] === place) this.#settled.add(contextId);
    return this.#settled.has(contextId);
  }

  whenMoved(listener: () => void): void {
    this.#waiting.push(listener);
  }
}
