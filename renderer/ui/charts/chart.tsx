import { ActionIcon, Anchor, Button, Menu, Table } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { type Drawing, type Space, type Target, usualWidth } from '../../../domain/charts/drawing.ts';
import { t, words } from '../../words.ts';
import styles from './charts.module.css';
import { Picture } from './picture.tsx';
import { useSaveChart } from './save-chart.ts';

type ToLink = (key: string, part?: string) => string;

type Props<Of> = {
  of: Of;
  /** Draws at the available width; null hides the chart because there is nothing to draw. */
  draw: (of: Of, space: Space) => Drawing | null;
  /** Address of the tests that a mark or a number counts. */
  toLink: ToLink;
  /** Shown before the standard actions. */
  actions?: ReactNode;
  /** Within a panel, without its own frame. */
  isPlain?: boolean;
};

/** A chart with its title, its data table, and export actions. */
export function Chart<Of>({ of, draw, toLink, actions, isPlain = false }: Props<Of>) {
  const { ref, width } = useElementSize();
  const drawing = useMemo(
    () => draw(of, { words, width: width === 0 ? usualWidth : width }),
    [of, draw, width],
  );
  const [isTable, setTable] = useState(false);
  const id = useId();
  if (drawing === null) return null;
  const Heading = isPlain ? 'h3' : 'h2';
  return (
    <section className={styles.chart} data-plain={isPlain || undefined} aria-labelledby={id}>
      <div className={styles.head}>
        <Heading id={id}>{drawing.title}</Heading>
        <div className={styles.actions} data-no-print>
          {actions}
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={
              isTable ? <IconChartBar size={14} aria-hidden /> : <IconTable size={14} aria-hidden />
            }
            onClick={() => setTable(!isTable)}
          >
            {isTable ? t('shared.show_as_chart') : t('shared.show_as_table')}
          </Button>
          <SaveMenu drawing={drawing} />
        </div>
      </div>
      {drawing.hint === null ? null : <p className={styles.hint}>{drawing.hint}</p>}
      <div ref={ref} className={styles.content}>
        {isTable ? (
          <DrawingTable drawing={drawing} toLink={toLink} />
        ) : (
          // Hidden until its width is known, to avoid a visible redraw.
          <div className={styles.picture} style={width === 0 ? { visibility: 'hidden' } : {}}>
            <Picture drawing={drawing} />
            {drawing.targets.map((target, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one key may stand in two places, and none keeps a state
              <Part key={index} target={target} drawing={drawing} toLink={toLink} />
            ))}
            {drawing.parts?.map((target) => (
              <Part
                key={`${target.part} ${target.key}`}
                target={target}
                drawing={drawing}
                toLink={toLink}
                isInner
              />
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/** A part of a picture: shows its meaning on hover, and links to what it counts. */
function Part({
  target: { key, part, count, label, x, y, width, height },
  drawing,
  toLink,
  isInner = false,
}: {
  target: Target;
  drawing: Drawing;
  toLink: ToLink;
  /** Overlaps another part: keyboard and screen-reader users reach it through the table. */
  isInner?: boolean;
}) {
  const share = (part: number, of: number) => `${(100 * part) / of}%`;
  const style = {
    left: share(x, drawing.width),
    top: share(y, drawing.height),
    width: share(width, drawing.width),
    height: share(height, drawing.height),
  };
  if (count === 0) return <span className={styles.part} style={style} title={label} aria-hidden />;
  const how = isInner ? { 'aria-hidden': true, tabIndex: -1 } : { 'aria-label': label };
  const to = toLink(key, part);
  return (
    <Link
      className={styles.part}
      style={style}
      to={to}
      title={label}
      data-count={count ?? undefined}
      {...how}
    />
  );
}

function SaveMenu({ drawing }: { drawing: Drawing }) {
  const save = useSaveChart(drawing);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          size="sm"
          variant="subtle"
          aria-label={t('shared.save_title', { title: drawing.title })}
          title={t('shared.save')}
        >
          <IconDownload size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={save.asSvg}>{t('shared.save_as_svg')}</Menu.Item>
        <Menu.Item onClick={save.asPng}>{t('shared.save_as_png')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function DrawingTable({ drawing: { title, table }, toLink }: { drawing: Drawing; toLink: ToLink }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, so the keyboard has to reach it
    <section className={styles.table} tabIndex={0} aria-label={t('shared.title_as_a_table', { title })}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {table.head.map((name) => (
              <Table.Th key={name} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map(([name, ...cells], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and none keeps a state
            <Table.Tr key={row}>
              <Table.Th scope="row">{name}</Table.Th>
              {cells.map((cell, column) => {
                const place = table.places?.[row]?.[column] ?? null;
                const head = `${name}, ${table.head[column + 1]}`;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay
                  <Table.Td key={column}>
                    {place === null ? (
                      cell
                    ) : (
                      <Anchor
                        component={Link}
                        to={toLink(place.key, place.part)}
                        aria-label={t('shared.labelled', { label: head, value: cell })}
                        inherit
                      >
                        {cell}
                      </Anchor>
                    )}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
