import { Alert, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFilterOff } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { matrixKeys } from '../../../ui/keys/shortcuts.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { countStates } from './coverage.ts';
import { MatrixGrid, type MatrixGridHandle } from './matrix-grid.tsx';
import { layOut, listOpenable, searchMatrix } from './matrix-layout.ts';
import { MatrixLegend } from './matrix-legend.tsx';
import { drawMatrix } from './matrix-picture.ts';
import { MatrixSheet } from './matrix-sheet.tsx';
import { MatrixToolbar } from './matrix-toolbar.tsx';
import styles from './matrix-view.module.css';
import type { MatrixViewProps } from './matrix-view-props.ts';
import { makeNavigatorLayer } from './navigator-layer.ts';
import { useWholeWindow } from './use-whole-window.ts';

export function MatrixView(props: MatrixViewProps) {
  useKeysHelp(matrixKeys());
  const { matrix, coverage, shades, mode, scope, scopes, about, q, zoom, open, onOpen } = props;
  const isCompared = props.earlier !== '';
  const screen = useWholeWindow();
  const grid = useRef<MatrixGridHandle>(null);
  // Rendered after the part above it, because both at once would block the page.
  const isGridsTurn = useDeferredValue(true, false);
  const { found, toOpen } = useMemo(() => searchMatrix(matrix, q), [matrix, q]);
  const shown = useMemo(() => (toOpen.size === 0 ? open : new Set([...open, ...toOpen])), [open, toOpen]);
  const layout = useMemo(() => layOut(matrix, shown), [matrix, shown]);
  const counts = useMemo(() => countStates(matrix, coverage), [matrix, coverage]);
  const toggle = useCallback(
    (key: string) => {
      const next = new Set(open);
      if (!next.delete(key)) next.add(key);
      onOpen(next);
    },
    [open, onOpen],
  );
  const everything = useMemo(() => listOpenable(matrix), [matrix]);
  const isAllOpen = open.size >= everything.size;
  const scopeName =
    scopes.flatMap(({ items }) => items).find(({ value }) => value === scope)?.label ??
    t('catalogue.coverage');
  const title = isCompared
    ? t('catalogue.matrix_changes', { scope: scopeName })
    : t('catalogue.matrix_coverage', { scope: scopeName });
  const saveLayer = () => {
    const layer = makeNavigatorLayer(matrix, coverage, { title, description: about, levels: shades });
    saveFile(
      'damson-coverage-layer.json',
      new Blob([`${JSON.stringify(layer, null, 2)}\n`], { type: 'application/json' }),
    );
  };
  const savePicture = () =>
    drawMatrix(matrix, layout, coverage, {
      title,
      levels: shades,
      isSplit: mode.pick === 'split' && !isCompared,
      isCompared,
    }).then(
      (picture) => saveFile('damson-coverage.png', picture),
      (error: Error) => notifications.show({ color: 'red', message: error.message }),
    );
  return (
    <Stack gap="xs" className={styles.view as string} data-whole={screen.isShown || undefined}>
      <MatrixToolbar
        {...props}
        found={found}
        onFirstFound={() => {
          const match = layout.rows.flat().find(({ id }) => found.has(id));
          if (match !== undefined) grid.current?.focus(match.key);
        }}
        isAllOpen={isAllOpen}
        onAllOpen={() => onOpen(isAllOpen ? new Set() : new Set(everything))}
        isFull={screen.isShown}
        onFull={screen.toggle}
        onLayer={saveLayer}
        onPicture={savePicture}
      />
      <Group justify="space-between" gap="xs">
        <MatrixLegend levels={shades} counts={counts} isCompared={isCompared} />
        <Text size="xs" c="dimmed">
          {about}
        </Text>
      </Group>
      {props.problem === null ? null : (
        <Alert color="yellow" role="alert">
          {props.problem}
        </Alert>
      )}
      <VisuallyHidden>{t('catalogue.arrow_keys_move_through_the_matrix')}</VisuallyHidden>
      {isGridsTurn && matrix.tactics.length === 0 ? (
        <EmptyState
          icon={IconFilterOff}
          title={t(isCompared ? 'catalogue.nothing_to_compare' : 'catalogue.nothing_is_planned_or_tested')}
          hint={t(
            isCompared ? 'catalogue.nothing_to_compare_hint' : 'catalogue.choose_other_tests_above_or_show',
          )}
        />
      ) : null}
      {isGridsTurn && matrix.tactics.length > 0 ? (
        <MatrixGrid
          ref={grid}
          matrix={matrix}
          layout={layout}
          coverage={coverage}
          levels={shades}
          found={q === '' ? null : found}
          zoom={zoom}
          start={props.start}
          isCompared={isCompared}
          isWhole={screen.isShown}
          search={scope === 'all' ? '' : `?${new URLSearchParams({ of: scope })}`}
          onToggle={toggle}
          onActive={props.onActive}
        />
      ) : null}
      <PrintSheet wide>
        {() => (
          <MatrixSheet
            matrix={matrix}
            layout={layout}
            coverage={coverage}
            shades={shades}
            title={title}
            about={about}
            isCompared={isCompared}
          />
        )}
      </PrintSheet>
    </Stack>
  );
}
