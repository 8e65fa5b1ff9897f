import assert from 'node:assert/strict';
import { SettingsError } from '../../../server/settings/settings-error.ts';
import { readSettings } from '../../../server/settings.ts';

export type Environment = Record<string, string>;
export const settings = (environment: Environment = {}, flags: Environment = {}) =>
  readSettings(flags, { HOME: '/home/ada', ...environment });

/** The message is one line that names the setting, never its secret value. */
export function assertRefused(environment: Environment, name: string): void {
  assert.throws(
    () => settings(environment),
    (error) => {
      assert.ok(error instanceof SettingsError, String(error));
      assert.ok(error.message.includes(name), error.message);
      assert.doesNotMatch(error.message, /\n/);
      for (const [setting, value] of Object.entries(environment)) {
        if (/SECRET|KEY/.test(setting) && value.length > 20)
          assert.ok(!error.message.includes(value), error.message);
      }
      return true;
    },
    JSON.stringify(environment),
  );
}
