import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowAutofitWidth,
  IconDownload,
  IconFilterOff,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { Matrix } from '../../../../server/catalogue/contract.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { matrixKeys } from '../../../ui/keys/shortcuts.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { PrintSheet } from '../../../ui/print/print-sheet.tsx';
import { t } from '../../../words.ts';
import { type Coverage, countStates, type Shade } from './coverage.ts';
import { MatrixGrid, type MatrixGridHandle } from './matrix-grid.tsx';
import { layOut, listOpenable, searchMatrix } from './matrix-layout.ts';
import { MatrixLegend } from './matrix-legend.tsx';
import { type MatrixMode, shownKinds } from './matrix-mode.ts';
import { drawMatrix } from './matrix-picture.ts';
import { MatrixSheet } from './matrix-sheet.tsx';
import { makeNavigatorLayer } from './navigator-layer.ts';

/** In percent; below 80 only the ids are shown and all tactics fit side by side. */
const zooms = [60, 80, 100, 125, 150, 200];

/** The zoom that a text names; null, as wide as the window, for any other. */
export function readZoom(text: string): number | null {
  return zooms.includes(Number(text)) ? Number(text) : null;
}

/** The next zoom in or out; undefined beyond the last. From what fits the window, to what shows names, or to the smallest. */
export function findZoom(from: number | null, by: 1 | -1): number | undefined {
  if (from === null) return by === 1 ? 100 : zooms[0];
  return zooms[zooms.indexOf(from) + by];
}

/** Rendering hundreds of options takes longer than rendering the matrix, so they are made when the list opens. */
const dropdownWhenOpened = { keepMounted: false };

export type MatrixViewProps = {
  matrix: Matrix;
  coverage: Coverage;
  /** The colours of the mode. */
  shades: readonly Shade[];
  mode: MatrixMode;
  scope: string;
  scopes: { group: string; items: { value: string; label: string }[] }[];
  /** A sentence about what is counted. */
  about: string;
  problem: string | null;
  q: string;
  zoom: number | null;
  open: ReadonlySet<string>;
  start: string | null;
  onScope: (scope: string) => void;
  onMode: (mode: MatrixMode) => void;
  onSearch: (q: string) => void;
  /** Null: as wide as the window. */
  onZoom: (by: 1 | -1 | null) => void;
  isPlannedOnly: boolean;
  onPlannedOnly: (isOn: boolean) => void;
  onOpen: (open: Set<string>) => void;
  onActive: (key: string) => void;
};

export function MatrixView(props: MatrixViewProps) {
  useKeysHelp(matrixKeys());
  const { matrix, coverage, shades, mode, scope, scopes, about, zoom, open, onOpen } = props;
  const { q } = props;
  const grid = useRef<MatrixGridHandle>(null);
  // Rendered after what stands above it, because both at once would block the page.
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
  const title = t('catalogue.matrix_coverage', { scope: scopeName });
  const saveLayer = () => {
    const layer = makeNavigatorLayer(matrix, coverage, { title, description: about, levels: shades });
    saveFile(
      'damson-coverage-layer.json',
      new Blob([`${JSON.stringify(layer, null, 2)}\n`], { type: 'application/json' }),
    );
  };
  const savePicture = () =>
    drawMatrix(matrix, layout, coverage, { title, levels: shades, isSplit: mode.pick === 'split' }).then(
      (picture) => saveFile('damson-coverage.png', picture),
      (error: Error) => notifications.show({ color: 'red', message: error.message }),
    );
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Select
          aria-label={t('catalogue.coverage_of')}
          w={210}
          allowDeselect={false}
          searchable
          comboboxProps={dropdownWhenOpened}
          data={scopes}
          value={scope}
          onChange={(next) => next !== null && props.onScope(next)}
        />
        <Select
          aria-label={t('catalogue.colour_by')}
          w={145}
          allowDeselect={false}
          comboboxProps={dropdownWhenOpened}
          data={[
            { value: 'level', label: t('shared.detection_level') },
            ...shownKinds.map((kind) => ({ value: kind, label: t(`names.fact_kind.${kind}`) })),
          ]}
          value={mode.by}
          onChange={(by) => by !== null && props.onMode({ ...mode, by: by as MatrixMode['by'] })}
        />
        <SegmentedControl
          aria-label={t('catalogue.of_several_tests')}
          size="xs"
          data={[
            { value: 'best', label: t('catalogue.best') },
            { value: 'worst', label: t('catalogue.worst') },
            { value: 'split', label: t('catalogue.split') },
          ]}
          value={mode.pick}
          onChange={(pick) => props.onMode({ ...mode, pick: pick as MatrixMode['pick'] })}
        />
        <Switch
          size="xs"
          label={t('catalogue.only_planned_or_tested')}
          checked={props.isPlannedOnly}
          onChange={(event) => props.onPlannedOnly(event.currentTarget.checked)}
        />
        <SearchField
          aria-label={t('catalogue.search_the_matrix_by_id_or')}
          placeholder={t('catalogue.id_or_name')}
          w={150}
          value={props.q}
          onSearch={props.onSearch}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            const match = layout.rows.flat().find(({ id }) => found.has(id));
            if (match !== undefined) grid.current?.focus(match.key);
          }}
        />
        <Text size="xs" c="dimmed" role="status">
          {q === '' ? '' : t('catalogue.size_found', { size: found.size })}
        </Text>
        <Group gap={4} ml="auto">
          <Button
            variant="default"
            size="xs"
            aria-pressed={isAllOpen}
            onClick={() => onOpen(isAllOpen ? new Set() : new Set(everything))}
          >
            {isAllOpen ? t('catalogue.hide_sub_techniques') : t('catalogue.show_sub_techniques')}
          </Button>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('catalogue.zoom_out')}
            disabled={findZoom(zoom, -1) === undefined}
            onClick={() => props.onZoom(-1)}
          >
            <IconZoomOut size={16} aria-hidden />
          </ActionIcon>
          <Text
            size="xs"
            w={38}
            ta="center"
            role="status"
            aria-label={
              zoom === null
                ? t('catalogue.as_wide_as_the_window')
                : t('catalogue.zoom_zoom_percent', { zoom })
            }
          >
            {zoom === null ? t('catalogue.fit') : `${zoom}%`}
          </Text>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('catalogue.zoom_in')}
            disabled={findZoom(zoom, 1) === undefined}
            onClick={() => props.onZoom(1)}
          >
            <IconZoomIn size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('catalogue.as_wide_as_the_window')}
            aria-pressed={zoom === null}
            onClick={() => props.onZoom(null)}
          >
            <IconArrowAutofitWidth size={16} aria-hidden />
          </ActionIcon>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<IconDownload size={15} aria-hidden />}>
                {t('catalogue.export')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={saveLayer}>{t('catalogue.att_ck_navigator_layer_json')}</Menu.Item>
              <Menu.Item onClick={savePicture}>{t('catalogue.picture_png')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      <Group justify="space-between" gap="xs">
        <MatrixLegend levels={shades} counts={counts} />
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
          title={t('catalogue.nothing_is_planned_or_tested')}
          hint={t('catalogue.choose_other_tests_above_or_show')}
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
          />
        )}
      </PrintSheet>
    </Stack>
  );
}
