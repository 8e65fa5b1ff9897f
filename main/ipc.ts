import { type BrowserWindow, type IpcMainEvent, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { z } from 'zod';
import type { Desktop } from './contract.ts';
import { isOurPage } from './web-security.ts';

const id = z.uuid();
const count = z.number().int().min(0).max(1_000_000);
const nothing = z.tuple([]);
const url = z.string().min(1).max(500);

/** What a page may ask for, and with which arguments. */
const asks = {
  installToken: nothing,
  secretsNote: nothing,
  reveal: z.tuple([id]),
  takeBundle: z.tuple([id]),
  'sharing.addresses': nothing,
  'sharing.state': nothing,
  'sharing.chooseCertificate': nothing,
  'sharing.start': z.tuple([
    z.strictObject({
      address: z.union([z.ipv4(), z.ipv6()]),
      port: z.number().int().min(0).max(65_535),
      certificate: id.nullable(),
    }),
  ]),
  'sharing.stop': nothing,
  'servers.remembered': nothing,
  'servers.connect': z.tuple([url]),
  'servers.forget': z.tuple([url]),
} as const;
type Ask = keyof typeof asks;

const unfinished = z.tuple([z.strictObject({ unsaved: count, uploads: count })]);

type AnswerOf<Name extends Ask> = Name extends `${infer Group extends 'sharing' | 'servers'}.${infer Method}`
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
  /** The preload of a fresh page is there. */
  ready: () => void;
  setUnfinished: Desktop['setUnfinished'];
};

/** Answers the page in our window. Whoever else sends, and whatever else is sent, is refused without being looked at. */
export function answerPage(window: BrowserWindow, own: () => string, page: PageSide): void {
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
    ipcMain.handle(`desktop:${name}`, (event, ...given: unknown[]) => {
      if (!isOurs(event)) throw new Error('refused');
      const checked = asks[name].safeParse(given);
      if (!checked.success) throw new Error('refused: not what this takes');
      const answer = page[name] as (...given: unknown[]) => unknown;
      return answer(...checked.data);
    });
  }
  ipcMain.on('desktop:ready', (event) => {
    if (isOurs(event)) page.ready();
  });
  ipcMain.on('desktop:setUnfinished', (event, ...given: unknown[]) => {
    const checked = unfinished.safeParse(given);
    if (isOurs(event) && checked.success) page.setUnfinished(...checked.data);
  });
}
