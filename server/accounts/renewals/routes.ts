import { DomainError } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import { renewalSchema } from '../sessions/contract.ts';
import { type Accounts, sessionEnded } from '../sessions/service.ts';
import { deleteCookie, readCookie, refuseOtherSites, setCookie } from './cookie.ts';
import { renewByCookie } from './service.ts';

/** Staying signed in in a browser, by a cookie. */
export function renewalRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/renewal',
      summary: 'Sign a page in by the cookie that its sign-in asked for, which is another one after each use',
      access: 'public',
      response: renewalSchema,
      handle: async (exchange) => {
        refuseOtherSites(exchange.request);
        const cookie = readCookie(exchange.request);
        if (cookie === null) return { session: null };
        try {
          if (cookie === 'unreadable') throw sessionEnded();
          const renewed = await renewByCookie(accounts, cookie);
          setCookie(exchange, renewed.cookie, renewed.lasts);
          return { session: renewed.session };
        } catch (error) {
          // A cookie that the server refuses is useless to its browser.
          if (error instanceof DomainError && error.code === 'unauthenticated') deleteCookie(exchange);
          throw error;
        }
      },
    }),
  ];
}
