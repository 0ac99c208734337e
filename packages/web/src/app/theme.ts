import { Button, type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MenuProps } from '@mantine/core'
import controls from './shell/controls.module.css'

const petrol = ['#f2f9fc', '#e0f1f7', '#c3e4ef', '#9cd0e2', '#71b9d1', '#469db8', '#217f99', '#0a6379', '#034a5b', '#02313e'] as const
const caju = ['#fff6ef', '#feeadb', '#fed7ba', '#ffbb90', '#ff9b5d', '#f67c31', '#d96014', '#b04907', '#86370c', '#5b260f'] as const
const ipe = ['#fcf9ed', '#fbf2d3', '#f8e6a9', '#f6d471', '#f1c338', '#e1ae03', '#bf8e03', '#966a00', '#724d06', '#4f3209'] as const
const folha = ['#f2faf4', '#dff4e5', '#c1eacd', '#96dcae', '#65c98c', '#37b06e', '#0e9254', '#00723f', '#05552f', '#09391f'] as const
const pitanga = ['#fef5f5', '#fee7e7', '#fdd1d0', '#f9adab', '#f28482', '#ea5d5b', '#d93b3a', '#b52b2b', '#8c2221', '#5f1a18'] as const
const gray = ['#fbfaf8', '#f5f4f1', '#eceae7', '#dfdeda', '#ceccc7', '#8e8c86', '#6a6762', '#54524d', '#393631', '#1d1c18'] as const
const dark = ['#e9eeef', '#ccd2d4', '#a2abae', '#788286', '#374246', '#293338', '#1e282c', '#151d21', '#0e1518', '#070d10'] as const

/** Button and input colours come from the role tokens, so that both themes follow one list. `accent` is the one caju button of a screen. */
const roleVariants: Record<string, ReturnType<typeof defaultVariantColorsResolver>> = {
  filled: { background: 'var(--brand-fill)', hover: 'var(--brand-fill-hover)', color: 'var(--on-brand)', border: '1px solid transparent' },
  accent: { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--on-accent)', border: '1px solid transparent' },
  default: { background: 'var(--surface)', hover: 'var(--hover)', color: 'var(--text)', border: '1px solid var(--line)' },
  danger: { background: 'var(--surface)', hover: 'var(--danger-tint)', color: 'var(--danger)', border: '1px solid var(--line)' },
  subtle: {
    background: 'transparent',
    hover: 'color-mix(in srgb, var(--text) 7%, transparent)',
    color: 'var(--dim)',
    hoverColor: 'var(--text)',
    border: '1px solid transparent',
  },
}

const buttonSizes: Record<string, Record<string, string>> = {
  sm: { '--button-height': '1.875rem', '--button-padding-x': '0.625rem', '--button-fz': '0.8125rem', '--button-radius': 'var(--r-sm)' },
  md: { '--button-height': 'var(--row)', '--button-padding-x': '0.875rem', '--button-fz': 'var(--ui)', '--button-radius': 'var(--r-md)' },
  lg: { '--button-height': '3rem', '--button-padding-x': '1.375rem', '--button-fz': '1rem', '--button-radius': '10px' },
}

export const theme = createTheme({
  colors: {
    petrol,
    caju,
    ipe,
    folha,
    pitanga,
    gray,
    dark,
    red: pitanga,
    green: folha,
    yellow: ipe,
    orange: caju,
  },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  black: gray[9],
  fontFamily: 'var(--font)',
  headings: { fontFamily: 'var(--font)' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '18px' },
  defaultRadius: 'md',
  shadows: { xs: 'var(--shadow-xs)', sm: 'var(--shadow-sm)', md: 'var(--shadow-md)' },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.125rem', xl: '1.25rem' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const role = input.color === undefined || input.color === input.theme.primaryColor ? roleVariants[input.variant] : undefined
    return role ?? defaultVariantColorsResolver(input)
  },
  components: {
    Button: Button.extend({
      defaultProps: { variant: 'default', size: 'md' },
      classNames: { root: controls.button, section: controls.buttonSection },
      vars: (_, { size }) => ({ root: buttonSizes[size ?? 'md'] ?? {} }),
    }),
    // Plain objects instead of `Part.extend`: naming a part here must not put its code into the first load.
    CloseButton: { classNames: { root: controls.close } },
    // Of a menu that is higher than its place the rest is reached by scrolling the menu, see `menu.module.css`: the page takes its button along.
    Menu: {
      defaultProps: {
        middlewares: {
          size: {
            padding: 8,
            apply: ({ availableHeight, elements }) => elements.floating.style.setProperty('--room', `${availableHeight}px`),
          },
        },
      } satisfies MenuProps,
    },
    TextInput: { classNames: { label: controls.label, input: controls.input, error: controls.error, description: controls.description } },
    NativeSelect: { classNames: { label: controls.label, input: controls.select } },
    PasswordInput: { classNames: { label: controls.label, input: controls.input, innerInput: controls.innerInput, error: controls.error } },
    Modal: {
      defaultProps: {
        centered: true,
        size: 440,
        radius: 'xl',
        overlayProps: { backgroundOpacity: 0.4, color: '#02141a' },
        transitionProps: { transition: 'fade', duration: 160 },
      },
      classNames: {
        inner: controls.modalInner,
        content: controls.modalContent,
        header: controls.modalHeader,
        title: controls.modalTitle,
        body: controls.modalBody,
      },
    },
  },
})

/** Mantine's own variables, from the same role tokens. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line)',
    '--mantine-color-dimmed': 'var(--dim)',
    '--mantine-color-placeholder': 'var(--faint)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-success': 'var(--ok)',
    '--mantine-color-anchor': 'var(--brand)',
    '--mantine-line-height': '1.45',
  },
  light: {},
  dark: {},
})
