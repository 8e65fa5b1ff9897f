import { Anchor, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { importFormats } from '../../../domain/interchange.ts';
import type { Import } from '../../../server/interchange/contract.ts';
import { importList } from '../../api/interchange.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { PersonName } from '../../ui/people/person-name.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { ImportStatusBadge } from './import-status-badge.tsx';
import { describeTotals, formatWords } from './import-words.ts';
import { ImportZone } from './import-zone.tsx';
import { renderMayNotImport } from './may-not-import.tsx';
import { takeBegun, useSending } from './sending.ts';
import { useMayImport, useMayImportForBlueAlone } from './use-may-import.ts';

const limit = 20;

/** The imports page: importing files from other tools, and previous imports. */
export function ImportsPage() {
  const mayImport = useMayImport();
  return mayImport ? <Imports /> : renderMayNotImport();
}

function Imports() {
  const [page, setPage] = useState(1);
  const list = useQuery(importList({ limit, offset: (page - 1) * limit }));
  const { begun } = useSending();
  const isForBlueAlone = useMayImportForBlueAlone();
  const navigate = useNavigate();
  useEffect(() => {
    const id = begun === null ? null : takeBegun();
    if (id !== null) void navigate(`/imports/${id}`);
  }, [begun, navigate]);
  return (
    <Stack gap="md">
      <PageHead title={t('shared.import')} />
      <ImportZone />
      {isForBlueAlone ? (
        <Text size="sm" c="dimmed">
          {t('interchange.you_may_import_detection_rules_for')}
        </Text>
      ) : null}
      {list.isLoadingError ? (
        <ProblemNote
          error={list.error}
          what={t('interchange.list_of_imports')}
          onRetry={() => list.refetch()}
        />
      ) : list.data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          {list.data.total > 0 ? (
            <section aria-label={t('interchange.imports_so_far')}>
              <Title order={2} size="h4" mb={4}>
                {t('interchange.imports_so_far')}
              </Title>
              <Earlier imports={list.data.items} />
              <Pager total={list.data.total} limit={limit} page={page} onPage={setPage} />
            </section>
          ) : null}
          <Formats />
        </>
      )}
    </Stack>
  );
}

function Earlier({ imports }: { imports: readonly Import[] }) {
  return (
    <Table.ScrollContainer minWidth={1060} type="native">
      <Table highlightOnHover verticalSpacing={6} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('interchange.file')}</Table.Th>
            <Table.Th w={150}>{t('exports.format')}</Table.Th>
            <Table.Th w={168}>{t('shared.state')}</Table.Th>
            <Table.Th w={190}>{t('interchange.rows')}</Table.Th>
            <Table.Th w={150}>{t('interchange.by')}</Table.Th>
            <Table.Th w={185}>{t('interchange.when')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {imports.map(({ id, file_name, format, status, totals, by, applied_at, created_at }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Anchor component={Link} to={`/imports/${id}`} fw={500} size="sm">
                  <Name line>{file_name}</Name>
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Text size="xs">{format === null ? '–' : formatWords()[format].name}</Text>
              </Table.Td>
              <Table.Td>
                <ImportStatusBadge status={status} />
              </Table.Td>
              <Table.Td>
                <Text size="xs">{describeTotals(totals)}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="xs">{by === null ? '–' : <PersonName person={by} />}</Text>
              </Table.Td>
              <Table.Td>
                <Text size="xs">
                  <Moment at={applied_at ?? created_at} />
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Formats() {
  return (
    <section aria-label={t('interchange.what_comes_in')}>
      <Title order={2} size="h4" mb={4}>
        {t('interchange.what_comes_in')}
      </Title>
      <Table.ScrollContainer minWidth={620} type="native">
        <Table verticalSpacing={5} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={170}>{t('shared.tool')}</Table.Th>
              <Table.Th>{t('interchange.file')}</Table.Th>
              <Table.Th>{t('interchange.becomes')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {importFormats.map((format) => (
              <Table.Tr key={format}>
                <Table.Th scope="row" fw={500}>
                  {formatWords()[format].name}
                </Table.Th>
                <Table.Td>{formatWords()[format].files}</Table.Td>
                <Table.Td>{formatWords()[format].becomes}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt={6}>
        {t('interchange.the_format_is_recognised_by_what')}
      </Text>
    </section>
  );
}
