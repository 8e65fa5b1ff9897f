import { type Area, offered, press, says, table } from './page.ts';
import { importers } from './people.ts';
import type { Things } from './world.ts';

const at = ({ imported }: Pick<Things, 'imported'>) => `/imports/${imported.id}`;
const reserved = { for: importers, otherwise: says('You do not have permission to import') };

export const imports: Area = {
  imports: {
    routes: ['/imports'],
    at: () => '/imports',
    sign: (page) => page.getByRole('button', { name: 'Choose a file' }),
    reserved,
    looks: {
      red: [{ name: 'imports', at: () => '/imports', sees: table }],
    },
    reads: 'list of imports',
    texts: [{ as: 'red' }],
  },
  import: {
    routes: ['/imports/:importId'],
    at,
    sign: (page) => page.getByRole('region', { name: 'Rows' }),
    reserved,
    offers: [
      {
        state: 'an import that was read',
        controls: [
          offered.button('Discard this file', importers),
          offered.button('Apply columns', importers),
        ],
      },
    ],
    looks: {
      red: [
        {
          name: 'rows of an import',
          at,
          sees: (page) => page.getByRole('row', { name: /Ask at the gate/ }).first(),
        },
        {
          name: 'what is left over of a row',
          does: press(/unmapped/),
          sees: says('No field holds this'),
        },
        {
          name: 'rows of an import, none found',
          at: (world) => `${at(world)}?q=there+is+none`,
          sees: says('No matching rows'),
        },
      ],
    },
    reads: 'import',
    texts: [{ as: 'red' }],
  },
};
