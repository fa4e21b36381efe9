import { z } from 'zod';

export const ERROR_LEVELS = ['L', 'M', 'Q', 'H'] as const;
export type ErrorLevel = (typeof ERROR_LEVELS)[number];
/** Modules of light ground around the code; ISO/IEC 18004 asks for four. */
export const QUIET_ZONE = { min: 0, max: 16, default: 4 } as const;
export const MODULE_SHAPES = ['square', 'rounded', 'dot'] as const;
export const FINDER_SHAPES = ['square', 'rounded', 'circle'] as const;
/** Share of the code's side that the logo may take, percent. */
export const LOGO_PERCENT = { min: 10, max: 40, default: 20 } as const;
/** Base64 letters of a stored logo: a PNG of at most 48 KB. */
export const LOGO_MAX_LETTERS = 65_536;
/** Contrast between colours as WCAG 2.2 measures it; below 4 to 1 cheap cameras lose modules in poor light. */
export const MIN_CONTRAST = 4;

const zColour = z.string().regex(/^#[0-9a-f]{6}$/);

export const GRADIENT_KINDS = ['linear', 'radial'] as const;

/** Modules go over from `foreground` to `to`: in a direction, degrees clockwise from the right, or from the middle outwards. */
export const zGradient = z.strictObject({
  kind: z.enum(GRADIENT_KINDS),
  to: zColour,
  angle: z.int().min(0).max(359),
});
export type Gradient = z.infer<typeof zGradient>;

/** Letters of a frame's text: a short call in the width of the code. */
export const FRAME_MAX_LETTERS = 24;

/** Modules of light ground between a code and its frame: scanners have to see where the code ends. */
export const MIN_FRAMED_ZONE = 2;

/** A border around the quiet zone, with a line of text below the code. */
export const zFrame = z.strictObject({
  text: z.string().trim().min(1).max(FRAME_MAX_LETTERS),
  colour: zColour,
});
export type Frame = z.infer<typeof zFrame>;

/** How the picture of a code looks. Kept with the code; a code without one is black squares on white. */
export const zDesign = z.strictObject({
  foreground: zColour,
  /** Left out or null: all modules have the colour `foreground`. */
  gradient: zGradient.nullable().optional(),
  background: zColour,
  /** Colour of the three corner patterns. */
  finder: zColour,
  module_shape: z.enum(MODULE_SHAPES),
  finder_shape: z.enum(FINDER_SHAPES),
  error_level: z.enum(ERROR_LEVELS),
  quiet_zone: z.int().min(QUIET_ZONE.min).max(QUIET_ZONE.max),
  /** A PNG in base64, as `qr_code_list/logo` answers it. */
  logo: z
    .string()
    .max(LOGO_MAX_LETTERS)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/)
    .nullable(),
  /** Left out or null: nothing is around the quiet zone. */
  frame: zFrame.nullable().optional(),
  logo_percent: z.int().min(LOGO_PERCENT.min).max(LOGO_PERCENT.max),
});
export type Design = z.infer<typeof zDesign>;

export const PLAIN_DESIGN: Design = {
  foreground: '#000000',
  gradient: null,
  background: '#ffffff',
  finder: '#000000',
  module_shape: 'square',
  finder_shape: 'square',
  error_level: 'M',
  quiet_zone: QUIET_ZONE.default,
  logo: null,
  logo_percent: LOGO_PERCENT.default,
  frame: null,
};
