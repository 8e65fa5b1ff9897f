import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  isOurPage,
  judgeOpening,
  judgeRequest,
  launchHeader,
  leadOnlyTo,
  mayDownload,
  mayNavigate,
  mayPrint,
  mayUse,
  readOrigin,
  toOfferedName,
} from './web-security.ts';

const own = 'http://127.0.0.1:41419';

/** Addresses that look like our own but are not. */
const lookalikes = [
  'http://127.0.0.1:41418/',
  'http://127.0.0.1/',
  'https://127.0.0.1:41419/',
  'http://localhost:41419/',
  'http://127.0.0.1:41419@elsewhere.test/',
  'http://user@127.0.0.1:41419/',
  'http://user:secret@127.0.0.1:41419/',
  'http://127.0.0.1.elsewhere.test:41419/',
  'http://elsewhere.test/?http://127.0.0.1:41419/',
  'http://elsewhere.test/#http://127.0.0.1:41419/',
  'http://[::ffff:127.0.0.1]:41419/',
  'ws://127.0.0.1:41419/',
  'ftp://127.0.0.1:41419/',
];

/** Addresses that don't lead to any server. */
const odd = [
  '',
  'nonsense',
  '/missions',
  '//elsewhere.test/',
  'about:blank',
  'about:srcdoc',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:http://127.0.0.1:41419/0b9d',
  'file:///etc/passwd',
  'file://host/share',
  'view-source:http://127.0.0.1:41419/',
  'chrome://settings/',
  'devtools://devtools/bundled/inspector.html',
  'filesystem:http://127.0.0.1:41419/temporary/x',
  'mailto:someone@elsewhere.test',
  'smb://elsewhere.test/share',
  'ms-msdt:/id',
  'damson://open',
];

/** The same origin, spelled as a browser understands it. */
const same = [
  own,
  `${own}/`,
  `${own}/missions/1?q=a#b`,
  'HTTP://127.0.0.1:41419/',
  'http://127.1:41419/',
  'http://2130706433:41419/',
  ' http://127.0.0.1:41419/ ',
];

describe('where a window may go', () => {
  for (const address of same) {
    it(`is ${JSON.stringify(address)}, in the main frame alone`, () => {
      assert.equal(mayNavigate(address, own, true), true);
      assert.equal(mayNavigate(address, own, false), false);
    });
  }
  for (const address of [...lookalikes, ...odd, 'https://elsewhere.test/']) {
    it(`is not ${JSON.stringify(address)}`, () => {
      assert.equal(mayNavigate(address, own, true), false);
      assert.equal(mayNavigate(address, own, false), false);
    });
  }
});

describe('a link that asks for a window of its own', () => {
  const cases: [string, ReturnType<typeof judgeOpening>][] = [
    [`${own}/api/docs`, { kind: 'own', url: `${own}/api/docs` }],
    ['https://elsewhere.test/a?b#c', { kind: 'browser', url: 'https://elsewhere.test/a?b#c' }],
    ['HTTPS://Elsewhere.test', { kind: 'browser', url: 'https://elsewhere.test/' }],
    ['http://elsewhere.test/', { kind: 'deny' }],
    ['https://user:secret@elsewhere.test/', { kind: 'deny' }],
    ['https://127.0.0.1:41419/', { kind: 'browser', url: 'https://127.0.0.1:41419/' }],
    ...odd.map((address): [string, { kind: 'deny' }] => [address, { kind: 'deny' }]),
  ];
  for (const [address, expected] of cases) {
    it(`${JSON.stringify(address)}: ${expected.kind}`, () => {
      assert.deepEqual(judgeOpening(address, own), expected);
    });
  }
});

describe('permissions', () => {
  const everything = [
    'ar automatic-fullscreen background-fetch background-sync captured-surface-control clipboard-read',
    'deprecated-sync-clipboard-read display-capture fileSystem fullscreen geolocation geolocation-approximate',
    'hand-tracking hid idle-detection keyboardLock local-fonts local-network local-network-access loopback-network media',
    'mediaKeySystem midi midiSysex nfc notifications openExternal payment-handler periodic-background-sync',
    'persistent-storage pointerLock screen-wake-lock sensors serial smart-card speaker-selection storage-access',
    'system-wake-lock top-level-storage-access usb vr web-app-installation web-printing window-management unknown',
    'something-that-is-invented-later',
  ].flatMap((line) => line.split(' '));
  for (const permission of everything) {
    it(`denies ${permission}`, () => assert.equal(mayUse(permission, own, own, true), false));
  }

  it('lets our own page put text on the clipboard, and nobody else', () => {
    const write = 'clipboard-sanitized-write';
    assert.equal(mayUse(write, own, own, true), true);
    assert.equal(mayUse(write, `${own}/missions`, own, true), true);
    assert.equal(mayUse(write, own, own, false), false);
    assert.equal(mayUse(write, own, null, true), false);
    for (const requester of [...lookalikes, ...odd]) {
      assert.equal(mayUse(write, requester, own, true), false, requester);
      assert.equal(mayUse(write, requester, null, true), false, requester);
    }
  });
});

describe('downloads', () => {
  const cases: [string, boolean][] = [
    [`${own}/api/v1/evidence/1/content`, true],
    [`blob:${own}/0b9d6d4c`, true],
    ['blob:https://elsewhere.test/0b9d6d4c', false],
    ['blob:null/0b9d6d4c', false],
    ['data:application/octet-stream;base64,AAAA', false],
    ['file:///etc/passwd', false],
    ...lookalikes.map((address): [string, boolean] => [address, false]),
  ];
  for (const [address, expected] of cases) {
    it(`${address}: ${expected ? 'yes' : 'no'}`, () => assert.equal(mayDownload(address, own), expected));
  }

  const names: [string, string][] = [
    ['notes.txt', 'notes.txt'],
    ['Résumé 报告.pdf', 'Résumé 报告.pdf'],
    ['../../.bashrc', '_.._.bashrc'],
    ['..\\..\\autoexec.bat', '_.._autoexec.bat'],
    ['C:\\Windows\\x.dll', 'C__Windows_x.dll'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\nc\u001b[31m.txt', 'abc[31m.txt'],
    ['...', 'download'],
    ['', 'download'],
    ['  .hidden ', 'hidden'],
    ['trailing. . .', 'trailing'],
    ['a'.repeat(300), 'a'.repeat(200)],
    ['what?*<>|".txt', 'what______.txt'],
  ];
  for (const [given, offered] of names) {
    it(`offers ${JSON.stringify(given.slice(0, 40))} as ${JSON.stringify(offered.slice(0, 40))}`, () => {
      assert.equal(toOfferedName(given), offered);
    });
  }
});

describe('requests of our session', () => {
  const secret = 'of this launch';
  const headers = { Accept: '*/*' };

  for (const address of same) {
    it(`carry the secret to ${JSON.stringify(address)}`, () => {
      assert.deepEqual(judgeRequest(address, headers, own, secret), {
        requestHeaders: { ...headers, [launchHeader]: secret },
      });
    });
  }

  for (const address of [...lookalikes, 'https://elsewhere.test/', 'https://elsewhere.test/collect?x=1']) {
    it(`are not made to ${JSON.stringify(address)}`, () => {
      assert.deepEqual(judgeRequest(address, headers, own, secret), { cancel: true });
    });
  }

  for (const address of [`blob:${own}/1`, 'data:image/png;base64,AAAA', 'devtools://devtools/x.js']) {
    it(`go to ${address} without it`, () => {
      assert.deepEqual(judgeRequest(address, headers, own, secret), { requestHeaders: headers });
    });
  }

  it('are not made while no server of ours is running', () => {
    assert.deepEqual(judgeRequest(`${own}/api/v1/missions`, headers, null, secret), { cancel: true });
  });

  it('carry no secret to another server, and never one that a page sets', () => {
    const forged = { ...headers, 'x-damson-launch': 'forged', 'X-Damson-Launch': 'forged too' };
    assert.deepEqual(judgeRequest(`${own}/`, forged, own, null), { requestHeaders: headers });
    assert.deepEqual(judgeRequest(`${own}/`, forged, own, secret), {
      requestHeaders: { ...headers, [launchHeader]: secret },
    });
  });
});

describe('a message to the shell', () => {
  const page = { isOurs: true, isMainFrame: true, url: `${own}/missions` };
  it('is accepted from the page in our window', () => assert.equal(isOurPage(page, own), true));
  it('is refused from a frame in it', () =>
    assert.equal(isOurPage({ ...page, isMainFrame: false }, own), false));
  it('is refused from another window', () => assert.equal(isOurPage({ ...page, isOurs: false }, own), false));
  for (const url of [...lookalikes, ...odd]) {
    it(`is refused from ${JSON.stringify(url)}`, () => assert.equal(isOurPage({ ...page, url }, own), false));
  }
});

describe('an origin', () => {
  it('has no user and only the two schemes', () => {
    assert.equal(readOrigin('https://damson.lan:8443/x'), 'https://damson.lan:8443');
    for (const address of odd) assert.equal(readOrigin(address), null, address);
  });
});

describe('connections to a server of others', () => {
  for (const [origin, own] of [
    ['http://127.0.0.1:4780', '127.0.0.1:4780'],
    ['http://damson.lan', 'damson.lan:80'],
    ['https://damson.lan', 'damson.lan:443'],
    ['https://[fd00::1]:8443', '[fd00::1]:8443'],
  ] as const) {
    it(`go to ${origin} only, not even to this computer`, () => {
      const { mode, proxyRules, proxyBypassRules } = leadOnlyTo(origin);
      assert.equal(mode, 'fixed_servers');
      assert.equal(proxyBypassRules, `<-loopback>;${own}`);
      assert.equal(proxyRules, 'http://127.0.0.1:1');
    });
  }
});

describe('a printed page', { skip: process.platform === 'win32' && 'paths begin with a drive' }, () => {
  const file = '/home/ada/Harbour #1 ü%20.html';
  const addresses: [string, boolean][] = [
    ['file:///home/ada/Harbour%20%231%20%C3%BC%2520.html', true],
    ['file:///home/ada/../ada/Harbour%20%231%20ü%2520.html', true],
    ['file:///home/ada/Harbour', false],
    ['file:///etc/passwd', false],
    ['file://elsewhere.test/home/ada/Harbour%20%231%20%C3%BC%2520.html', false],
    ['http://127.0.0.1/home/ada/Harbour%20%231%20%C3%BC%2520.html', false],
    ['data:image/png;base64,AA==', true],
    ['about:blank', false],
    ['', false],
  ];
  for (const [address, expected] of addresses) {
    it(`loads ${expected ? '' : 'not '}${JSON.stringify(address)}`, () =>
      assert.equal(mayPrint(address, file), expected));
  }
});
