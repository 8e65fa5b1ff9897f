import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findDebugSwitch } from './refused-switches.ts';

describe('the shipped application does not start with', () => {
  for (const word of [
    '--remote-debugging-port=9222',
    '--remote-debugging-port',
    '-remote-debugging-port=9222',
    '--Remote-Debugging-Port=9222',
    '--remote-debugging-pipe',
    '--remote-debugging-address=0.0.0.0',
    '--remote-debugging-targets=x',
    '--remote-allow-origins=*',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect-wait',
    '--inspect-port=1',
    '--inspect-publish-uid=http',
    '--debug-brk=1',
    '--js-flags=--allow-natives-syntax',
    '--renderer-cmd-prefix=xterm -e',
    '--utility-cmd-prefix=sh',
    '--gpu-launcher=sh',
    '--browser-subprocess-path=/tmp/x',
    '--load-extension=/tmp/x',
    '--disable-web-security',
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=x',
    '--host-rules=MAP * 127.0.0.1',
    '--host-resolver-rules=MAP * 127.0.0.1',
    '--log-net-log=/tmp/x',
    '--ssl-key-log-file=/tmp/x',
    '--no-sandbox',
    '-no-sandbox',
    '--disable-setuid-sandbox',
    '--disable-gpu-sandbox',
    '--proxy-server=http://attacker.example',
    '--proxy-pac-url=http://attacker.example/p.pac',
    '--proxy-bypass-list=<-loopback>',
    '--disable-features=NetworkServiceSandbox',
    '--enable-features=SomethingElse',
    '--enable-features=UseOzonePlatform,SomethingElse',
    '--enable-blink-features=x',
    '--enable-logging=file',
    '--enable-logging',
    '--log-file=/tmp/x',
    '--v=9',
    '--vmodule=*=9',
    '--single-process',
    '--in-process-gpu',
    '--allow-running-insecure-content',
    '--unsafely-treat-insecure-origin-as-secure=http://x',
    '--password-store=basic',
    '--disk-cache-dir=/tmp/x',
    '--crash-dumps-dir=/tmp/x',
    '--use-mock-keychain',
    '--a-switch-of-next-year',
  ]) {
    test(word, () => {
      const found = findDebugSwitch(['/opt/damson', '--data-dir', '/srv', word], 'linux');
      assert.equal(found, word.split('=', 1)[0]);
    });
  }

  test('one behind the command of a headless run', () => {
    assert.equal(findDebugSwitch(['/opt/damson', 'serve', '--no-sandbox'], 'linux'), '--no-sandbox');
    assert.equal(findDebugSwitch(['/opt/damson', 'serve', '--proxy-server=x'], 'linux'), '--proxy-server');
    assert.equal(
      findDebugSwitch(['/opt/damson', 'serve', '--remote-debugging-port=1'], 'linux'),
      '--remote-debugging-port',
    );
  });

  test('a slash before one, on Windows', () => {
    assert.equal(findDebugSwitch(['damson.exe', '/inspect=1'], 'win32'), '/inspect');
    assert.equal(findDebugSwitch(['damson', '/inspect'], 'linux'), null);
  });
});

test('switches that people and systems use are not debug switches', () => {
  for (const argv of [
    ['/opt/damson'],
    ['/opt/damson', '--ozone-platform=headless', 'serve', '--log-level', 'debug'],
    ['/opt/damson', 'create-admin', '--email', 'a@b.example', '--display-name', '--', '--password-stdin'],
    [
      '/opt/damson',
      '--ozone-platform-hint=auto',
      '--enable-features=UseOzonePlatform,WaylandWindowDecorations',
    ],
    ['/opt/damson', '--password-store=kwallet6', '--lang=de', '-psn_0_123'],
    [
      '/opt/damson',
      '--data-dir=/srv/inspect',
      'debug.json',
      '--disable-gpu',
      '--force-device-scale-factor=2',
    ],
    ['/opt/damson', '-h', '--', '-'],
  ]) {
    assert.equal(findDebugSwitch(argv, 'linux'), null, argv.join(' '));
  }
});
