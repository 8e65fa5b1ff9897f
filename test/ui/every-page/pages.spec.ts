import { pages } from '../pages/registry.ts';
import { dialogsOfTheInterface, routesOfTheInterface } from '../pages/routes.ts';
import { expect, test } from '../support.ts';

const all = pages.map(([, page]) => page);

test('every address of the router is in the registry, once, and no other', { tag: '@story' }, () => {
  const registered = all.flatMap(({ routes }) => routes);
  expect(registered.toSorted()).toEqual(routesOfTheInterface().toSorted());
});

test('every dialog that an address opens is in the registry', { tag: '@story' }, () => {
  const registered = all.flatMap(({ dialogs = {} }) => Object.keys(dialogs));
  expect(registered.toSorted()).toEqual(dialogsOfTheInterface().toSorted());
});

test('every page of the registry is looked at, except where no server has been set up', {
  tag: '@story',
}, () => {
  const notLookedAt = pages.filter(([, { looks }]) => Object.keys(looks).length === 0);
  expect(notLookedAt.map(([name]) => name)).toEqual(['set-up']);
});
