// Runs in the main process of Electron before the application (`electron -r`): a specification answers what would otherwise wait
// for a person, and sees what would otherwise leave the application.
const { dialog, shell } = require('electron');

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

globalThis.damsonPerson = {
  shown,
  outside,
  answer(id, answer) {
    const resolve = waiting.get(id);
    if (!resolve) throw new Error(`there is no open dialog ${id}`);
    waiting.delete(id);
    shown.find((entry) => entry.id === id).answer = answer;
    resolve(answer);
  },
};
