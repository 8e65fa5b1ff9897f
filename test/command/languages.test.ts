import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { damson } from '../support/commands/command.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-languages-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const inFolder = ['--data-dir', folder];

const commands: readonly (readonly string[])[] = [
  ['create-admin'],
  ['install-token', ...inFolder],
  ['report', 'Autumn', ...inFolder],
  ['nonsense'],
];

/** Beginnings of the general help, of one command's help and of the commands' outputs, in order. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  'de_DE.UTF-8': [
    'Aufruf: damson <Befehl> [Flags]',
    'Aufruf: damson verify [Flags]',
    'damson: --email fehlt (Hilfe: „damson --help“)',
    `damson: in ${folder}/damson.db ist keine Damson-Datenbank: „damson serve“`,
    'damson: „report“ braucht --out <file>',
    'damson: den Befehl „nonsense“ gibt es nicht',
  ],
  'fr_CH.UTF-8@euro': [
    'Utilisation\u00a0: damson <commande> [options]',
    'Utilisation\u00a0: damson verify [options]',
    'damson: --email manque (aide\u00a0: «\u00a0damson --help\u00a0»)',
    `damson: pas de base de données Damson dans ${folder}/damson.db\u00a0: «\u00a0damson serve\u00a0»`,
    'damson: «\u00a0report\u00a0» demande --out <file>',
    'damson: la commande «\u00a0nonsense\u00a0» n’existe pas',
  ],
  C: [
    'Usage: damson <command> [flags]',
    'Usage: damson verify [flags]',
    'damson: --email is missing (try "damson --help")',
    `damson: there is no Damson database at ${folder}/damson.db: "damson serve"`,
    'damson: "report" needs --out <file>',
    'damson: there is no command "nonsense"',
  ],
};

describe('the command speaks the language of its terminal', () => {
  for (const [locale, [help = '', ofVerify = '', ...lines]] of Object.entries(spoken)) {
    test(`${locale}: help`, async () => {
      const general = await damson(['--help'], { env: { LANG: locale } });
      assert.equal(general.code, 0);
      assert.ok(general.stdout.startsWith(help), general.stdout);
      assert.ok(general.stdout.includes('SVC_PORT'));
      const { stdout } = await damson(['verify', '--help'], { env: { LANG: locale } });
      assert.ok(stdout.startsWith(ofVerify), stdout);
    });
    for (const [index, args] of commands.entries()) {
      test(`${locale}: ${args[0]}`, async () => {
        const { code, stderr } = await damson(args, { env: { LANG: locale } });
        assert.ok(code !== 0);
        assert.ok(stderr.startsWith(lines[index] as string), stderr);
      });
    }
  }

  const settings: [locale: string, says: string][] = [
    ['de_DE.UTF-8', 'damson: SVC_PORT muss eine ganze Zahl von 0 bis 65535 sein\n'],
    ['fr_FR.UTF-8', 'damson: SVC_PORT doit être un nombre entier de 0 à 65535\n'],
    ['C', 'damson: SVC_PORT must be a whole number from 0 to 65535\n'],
  ];
  for (const [locale, says] of settings) {
    test(`${locale}: a setting that can't be used`, async () => {
      const { code, stderr } = await damson(['verify', ...inFolder], {
        env: { LANG: locale, SVC_PORT: 'x' },
      });
      assert.deepEqual([code, stderr], [78, says]);
    });
  }

  const orders: [env: Record<string, string>, begins: string][] = [
    [{ LC_ALL: 'de_AT.UTF-8', LC_MESSAGES: 'fr_FR', LANG: 'C' }, 'Aufruf'],
    [{ LC_MESSAGES: 'fr_FR', LANG: 'de_DE' }, 'Utilisation'],
    [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, 'Usage'],
    [{ LANG: 'pl_PL.UTF-8' }, 'Usage'],
    [{ LC_ALL: '', LANG: 'de' }, 'Aufruf'],
    [{}, 'Usage'],
  ];
  for (const [env, begins] of orders) {
    test(`${JSON.stringify(env)}: ${begins}`, async () => {
      const { stdout } = await damson(['--help'], { env });
      assert.ok(stdout.startsWith(begins), stdout);
    });
  }
});
