/** By these Chromium and Node let others into their processes, run what they are given, or write down what is secret. */
const debugSwitch =
  /^(?:remote-debugging-.*|remote-allow-origins|inspect(?:-.*)?|debug(?:-.*)?|js-flags|auto-open-devtools-for-tabs|(?:renderer|utility|gpu|ppapi|zygote)-(?:cmd-prefix|launcher|startup-dialog)|browser-subprocess-path|load-extension|disable-web-security|ignore-certificate-errors(?:-.*)?|host-rules|host-resolver-rules|log-net-log|net-log-.*|ssl-key-log-file)$/i;

/**
 * The first switch on a command line that the shipped application does not start with, or null. Chromium takes one hyphen for two,
 * and a slash too on Windows.
 */
export function findDebugSwitch(argv: readonly string[], platform: NodeJS.Platform): string | null {
  for (const word of argv) {
    const name = /^(--?|\/)([^=]*)/.exec(word);
    if (name === null || (name[1] === '/' && platform !== 'win32')) continue;
    if (debugSwitch.test((name[2] as string).trim())) return `${name[1]}${name[2]}`;
  }
  return null;
}
