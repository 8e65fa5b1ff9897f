import type { Command, Desktop, Opening, SavedFile } from './contract.ts';

const { contextBridge, ipcRenderer } = require('electron') as typeof import('electron');

const prefix = '--damson-version=';
const version = process.argv.find((word) => word.startsWith(prefix))?.slice(prefix.length) ?? '';

/** Messages without a listener wait, the newest of each kind, as it does while somebody signs in. */
function listeners<T>(
  channel: string,
  kindOf: (item: T) => string,
): (listener: (item: T) => void) => () => void {
  const heard = new Set<(item: T) => void>();
  const waiting = new Map<string, T>();
  ipcRenderer.on(channel, (_event, item: T) => {
    if (heard.size === 0) waiting.set(kindOf(item), item);
    for (const listener of heard) listener(item);
  });
  return (listener) => {
    heard.add(listener);
    const missed = [...waiting.values()];
    waiting.clear();
    for (const item of missed) listener(item);
    return () => {
      heard.delete(listener);
    };
  };
}

const onCommand = listeners<Command>('desktop:command', ({ kind }) => kind);
const onSaved = listeners<SavedFile>('desktop:saved', ({ id }) => id);
const onOpening = listeners<Opening | null>('desktop:opening', () => '');
ipcRenderer.send('desktop:ready');

const desktop: Desktop = {
  version,
  platform: process.platform as Desktop['platform'],
  installToken: () => ipcRenderer.invoke('desktop:installToken'),
  secretsNote: () => ipcRenderer.invoke('desktop:secretsNote'),
  setUnfinished: (work) => ipcRenderer.send('desktop:setUnfinished', work),
  onCommand,
  onSaved,
  reveal: (id) => ipcRenderer.invoke('desktop:reveal', id),
  restoreBackup: (id) => ipcRenderer.invoke('desktop:restoreBackup', id),
  opening: {
    onChange: onOpening,
    giveUp: () => ipcRenderer.invoke('desktop:opening.giveUp'),
  },
  takeBundle: (id) => ipcRenderer.invoke('desktop:takeBundle', id),
  sharing: {
    addresses: () => ipcRenderer.invoke('desktop:sharing.addresses'),
    state: () => ipcRenderer.invoke('desktop:sharing.state'),
    chooseCertificate: () => ipcRenderer.invoke('desktop:sharing.chooseCertificate'),
    start: (request) => ipcRenderer.invoke('desktop:sharing.start', request),
    stop: () => ipcRenderer.invoke('desktop:sharing.stop'),
  },
  servers: {
    remembered: () => ipcRenderer.invoke('desktop:servers.remembered'),
    connect: (url) => ipcRenderer.invoke('desktop:servers.connect', url),
    forget: (url) => ipcRenderer.invoke('desktop:servers.forget', url),
  },
};

contextBridge.exposeInMainWorld('desktop', desktop);
