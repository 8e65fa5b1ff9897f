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
import { ImportStatusBadge } from './import-status-badge.tsx';
import { describeTotals, formatWords } from './import-words.ts';
import { ImportZone } from './import-zone.tsx';
import { renderMayNotImport } from './may-not-import.tsx';
import { takeBegun, useSending } from './sending.ts';
import { useMayImport, useMayImportRulesAlone } from './use-may-import.ts';

const limit = 20;

/** Where files of other tools come in, and what came in before. */
export function ImportsPage() {
  const mayImport = useMayImport();
  return mayImport ? <Imports /> : renderMayNotImport();
}

function Imports() {
  const [page, setPage] = useState(1);
  const list = useQuery(importList({ limit, offset: (page - 1) * limit }));
  const { begun } = useSending();
  const takesRulesAlone = useMayImportRulesAlone();
  const navigate = useNavigate();
  useEffect(() => {
    const id = begun === null ? null : takeBegun();
    if (id !== null) void navigate(`/imports/${id}`);
  }, [begun, navigate]);
  return (
    <Stack gap="md">
      <PageHead title="Import" />
      <ImportZone />
      {takesRulesAlone ? (
        <Text size="sm" c="dimmed">
          You may import detection rules. For anything else the preview names the permission that it needs.
        </Text>
      ) : null}
      {list.isLoadingError ? (
        <ProblemNote error={list.error} what="list of imports" onRetry={() => list.refetch()} />
      ) : list.data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          {list.data.total > 0 ? (
            <section aria-label="Imports so far">
              <Title order={2} size="h4" mb={4}>
                Imports so far
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
            <Table.Th>File</Table.Th>
            <Table.Th w={150}>Format</Table.Th>
            <Table.Th w={168}>State</Table.Th>
            <Table.Th w={190}>Rows</Table.Th>
            <Table.Th w={150}>By</Table.Th>
            <Table.Th w={165}>When</Table.Th>
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
                <Text size="xs">{format === null ? '–' : formatWords[format].name}</Text>
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
    <section aria-label="What comes in">
      <Title order={2} size="h4" mb={4}>
        What comes in
      </Title>
      <Table.ScrollContainer minWidth={620} type="native">
        <Table verticalSpacing={5} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={170}>Tool</Table.Th>
              <Table.Th>File</Table.Th>
              <Table.Th>Becomes</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {importFormats.map((format) => (
              <Table.Tr key={format}>
                <Table.Th scope="row" fw={500}>
                  {formatWords[format].name}
                </Table.Th>
                <Table.Td>{formatWords[format].files}</Table.Td>
                <Table.Td>{formatWords[format].becomes}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt={6}>
        The format is recognised by what stands in the file. The same file can come in again: what is there
        already stays as it is.
      </Text>
    </section>
  );
}
