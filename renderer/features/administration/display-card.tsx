import { Checkbox, Group, Paper, Radio, Stack, Title } from '@mantine/core';
import {
  type Clock,
  clocks,
  type Density,
  densities,
  type LanguageChoice,
  languageChoices,
  type Theme,
  type TimeZone,
  themes,
  timeZones,
} from '../../../domain/preferences.ts';
import { languageNames } from '../../../domain/words/languages.ts';
import { usePreferences } from '../../api/accounts/preferences.ts';
import { nameTimeZone } from '../../ui/preferences/preference-words.ts';
import { usePreferenceChange } from '../../ui/preferences/use-preference-change.ts';
import { t } from '../../words.ts';

/** Display preferences, for every browser the person signs in with. */
export function DisplayCard() {
  const { theme, density, time_zone, language, clock, first_steps } = usePreferences();
  const change = usePreferenceChange();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="display-title">
      <Title order={2} id="display-title" mb="sm">
        {t('administration.display')}
      </Title>
      <Stack gap="sm">
        <Radio.Group
          label={t('administration.theme')}
          value={theme}
          onChange={(one) => change({ theme: one as Theme })}
        >
          <Group mt={4}>
            {themes.map((one) => (
              <Radio key={one} value={one} label={t(`shared.theme.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('administration.density')}
          value={density}
          onChange={(one) => change({ density: one as Density })}
        >
          <Group mt={4}>
            {densities.map((one) => (
              <Radio key={one} value={one} label={t(`administration.density.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('administration.times')}
          description={t('administration.also_how_times_are_typed_the')}
          value={time_zone}
          onChange={(one) => change({ time_zone: one as TimeZone })}
        >
          <Group mt={4}>
            {timeZones.map((one) => (
              <Radio key={one} value={one} label={nameTimeZone(one)} />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('administration.language')}
          description={t('administration.language_hint')}
          value={language}
          onChange={(one) => change({ language: one as LanguageChoice })}
        >
          <Group mt={4}>
            {languageChoices.map((one) => (
              <Radio
                key={one}
                value={one}
                label={one === 'browser' ? t('administration.language_of_browser') : languageNames[one]}
                lang={one === 'browser' ? undefined : one}
              />
            ))}
          </Group>
        </Radio.Group>
        <Radio.Group
          label={t('administration.clock')}
          description={t('administration.clock_hint')}
          value={clock}
          onChange={(one) => change({ clock: one as Clock })}
        >
          <Group mt={4}>
            {clocks.map((one) => (
              <Radio key={one} value={one} label={t(`administration.clock.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
        <Checkbox
          label={t('administration.first_steps_on_home')}
          description={t('administration.until_all_of_them_are_done')}
          checked={first_steps === 'shown'}
          onChange={(event) => change({ first_steps: event.currentTarget.checked ? 'shown' : 'put_away' })}
        />
      </Stack>
    </Paper>
  );
}
