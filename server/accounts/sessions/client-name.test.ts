import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameClient } from './client-name.ts';

describe('the name of a client', () => {
  const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const table: [userAgent: string | undefined, name: string | null][] = [
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`,
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [`Mozilla/5.0 (Linux; Android 15) ${webKit} Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webKit} damson/1.0 Chrome/140 Electron/38.0 Safari/537`,
      'Damson on Linux',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} HeadlessChrome/140.0 Safari/537.36`, 'Chromium on Linux'],
    [`Mozilla/5.0 (X11) ${webKit} Ubuntu Chromium/140.0 Chrome/140.0 Safari/537.36`, 'Chromium'],
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Browser on Linux'],
    ['curl/8.5.0', 'curl'],
    ['python-requests/2.32', 'python-requests'],
    ['<script>alert(1)</script>', null],
    ['a'.repeat(5000), 'a'.repeat(40)],
    ['\u0000\u001b[31m', null],
    ['', null],
    [undefined, null],
  ];
  for (const [userAgent, name] of table) {
    it(`${(userAgent ?? 'nothing').slice(0, 60)}: ${name?.slice(0, 40)}`, () => {
      assert.equal(nameClient(userAgent), name);
    });
  }
});
