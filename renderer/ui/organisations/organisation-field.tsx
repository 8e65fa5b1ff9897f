import { Combobox, Group, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import { OrganisationTools } from './organisation-tools.tsx';
import { useOrganisationPick, type Written } from './use-organisation-pick.ts';

/** Keeps the place of the hint, so that the fields below don't move when it appears. */
const emptyLine = '\u00a0';

type Props = {
  /** Name in the form. */
  value: string;
  onChange: (name: string) => void;
  onFocus?: () => void;
  onBlur?: () => void;
  error?: ReactNode;
  /** For existing work. */
  written?: Written | null;
};

/**
 * Picks a visible organisation by name; the last option creates one with the typed name. The tools of the picked one are shown
 * below.
 */
export function OrganisationField({ value, onChange, onFocus, onBlur, error, written = null }: Props) {
  const { combobox, options, typed, picked, isNew, mayRead, field, take } = useOrganisationPick(
    value,
    onChange,
    written,
  );
  return (
    <Combobox store={combobox} onOptionSubmit={take}>
      <Combobox.Target withExpandedAttribute>
        <TextInput
          label={t('shared.client')}
          role="combobox"
          autoComplete="off"
          placeholder={t('shared.organisation_placeholder')}
          value={value}
          error={error}
          description={
            picked === null ? (
              isNew ? (
                t('shared.organisation_is_new')
              ) : (
                emptyLine
              )
            ) : (
              <OrganisationTools {...picked} />
            )
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          onChange={(event) => field.onInput(event.currentTarget.value)}
          onClick={field.onOpen}
          onFocus={onFocus}
          onKeyDown={field.onKeyDown}
          onBlur={() => {
            field.onBlur();
            onBlur?.();
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!mayRead}>
        <Combobox.Options
          mah={260}
          style={{ overflowY: 'auto' }}
          aria-label={t('shared.label_matches', { label: t('shared.client') })}
        >
          {options.map((name) => (
            <Combobox.Option key={name} value={name}>
              {toVisibleText(name)}
            </Combobox.Option>
          ))}
          {isNew ? (
            <Combobox.Option value={typed}>
              <Group gap={6} wrap="nowrap">
                <IconPlus size={14} aria-hidden />
                {t('shared.create_organisation', { name: toVisibleText(typed) })}
              </Group>
            </Combobox.Option>
          ) : null}
          {options.length === 0 && !isNew ? (
            <Combobox.Empty>{t('shared.no_organisation_yet')}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
