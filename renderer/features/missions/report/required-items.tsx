import { Collapse, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { reportSections } from '../../../../domain/reports.ts';
import type { Report, ReportOutline } from '../../../../server/missions/reports/contract.ts';
import { formatList, t } from '../../../words.ts';
import styles from './report.module.css';
import { UnfoldButton } from './unfold-button.tsx';

type Item = ReportOutline['items'][number];

/** Content of a required item. */
export function nameItem({ kind }: Pick<Report, 'kind'>, { section, name }: Item): string {
  if (name !== null) return t(`mission_report.item.${name}`);
  const title = reportSections[kind].find(({ key }) => key === section)?.title;
  return title === undefined ? section : t(`report_sections.title.${title}`);
}

function nameSources({ sources, name }: Item): string {
  return formatList([
    ...sources.map((source) => t(`mission_report.source.${source}`)),
    ...(name === null ? [t('mission_report.source.text')] : []),
  ]);
}

/** The content that the regulation asks for, where it comes from, and whether it is there. */
export function RequiredItems({ report, items }: { report: Report; items: readonly Item[] }) {
  const [unfolded, { toggle }] = useDisclosure(false);
  if (items.length === 0) return null;
  const filled = items.filter((item) => item.filled).length;
  return (
    <div>
      <UnfoldButton unfolded={unfolded} onClick={toggle}>
        {t('mission_report.items', { filled, all: items.length })}
      </UnfoldButton>
      <Collapse expanded={unfolded} keepMounted={false}>
        <section className={styles.items} aria-label={t('mission_report.items.table')}>
          <Table.ScrollContainer minWidth={260}>
            <Table fz="sm" verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('mission_report.items.ref')}</Table.Th>
                  <Table.Th>{t('mission_report.items.content')}</Table.Th>
                  <Table.Th visibleFrom="sm">{t('mission_report.items.source')}</Table.Th>
                  <Table.Th>{t('mission_report.items.state')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((item) => (
                  <Table.Tr key={`${item.ref} ${item.section}`}>
                    <Table.Td className={styles.ref as string}>{item.ref}</Table.Td>
                    <Table.Td>{nameItem(report, item)}</Table.Td>
                    <Table.Td visibleFrom="sm">{nameSources(item)}</Table.Td>
                    <Table.Td>
                      <span className={styles.filled}>
                        {item.filled ? (
                          <IconCircleCheck size={15} aria-hidden />
                        ) : (
                          <IconCircleDashed size={15} aria-hidden />
                        )}
                        {t(item.filled ? 'mission_report.items.filled' : 'mission_report.items.empty')}
                      </span>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </section>
      </Collapse>
    </div>
  );
}
