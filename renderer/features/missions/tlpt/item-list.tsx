import { Anchor, Menu, Text } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TlptList } from '../../../../domain/tlpt.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import type { Tlpt } from '../../../../server/missions/tlpt/contract.ts';
import { RowMenu } from '../../../ui/lists/row-menu.tsx';
import { Fact } from '../../../ui/pages/page-head.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Prose } from '../../../ui/text/prose.tsx';
import { Day } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { listFields, listItems, nameItem, readField, type TlptItem } from './item-fields.ts';
import { Section } from './section.tsx';
import styles from './tlpt.module.css';

type Props = {
  list: TlptList;
  tlpt: Tlpt;
  mission: Mission;
  /** Each is null for people who may not. */
  onAdd: (() => void) | null;
  onEdit: ((item: TlptItem) => void) | null;
  onRemove: ((item: TlptItem) => void) | null;
};

/** A list of a threat-led penetration test. */
export function ItemList({ list, tlpt, mission, onAdd, onEdit, onRemove }: Props) {
  const items = listItems(tlpt, list);
  if (list === 'flags') items.sort((one, other) => numberOf(one) - numberOf(other));
  return (
    <Section
      title={t(`tlpt.list.${list}`)}
      action={
        onAdd === null
          ? null
          : { label: t(`tlpt.new.${list}`), icon: <IconPlus size={14} aria-hidden />, run: onAdd }
      }
      empty={items.length === 0 ? t(`tlpt.none.${list}`) : null}
    >
      <ul className={styles.items}>
        {items.map((one) => (
          <li key={one.id} className={styles.item}>
            <div className={styles.about}>
              <Text size="sm" fw={500}>
                <Name>{nameItem(one)}</Name>
              </Text>
              <Facts of={one} mission={mission} />
            </div>
            <RowMenu of={toVisibleText(nameItem(one))} isEmpty={onEdit === null}>
              <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => onEdit?.(one)}>
                {t('tlpt.edit')}
              </Menu.Item>
              <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => onRemove?.(one)}>
                {t('tlpt.remove')}
              </Menu.Item>
            </RowMenu>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const numberOf = ({ item }: TlptItem): number => ('number' in item ? item.number : 0);

function Facts({ of: { list, item }, mission }: { of: TlptItem; mission: Mission }) {
  const shown = listFields(list).flatMap(([field, kind]): [string, ReactNode][] => {
    const value = readField(item, field);
    if (kind === 'title' || kind === 'number') return [];
    if (kind === 'captured') {
      return [[field, t(`tlpt_fields.captured.${value === null ? 'open' : value ? 'yes' : 'no'}`)]];
    }
    if (value === null || (Array.isArray(value) && value.length === 0)) return [];
    if (kind === 'day') return [[field, <Day key={field} on={value as string} />]];
    if (kind === 'tests') return [[field, <Tests key={field} ids={value as string[]} mission={mission} />]];
    if (kind === 'text') return [];
    return [[field, <Name key={field}>{value as string}</Name>]];
  });
  const texts = listFields(list).filter(([, kind]) => kind === 'text');
  return (
    <>
      {shown.length === 0 ? null : (
        <div className={styles.facts}>
          {shown.map(([field, value]) => (
            <Fact key={field} label={t(`tlpt.item.${field as 'why'}`)}>
              {value}
            </Fact>
          ))}
        </div>
      )}
      {texts.map(([field]) => (
        <Prose
          key={field}
          label={t(`tlpt.item.${field as 'why'}`)}
          text={readField(item, field) as string | null}
        />
      ))}
    </>
  );
}

function Tests({ ids, mission }: { ids: readonly string[]; mission: Mission }) {
  const tests = mission.scenarios.flatMap((scenario) => scenario.tests).filter(({ id }) => ids.includes(id));
  return tests.map(({ id, name }, index) => (
    <span key={id}>
      {index === 0 ? '' : ', '}
      <Anchor component={Link} to={`/missions/${mission.id}/tests/${id}`} inherit>
        <Name>{name}</Name>
      </Anchor>
    </span>
  ));
}
