import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { z } from 'zod';
import { type Log, toTrace } from '../server/log.ts';
import type { Desktop } from './contract.ts';
import { isOurPage } from './web/web-security.ts';

const id = z.uuid();
const count = z.number().int().min(0).max(1_000_000);
const nothing = z.tuple([]);
const url = z.string().min(1).max(500);

/** Requests that a page may make, with their arguments. */
const asks = {
  installToken: nothing,
  secretsNote: nothing,
  reveal: z.tuple([id]),
  takeBundle: z.tuple([id]),
  restoreBackup: z.tuple([id]),
  'opening.giveUp': nothing,
  'sharing.addresses': nothing,
  'sharing.state': nothing,
  'sharing.chooseCertificate': nothing,
  'sharing.start': z.tuple([
    z.strictObject({
      address: z.union([z.ipv4(), z.ipv6()]),
      port: z.number().int().min(0).max(65_535),
      protection: z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('own') }),
        z.strictObject({ kind: z.literal('chosen'), certificate: id }),
        z.strictObject({ kind: z.literal('none') }),
      ]),
    }),
  ]),
  'sharing.stop': nothing,
  'servers.remembered': nothing,
  'servers.connect': z.tuple([url]),
  'servers.forget': z.tuple([url]),
} as const;
type Ask = keyof typeof asks;

const unfinished = z.tuple([z.strictObject({ unsaved: count, uploads: count })]);

type AnswerOf<Name extends Ask> =
  Name extends `${infer Group extends 'opening' | 'sharing' | 'servers'}.${infer Method}`
    ? Method extends keyof Desktop[Group]
      ? Desktop[Group][Method]
      : never
    : Name extends keyof Desktop
      ? Desktop[Name]
      : never;
type Answers = {
  [Name in Ask]: (
    ...given: z.output<(typeof asks)[Name]>
  ) => AnswerOf<Name> extends (...args: never[]) => infer Result ? Result | Awaited<Result> : never;
};

export type PageSide = Answers & {
  /** Called when the preload script of a fresh page is ready. */
  ready: () => void;
  setUnfinished: Desktop['setUnfinished'];
};

/** Logs refused requests with their sender, but not every time: a page that repeats them must not fill the log. */
function makeRefusalLog(log: Log): (ask: string, why: 'sender' | 'arguments') => void {
  const counts = new Map<string, number>();
  return (ask, why) => {
    const times = (counts.get(`${ask} ${why}`) ?? 0) + 1;
    counts.set(`${ask} ${why}`, times);
    if (Number.isInteger(Math.log2(times))) log.warn({ event: 'page_refused', ask, why, times });
  };
}

/** Answers the page in our window. Any other sender, and any other message, is refused unread. */
export function answerPage(window: BrowserWindow, own: () => string, page: PageSide, log: Log): void {
  const note = makeRefusalLog(log);
  const isOurs = ({ sender, senderFrame }: IpcMainEvent | IpcMainInvokeEvent): boolean =>
    senderFrame !== null &&
    !window.isDestroyed() &&
    isOurPage(
      {
        isOurs: sender === window.webContents,
        isMainFrame: senderFrame.parent === null,
        url: senderFrame.url,
      },
      own(),
    );

  for (const name of Object.keys(asks) as Ask[]) {
    ipcMain.handle(`desktop:${name}`, async (event, ...given: unknown[]) => {
      if (!isOurs(event)) {
        note(name, 'sender');
        throw new Error('refused');
      }
      const checked = asks[name].safeParse(given);
      if (!checked.success) {
        note(name, 'arguments');
        throw new Error('refused: not what this takes');
      }
      const answer = page[name] as (...given: unknown[]) => unknown;
      try {
        return await answer(...checked.data);
      } catch (error) {
        log.error({ event: 'page_not_answered', ask: name, ...toTrace(error) });
        throw error;
      }
    });
  }
  ipcMain.on('desktop:ready', (event) => {
    if (isOurs(event)) page.ready();
    else note('ready', 'sender');
  });
  ipcMain.on('desktop:setUnfinished', (event, ...given: unknown[]) => {
    const checked = unfinished.safeParse(given);
    if (!isOurs(event)) note('setUnfinished', 'sender');
    else if (!checked.success) note('setUnfinished', 'arguments');
    else page.setUnfinished(...checked.data);
  });
}
