/** Confirmed times, settled facts, and a review's answer to open questions. */
export const figuresThatHold = {
  version: 43,
  name: '043-figures-that-hold',
  statements: [
    'alter table facts add column time_confirmed integer check (time_confirmed in (0, 1))',
    'alter table facts add column settled integer check (settled in (0, 1))',
    "alter table missions add column settle_at_review text check (settle_at_review in ('no', 'open'))",
  ],
};
