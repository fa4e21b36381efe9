// @ts-expect-error the package ships no types
import { generate as generateUntyped } from '@arco-design/color';

const generate: (colour: string, options: Record<string, unknown>) => string[] = generateUntyped;
const DARK_TEXT = '#241a00';
const LIGHT_TEXT = '#ffffff';

/**
 * The ten steps of a primary colour in both themes, as Arco mixes them, and what follows from them. The rules count for
 * more than those of the theme (`html body`), because its styles may arrive after them.
 */
export function colourRules(colour: string): string {
  const light = steps(colour, false);
  const dark = steps(colour, true);
  const onAccent = contrast(colour, DARK_TEXT) >= contrast(colour, LIGHT_TEXT) ? DARK_TEXT : LIGHT_TEXT;
  const list = (channels: readonly string[]) =>
    channels.map((channel, index) => `--primary-${index + 1}:${channel};`).join('');
  return [
    `:root body{${list(light)}--wp-on-accent:${onAccent};}`,
    `:root body[arco-theme="dark"]{${list(dark)}--wp-on-accent:${onAccent};--wp-accent:${colour};--wp-focus:rgb(var(--primary-6));`,
    `--wp-accent-soft:rgb(var(--primary-6),0.14);}`,
  ].join('');
}

/** `r, g, b` of the ten steps, lightest first on light and darkest first on dark. */
export function steps(colour: string, isDark: boolean): string[] {
  return generate(colour, { list: true, dark: isDark, format: 'rgb' }).map((text) =>
    text.slice('rgb('.length, -1),
  );
}

/** WCAG 2.2 contrast of two `#rrggbb`. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
