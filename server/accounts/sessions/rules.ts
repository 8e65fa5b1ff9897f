/** How long a token is valid, in seconds. */
export const tokenSeconds = 60 * 60;
/** How long after signing in a token can still be renewed: 12 hours. */
export const sessionMilliseconds = 12 * 60 * 60 * 1000;

/** How long a ticket can be used, and how many of a person are open at a time. */
export const ticketSeconds = 30;
export const mostTicketsOfPerson = 8;
