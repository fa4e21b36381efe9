import { type Design, MIN_CONTRAST } from './values.ts';

/** Red, green and blue of `#rrggbb`, 0 to 255 each. */
export function channelsOf(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of a dark colour on a light ground, 1 to 21; below 1 when the ground is the darker one. */
export function contrastOf(dark: string, light: string): number {
  return (luminanceOf(light) + 0.05) / (luminanceOf(dark) + 0.05);
}

/** The field whose colour scanners cannot tell from the ground; undefined when all of them stand out. */
export function faintColour(design: Design): 'foreground' | 'gradient' | 'finder' | undefined {
  if (contrastOf(design.foreground, design.background) < MIN_CONTRAST) return 'foreground';
  // Every colour between the two stands out as much as the paler of them, or more.
  if (design.gradient && contrastOf(design.gradient.to, design.background) < MIN_CONTRAST) return 'gradient';
  if (contrastOf(design.finder, design.background) < MIN_CONTRAST) return 'finder';
  return undefined;
}
