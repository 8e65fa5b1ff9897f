import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { type Listener, StrictObject } from './emitter.ts';
import type { WebFrame } from './web-frame.ts';
import { fromWire, toWire } from './wire.ts';

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

class IpcMain extends StrictObject {
  readonly handlers = new Map<string, Handler>();
  readonly listeners_ = new EventEmitter();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel))
      throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }

  on(channel: string, listener: Listener): this {
    this.listeners_.on(channel, listener);
    return this;
  }
}

const main = new IpcMain();
export const ipcMain = main satisfies Pick<typeof Electron.ipcMain, 'handle'>;

type FromPage = { kind: 'invoke' | 'send'; id: number; channel: string; text: string };

/** Passes a page's message to the application, and its answer back. */
export function dispatchMessage(
  sender: Electron.WebContents,
  frame: WebFrame,
  message: FromPage,
  answer: (answer: object) => void,
): void {
  const { kind, id, channel } = message;
  const event = {
    type: 'frame',
    sender,
    senderFrame: frame,
    processId: frame.processId,
    frameId: frame.routingId,
  };
  const args = fromWire(message.text);
  if (kind === 'send') {
    main.listeners_.emit(channel, event, ...args);
    return;
  }
  void handled(channel, event as unknown as Electron.IpcMainInvokeEvent, args).then(
    (text) => answer({ kind: 'answer', id, channel, text }),
    (error: unknown) => answer({ kind: 'refusal', id, channel, refusal: String(error) }),
  );
}

async function handled(
  channel: string,
  event: Electron.IpcMainInvokeEvent,
  args: unknown[],
): Promise<string> {
  const handler = main.handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return toWire([await handler(event, ...args)]);
}
