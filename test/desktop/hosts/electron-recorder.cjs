// Runs in the main process of Electron before the application (`electron -r`): a specification answers what would otherwise wait
// for a person, and sees what would otherwise leave the application.
const { writeFileSync } = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');
const { app, dialog, shell } = require('electron');

const shown = [];
const waiting = new Map();
const outside = [];

function show(kind, args) {
  const [first, second] = args;
  const [owner, options] = second === undefined ? [null, first] : [first, second];
  const entry = { id: shown.length + 1, kind, options, owner: owner?.id ?? null, answer: null };
  shown.push(entry);
  return new Promise((resolve) => waiting.set(entry.id, resolve));
}

dialog.showMessageBox = async (...args) => ({ checkboxChecked: false, ...(await show('message', args)) });
dialog.showOpenDialog = (...args) => show('open', args);
dialog.showSaveDialog = (...args) => show('save', args);
dialog.showErrorBox = (title, content) => {
  shown.push({ id: shown.length + 1, kind: 'error', options: { title, content }, owner: null, answer: {} });
};
const ready = [];
dialog.showMessageBoxSync = (...args) => {
  const options = args.at(-1);
  const answer = ready.shift();
  shown.push({
    id: shown.length + 1,
    kind: 'message',
    options,
    owner: args.length > 1 ? args[0].id : null,
    answer: answer ?? {},
  });
  if (answer === undefined) throw new Error(`nobody said how to answer “${options.message}”`);
  return answer.response;
};
app.relaunch = ({ args = process.argv.slice(1) } = {}) => {
  writeFileSync(process.env.DAMSON_TEST_RELAUNCH, JSON.stringify(args));
};
const addresses = (process.env.DAMSON_TEST_ADDRESSES ?? '').split(' ').filter(Boolean);
const interfaces = os.networkInterfaces;
os.networkInterfaces = () => ({
  ...interfaces(),
  lan0: addresses.map((address) => ({
    address,
    netmask: '255.0.0.0',
    mac: '02:00:00:00:00:01',
    internal: false,
    family: 'IPv4',
    cidr: `${address}/8`,
  })),
});
syncBuiltinESMExports();
shell.openExternal = async (target) => {
  outside.push({ kind: 'link', target });
};
shell.showItemInFolder = (target) => {
  outside.push({ kind: 'reveal', target });
};
shell.openPath = async (target) => {
  outside.push({ kind: 'open', target });
  return '';
};

const progress = new Map();
app.on('browser-window-created', (_event, window) => {
  const shares = [];
  progress.set(window.id, shares);
  const show = window.setProgressBar.bind(window);
  window.setProgressBar = (share, ...rest) => {
    shares.push(share);
    show(share, ...rest);
  };
});

globalThis.damsonPerson = {
  shown,
  outside,
  progressOf(window) {
    return progress.get(window) ?? [];
  },
  answerNext(answer) {
    ready.push(answer);
  },
  answer(id, answer) {
    const resolve = waiting.get(id);
    if (!resolve) throw new Error(`there is no open dialog ${id}`);
    waiting.delete(id);
    shown.find((entry) => entry.id === id).answer = answer;
    resolve(answer);
  },
};
