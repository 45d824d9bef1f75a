/**
 * The Mantine theme: colours, sizes and default props of the product's look. Components are named, not
 * imported: the shell would else load all of them.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const iris: MantineColorsTuple = [
  '#eef1ff',
  '#dde3ff',
  '#b9c4ff',
  '#93a3fb',
  '#7186f3',
  '#566de8',
  '#4257d6',
  '#3647b4',
  '#2d3b92',
  '#263274',
];
const gray: MantineColorsTuple = [
  '#fafafb',
  '#f4f4f6',
  '#e9eaed',
  '#dcdde2',
  '#c3c5cc',
  '#9b9faa',
  '#6b707d',
  '#4d525e',
  '#2f333b',
  '#1b1d22',
];
const dark: MantineColorsTuple = [
  '#e6e8ec',
  '#b4b8c2',
  '#989eab',
  '#6f7582',
  '#3a3d45',
  '#2a2c32',
  '#1f2126',
  '#17181c',
  '#111215',
  '#0b0c0e',
];

const small = { defaultProps: { size: 'xs' } };

export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  primaryColor: 'iris',
  primaryShade: { light: 6, dark: 6 },
  colors: { iris, gray, dark },
  defaultRadius: 6,
  cursorType: 'default',
  respectReducedMotion: true,
  autoContrast: true,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '26px' },
      h2: { fontSize: '15px', lineHeight: '22px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 26 } },
    Badge: { defaultProps: { tt: 'none', radius: 'sm', fw: 500 } },
    Button: small,
    Checkbox: small,
    Menu: {
      defaultProps: {
        shadow: 'none',
        radius: 8,
        transitionProps: { duration: 80 },
        offset: 6,
        // The placeholder is a focusable child that a menu may not have.
        withInitialFocusPlaceholder: false,
      },
    },
    MultiSelect: small,
    NativeSelect: small,
    NumberInput: small,
    PasswordInput: small,
    // Overlays are rendered into a landmark of index.html, so that all content is inside of landmarks.
    Portal: { defaultProps: { target: '#overlays' } },
    Radio: small,
    Select: { defaultProps: { size: 'xs', allowDeselect: false } },
    Switch: { defaultProps: { size: 'xs', withThumbIndicator: false } },
    Textarea: small,
    TextInput: small,
    Tooltip: {
      defaultProps: {
        openDelay: 300,
        events: { hover: true, focus: true, touch: false },
        transitionProps: { duration: 80 },
      },
    },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1b1d22',
    '--mantine-color-dimmed': '#5f6470',
    '--mantine-color-placeholder': '#6b707d',
    '--mantine-color-default-border': '#dcdde2',
    '--mantine-color-error': '#c2281f',
  },
  dark: {
    '--mantine-color-body': '#0f1012',
    '--mantine-color-text': '#e6e8ec',
    '--mantine-color-dimmed': '#989eab',
    '--mantine-color-placeholder': '#868c99',
    '--mantine-color-default': '#17181c',
    '--mantine-color-default-hover': '#1f2126',
    '--mantine-color-default-border': '#2a2c32',
    '--mantine-color-error': '#ff7b72',
  },
});
