import { EventEmitter } from 'node:events';

/** The utility process's half: `process.parentPort`, which keeps messages until someone listens. */
const port = new EventEmitter();
const early: unknown[] = [];

process.on('message', (data) => {
  if (port.listenerCount('message') === 0) early.push(data);
  else port.emit('message', { data, ports: [] });
});
port.on('newListener', (name) => {
  if (name !== 'message') return;
  queueMicrotask(() => {
    for (const data of early.splice(0)) port.emit('message', { data, ports: [] });
  });
});
// A utility process ends with its application, however the application ends.
process.on('disconnect', () => process.exit(1));

Object.defineProperty(process, 'parentPort', {
  value: Object.assign(port, {
    start: () => {},
    pause: () => {},
    postMessage: (message: unknown) => {
      if (process.connected) process.send?.(message);
    },
  }),
});
Object.defineProperty(process, 'type', { value: 'utility' });
