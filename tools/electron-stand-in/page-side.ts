import type { fromWire as FromWire, toWire as ToWire } from './wire.ts';

/**
 * The page's half of the stand-in: the `electron` module of a sandboxed preload. Its source is injected into the page together
 * with that of wire.ts, before any script of the page, in a separate function.
 */

declare const toWire: typeof ToWire;
declare const fromWire: typeof FromWire;

// biome-ignore lint/suspicious/noExplicitAny: the page's globals are not this program's
type Anything = any;
type Listener = (...args: Anything[]) => void;

export type PageSettings = {
  /** Names of the two hidden bindings between the page and the stand-in. */
  binding: string;
  door: string;
  /** Initial page of every window, before the application loads anything. */
  blankPage: string;
  process: Record<string, unknown>;
  hasPreload: boolean;
};

export function installPageSide(
  settings: PageSettings,
  preload: (require: Listener, module: Anything, exports: Anything, process: Record<string, unknown>) => void,
): void {
  const page = globalThis as Anything;
  // Frames within the page have no preload, as without `nodeIntegrationInSubFrames`.
  if (page.top !== page || page.location.href.startsWith(settings.blankPage)) return;
  const binding = page[settings.binding] as (text: string) => void;
  const post = (message: object): void =>
    binding(JSON.stringify({ ...message, at: page.location.href.split('#')[0] }));

  // The page handles a key first; the menu gets unhandled ones.
  page.addEventListener('keydown', (event: Anything) => {
    if (!event.isTrusted) return;
    const { key, code, ctrlKey, shiftKey, altKey, metaKey } = event;
    page.setTimeout(() => {
      if (event.defaultPrevented) return;
      post({ kind: 'key', key, code, ctrlKey, shiftKey, altKey, metaKey });
    });
  });
  if (!settings.hasPreload) return;

  const answers = new Map<number, { resolve: Listener; reject: Listener }>();
  const listeners = new Map<string, Listener[]>();
  let asked = 0;

  Object.defineProperty(page, settings.door, {
    value: (message: { kind: string; id: number; channel: string; text: string; refusal: string }) => {
      if (message.kind === 'message') {
        const args = fromWire(message.text);
        for (const listener of [...(listeners.get(message.channel) ?? [])])
          listener({ sender: ipcRenderer, senderId: 0, ports: [] }, ...args);
        return;
      }
      const answer = answers.get(message.id);
      answers.delete(message.id);
      if (message.kind === 'answer') answer?.resolve(fromWire(message.text)[0]);
      else answer?.reject(new Error(`Error invoking remote method '${message.channel}': ${message.refusal}`));
    },
  });

  const listen = (channel: string, listener: Listener): Anything => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    return ipcRenderer;
  };
  const unlisten = (channel: string, listener: Listener): Anything => {
    const left = [...(listeners.get(channel) ?? [])];
    const index = left.lastIndexOf(listener);
    if (index !== -1) left.splice(index, 1);
    listeners.set(channel, left);
    return ipcRenderer;
  };
  const ipcRenderer: Anything = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const text = toWire(args);
        asked += 1;
        answers.set(asked, { resolve, reject });
        post({ kind: 'invoke', id: asked, channel, text });
      }),
    send: (channel: string, ...args: unknown[]) => {
      post({ kind: 'send', channel, text: toWire(args) });
    },
    on: listen,
    addListener: listen,
    once: (channel: string, listener: Listener) => {
      const once = (...args: unknown[]): void => {
        unlisten(channel, once);
        listener(...args);
      };
      return listen(channel, once);
    },
    off: unlisten,
    removeListener: unlisten,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear();
      else listeners.delete(channel);
      return ipcRenderer;
    },
  };

  /** Values cross the bridge as copies; a copied function calls the original. */
  const bridged = (value: Anything): Anything => {
    if (typeof value === 'function') {
      return (...args: unknown[]) => {
        try {
          return bridged(value(...args.map(bridged)));
        } catch (error) {
          throw copyOfError(error);
        }
      };
    }
    if (value instanceof Promise)
      return value.then(bridged, (error: unknown) => Promise.reject(copyOfError(error)));
    if (Array.isArray(value)) return value.map(bridged);
    if (value instanceof Error) return copyOfError(value);
    if (value !== null && typeof value === 'object') {
      if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, bridged(item)]));
    }
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    return value;
  };
  const copyOfError = (error: Anything): Error => new Error(error?.message ?? String(error));
  const frozen = (value: Anything): Anything => {
    if (value !== null && typeof value === 'object' && !ArrayBuffer.isView(value)) {
      for (const item of Object.values(value)) frozen(item);
      Object.freeze(value);
    }
    return value;
  };

  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown) => {
      if (Object.hasOwn(page, name))
        throw new Error(`Cannot bind an API on top of an existing property on the window object`);
      Object.defineProperty(page, name, {
        value: frozen(bridged(api)),
        enumerable: true,
        configurable: false,
        writable: false,
      });
    },
  };

  const offered = (what: Anything, label: string): Anything =>
    new Proxy(what, {
      get(target, name) {
        if (typeof name === 'symbol' || name in target) return target[name];
        throw new Error(`The stand-in for Electron has no ${label}.${name} in a preload`);
      },
    });
  const electron = offered(
    {
      contextBridge: offered(contextBridge, 'contextBridge'),
      ipcRenderer: offered(ipcRenderer, 'ipcRenderer'),
    },
    'electron',
  );
  const module = { exports: {} };
  preload(
    (name: string) => {
      if (name === 'electron' || name === 'electron/renderer') return electron;
      throw new Error(`module not found: ${name}`);
    },
    module,
    module.exports,
    settings.process,
  );
}
