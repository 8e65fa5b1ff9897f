import { findCommandLine } from '../headless.ts';

/** Chromium and Node switches that let others into their processes, run given code or programs, or write secrets to disk. */
const debugSwitch =
  /^(?:remote-debugging-.*|remote-allow-origins|inspect(?:-.*)?|debug(?:-.*)?|js-flags|auto-open-devtools-for-tabs|(?:renderer|utility|gpu|ppapi|zygote)-(?:cmd-prefix|launcher|startup-dialog)|browser-subprocess-path|load-extension|disable-web-security|(?:no|disable-\w+)-sandbox|disable-sandbox.*|proxy-.*|disable-features|enable-logging|disable-site-isolation.*|ignore-certificate-errors(?:-.*)?|host-rules|host-resolver-rules|log-net-log|net-log-.*|ssl-key-log-file)$/i;

/**
 * Switches used by people and systems to start a window: display, language, and the data folder. Everything else is refused,
 * because Chromium has a thousand switches and the next version some more.
 */
const usualSwitch =
  /^(?:(?:user-)?data-dir|help|version|ozone-platform(?:-hint)?|disable-gpu(?:-compositing)?|disable-software-rasterizer|disable-dev-shm-usage|use-gl|use-angle|force-device-scale-factor|high-dpi-support|force-(?:dark-mode|high-contrast|renderer-accessibility)|lang|enable-wayland-ime|wayland-text-input-version|gtk-version|class|name|display|updated|psn_\w+|h?)$/i;
/** For switches that can also be harmful: the permitted values, which choose a keyring or how windows are drawn. */
const usualValue =
  /^(?:password-store=(?:gnome-libsecret|kwallet[56]?)|enable-features=(?:(?:UseOzonePlatform|WaylandWindowDecorations|WaylandLinuxDrmSyncobj)(?:,|$))+)$/i;

/**
 * The first unusual switch on a command line of the shipped application, or null. Chromium also accepts a single hyphen, and a
 * slash on Windows. Arguments after a word of the `damson` command are checked by that command, which knows its own flags.
 */
export function findDebugSwitch(argv: readonly string[], platform: NodeJS.Platform): string | null {
  const command = findCommandLine(argv.slice(1));
  const ofCommand = argv.length - (command?.length ?? 0);
  for (const [index, word] of argv.entries()) {
    const name = /^(--?|\/)([^=]*)/.exec(word);
    if (name === null || (name[1] === '/' && platform !== 'win32')) continue;
    const plain = (name[2] as string).trim();
    const isUsual =
      index >= ofCommand || usualSwitch.test(plain) || usualValue.test(word.replace(/^--?/, ''));
    if (!isUsual || debugSwitch.test(plain)) return `${name[1]}${name[2]}`;
  }
  return null;
}
