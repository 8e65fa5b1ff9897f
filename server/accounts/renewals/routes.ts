import { DomainError } from '../../errors.ts';
import { type Route, route } from '../../http/route.ts';
import { renewalSchema } from '../sessions/contract.ts';
import { type Accounts, sessionEnded } from '../sessions/service.ts';
import { deleteCookie, readCookie, refuseOtherSites, setCookie } from './cookie.ts';
import { renewByCookie } from './service.ts';

/** Keeping a browser signed in, by a cookie. */
export function renewalRoutes(accounts: Accounts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/auth/renewal',
      summary: 'Sign a page in with the cookie of its sign-in, which is replaced on each use',
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
          // A refused cookie is useless to its browser, so it is deleted.
          if (error instanceof DomainError && error.code === 'unauthenticated') deleteCookie(exchange);
          throw error;
        }
      },
    }),
  ];
}
