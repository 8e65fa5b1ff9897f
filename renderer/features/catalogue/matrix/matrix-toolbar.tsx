import {
  ActionIcon,
  Anchor,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Select,
  Switch,
  Text,
} from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconDownload,
  IconMaximize,
  IconMinimize,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { t } from '../../../words.ts';
import { type MatrixMode, shownKinds } from './matrix-mode.ts';
import type { MatrixViewProps } from './matrix-view-props.ts';
import { findZoom } from './zoom.ts';

/** Options are rendered when the list opens, because hundreds of them take longer than the matrix. */
const dropdownWhenOpened = { keepMounted: false };

type Props = MatrixViewProps & {
  found: ReadonlySet<string>;
  onFirstFound: () => void;
  isAllOpen: boolean;
  onAllOpen: () => void;
  isFull: boolean;
  onFull: () => void;
  onLayer: () => void;
  onPicture: () => void;
};

/** Controls for content, colouring and size of the matrix, and for exporting it. */
export function MatrixToolbar(props: Props) {
  const { q, found, zoom, isAllOpen, isFull } = props;
  return (
    <Group gap="xs">
      <Choices {...props} />
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
        value={q}
        onSearch={props.onSearch}
        onKeyDown={(event) => {
          if (event.key === 'Enter') props.onFirstFound();
        }}
      />
      <Text size="xs" c="dimmed" role="status">
        {q === '' ? '' : t('catalogue.size_found', { size: found.size })}
        {q !== '' && props.foundBeside > 0
          ? ` · ${t('catalogue.found_beside', { count: props.foundBeside })}`
          : ''}
      </Text>
      <Group gap={4} ml="auto">
        <Button variant="default" size="xs" aria-pressed={isAllOpen} onClick={props.onAllOpen}>
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
            zoom === null ? t('catalogue.as_wide_as_the_window') : t('catalogue.zoom_zoom_percent', { zoom })
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
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('catalogue.full_screen')}
          title={t('catalogue.full_screen_key')}
          aria-pressed={isFull}
          onClick={props.onFull}
        >
          {isFull ? <IconMinimize size={16} aria-hidden /> : <IconMaximize size={16} aria-hidden />}
        </ActionIcon>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size="xs" leftSection={<IconDownload size={15} aria-hidden />}>
              {t('catalogue.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={props.onLayer}>{t('catalogue.att_ck_navigator_layer_json')}</Menu.Item>
            <Menu.Item onClick={props.onPicture}>{t('catalogue.picture_png')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Group>
  );
}

/** The counted tests, and the colours: of their classes, or of their changes since an earlier mission or run. */
function Choices(props: Props) {
  const { mode, scope, scopes, earlier, comparisonLink } = props;
  const missions = scopes.flatMap(({ items }) =>
    items.filter(({ value }) => value.startsWith('mission:') && value !== scope),
  );
  return (
    <>
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
      {scope.startsWith('mission:') ? (
        <Select
          aria-label={t('catalogue.compare_with')}
          placeholder={t('catalogue.compare_with')}
          w={190}
          clearable
          searchable
          comboboxProps={dropdownWhenOpened}
          data={[
            {
              group: t('catalogue.this_mission'),
              items: [{ value: 'first', label: t('catalogue.first_runs') }],
            },
            ...(missions.length === 0 ? [] : [{ group: t('shared.missions'), items: missions }]),
          ]}
          value={earlier || null}
          onChange={(next) => props.onEarlier(next)}
        />
      ) : null}
      {comparisonLink === null ? null : (
        <Anchor component={Link} to={comparisonLink} size="sm">
          {t('catalogue.figures_and_tests')}
        </Anchor>
      )}
      {earlier !== '' ? null : (
        <>
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
              { value: 'worst', label: t('catalogue.worst') },
              { value: 'best', label: t('catalogue.best') },
              { value: 'split', label: t('catalogue.split') },
            ]}
            value={mode.pick}
            onChange={(pick) => props.onMode({ ...mode, pick: pick as MatrixMode['pick'] })}
          />
        </>
      )}
    </>
  );
}
