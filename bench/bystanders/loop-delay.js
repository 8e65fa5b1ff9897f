// Loaded into the server's process before it starts: reports to the bench the longest block of its event loop. Plain JavaScript,
// because its threads load it too.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolution = 2;

if (isMainThread && process.send !== undefined) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  // On a busy machine a thread also waits for a processor, so its longest stretch of CPU time is reported as well.
  let before = used();
  let busiest = 0;
  setInterval(() => {
    const now = used();
    busiest = Math.max(busiest, now - before);
    before = now;
  }, resolution).unref();
  process.on('message', () => {
    // Time between timers; the interval is subtracted.
    process.send({ longest: Math.max(0, delay.max / 1e6 - resolution), busiest });
    delay.reset();
    busiest = 0;
  });
  // The channel must not keep the server from ending.
  process.channel.unref();
}

/** Processor time of this thread, in milliseconds. */
function used() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
