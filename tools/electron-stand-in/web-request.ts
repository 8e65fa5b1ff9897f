import type { Message } from './chromium.ts';
import { StrictObject } from './emitter.ts';

type Filter = { urls: string[]; types?: string[]; excludeUrls?: string[] };
// biome-ignore lint/suspicious/noExplicitAny: each hook of Electron has its own details and answer
type Hook = (details: any, callback: (answer: any) => void) => void;

/** The part of `session.webRequest` called before a request is sent, with one listener each, as in Electron. */
export class WebRequest extends StrictObject {
  readonly hooks = new Map<string, { filter: Filter | null; hook: Hook }>();

  #set(name: string, filterOrHook: unknown, hook?: unknown): void {
    const given = (typeof filterOrHook === 'function' ? filterOrHook : hook) as Hook | null | undefined;
    if (!given) this.hooks.delete(name);
    else
      this.hooks.set(name, {
        filter: typeof filterOrHook === 'function' ? null : (filterOrHook as Filter),
        hook: given,
      });
  }

  onBeforeRequest(filterOrHook: unknown, hook?: unknown): void {
    this.#set('onBeforeRequest', filterOrHook, hook);
  }

  onBeforeSendHeaders(filterOrHook: unknown, hook?: unknown): void {
    this.#set('onBeforeSendHeaders', filterOrHook, hook);
  }

  async ask(name: string, details: { url: string; [field: string]: unknown }): Promise<Message | null> {
    const set = this.hooks.get(name);
    if (!set || !matches(set.filter, details.url)) return null;
    return await new Promise((resolve) => set.hook(details, resolve));
  }
}

/** Chromium's match patterns, limited to a scheme, a host with its port and a path with `*`. */
function matches(filter: Filter | null, url: string): boolean {
  if (filter === null) return true;
  return filter.urls.some((pattern) => {
    if (pattern === '<all_urls>') return true;
    const escaped = pattern
      .split('*')
      .map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*');
    return new RegExp(`^${escaped.replace(/^\.\*:/, '[a-z]+:')}$`).test(url);
  });
}

/** Takes a resource type of Chromium's protocol, returns Electron's name for it. */
export function resourceTypeOf(type: string, isMainFrame: boolean): string {
  const names: Record<string, string> = {
    Document: isMainFrame ? 'mainFrame' : 'subFrame',
    Stylesheet: 'stylesheet',
    Script: 'script',
    Image: 'image',
    Font: 'font',
    XHR: 'xhr',
    Fetch: 'xhr',
    Ping: 'ping',
    Media: 'media',
    WebSocket: 'webSocket',
  };
  return names[type] ?? 'other';
}
