import { oidcSettings } from '../support/sign-in/flow.ts';
import { Idp } from '../support/sign-in/idp.ts';

/** The provider of the organisation, in this process: no fault is its. */
export const provider = await Idp.start();
provider.serve(['http://127.0.0.1/sign-in/with/example'], { atAnyPort: true });
provider.unref();

export const providerSettings = oidcSettings(provider, { table: [{ group: '/red', role: 'redteam' }] });
