import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';
import { listChartVariables } from '../ui/charts/colors.ts';
import { t } from '../words.ts';

const damson: MantineColorsTuple = [
  '#f8f0fb',
  '#ead9f1',
  '#d5b4e2',
  '#bf8cd3',
  '#ad6ac5',
  '#a155bd',
  '#8b43a6',
  '#753690',
  '#612b79',
  '#4a1f5e',
];

/** Plum is for a page's primary action and selections; quiet buttons are neutral unless they have a colour. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colours = defaultVariantColorsResolver(input);
  const isQuiet = input.variant === 'subtle' && (input.color ?? 'damson') === 'damson';
  if (!isQuiet) return colours;
  return { ...colours, color: 'var(--mantine-color-text)', hover: 'var(--mantine-color-default-hover)' };
};

/** Calm and dense: one brand colour for actions, red and blue only for the two sides. */
export const theme = () =>
  createTheme({
    primaryColor: 'damson',
    primaryShade: { light: 7, dark: 5 },
    colors: { damson },
    variantColorResolver,
    autoContrast: true,
    // Without transitions, nothing waits for their end; see global.css.
    respectReducedMotion: true,
    defaultRadius: 'sm',
    fontFamily: 'Inter, "Inter until loaded", system-ui, sans-serif',
    fontFamilyMonospace: '"JetBrains Mono", ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace',
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    fontWeights: { regular: '400', medium: '500', bold: '500' },
    headings: {
      fontWeight: '500',
      sizes: {
        h1: { fontSize: '20px', fontWeight: '600' },
        h2: { fontSize: '16px' },
        h3: { fontSize: '14px' },
        h4: { fontSize: '14px' },
      },
    },
    components: {
      // Set explicitly, so that styles can distinguish the primary action.
      Button: {
        defaultProps: { size: 'sm', variant: 'filled' },
        // The smallest target that WCAG 2.2 allows beside others.
        vars: (_: unknown, { size }: { size?: unknown }) => ({
          root: size === 'compact-xs' ? { '--button-height': '24px' } : {},
        }),
      },
      // Also for lists and menus, which would otherwise blend into the table below.
      Popover: { defaultProps: { shadow: 'md' } },
      TextInput: { defaultProps: { size: 'sm' } },
      // The header of a dialog must not be announced as the page's banner.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      // The tinted title of a yellow or grey note is too faint to read.
      Alert: { styles: { label: { color: 'var(--mantine-color-text)' } } },
      Modal: { defaultProps: { closeButtonProps: { 'aria-label': t('shared.close') } } },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('shared.toggle_password') } },
      },
      Notification: {
        defaultProps: { closeButtonProps: { 'aria-label': t('shared.close') } },
        // The same applies to the text of a notification with a title.
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
      // The placeholder for the initial focus would be a child that the menu role does not permit.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    },
  });

/**
 * The accents of the two sides and the colours of charts, the same everywhere; text on its light background has a contrast of at
 * least 4.5.
 */
export const ownVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...listChartVariables('light'),
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    '--side-red': '#b3261e',
    '--side-red-soft': '#fdeceb',
    '--side-blue': '#1d5fae',
    '--side-blue-soft': '#e9f1fb',
    '--mantine-color-error': '#b3261e',
    '--mantine-color-dimmed': '#5c6370',
    '--mantine-color-placeholder': '#6b7280',
  },
  dark: {
    ...listChartVariables('dark'),
    '--mantine-color-anchor': 'var(--mantine-color-text)',
    '--side-red': '#ff8a80',
    '--side-red-soft': '#3a1d1c',
    '--side-blue': '#82b6f5',
    '--side-blue-soft': '#1a2a3d',
    '--mantine-color-damson-text': '#bf8cd3',
    '--mantine-color-damson-light': '#a155bd42',
    '--mantine-color-damson-light-hover': '#a155bd57',
    '--mantine-color-damson-light-color': '#e6d0f0',
    // The default backgrounds of notes are as bright as a button.
    '--mantine-color-yellow-light': '#fab00521',
    '--mantine-color-yellow-light-color': '#ffd43b',
    '--mantine-color-red-light': '#fa525221',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-dimmed': '#a3a9b5',
    '--mantine-color-placeholder': '#9aa1ad',
  },
});
