import { Stack } from '@mantine/core';
import { tlptLists } from '../../../../domain/tlpt.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { SheetHead } from '../../../ui/print/sheet-parts.tsx';
import { t } from '../../../words.ts';
import { Dates } from './dates.tsx';
import { Deadlines } from './deadlines.tsx';
import { ItemList } from './item-list.tsx';
import { Notes } from './notes.tsx';
import { Parties } from './parties.tsx';

/** The record of a threat-led penetration test, printed in one column, without its controls for writing. */
export function TlptSheet({ mission, tlpt }: { mission: Mission; tlpt: Tlpt }) {
  return (
    <>
      <SheetHead
        trail={mission.name}
        title={t('missions.tlpt')}
        facts={[[t('shared.client'), mission.client]]}
      />
      <Stack gap="sm">
        <Parties tlpt={tlpt} onEdit={null} />
        <Dates tlpt={tlpt} onEdit={null} />
        <Deadlines tlpt={tlpt} onDone={null} />
        {tlptLists.map((list) => (
          <ItemList
            key={list}
            list={list}
            tlpt={tlpt}
            mission={mission}
            onAdd={null}
            onEdit={null}
            onRemove={null}
          />
        ))}
        <Notes tlpt={tlpt} onEdit={null} />
      </Stack>
    </>
  );
}
