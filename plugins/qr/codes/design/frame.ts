import { contrastOf } from './colours.ts';
import type { Frame } from './values.ts';

/** Parts of the inner side: border left and right, above, below with room for the text; as wide as high, so that pictures stay squares. */
const BORDER = { side: 0.09, above: 0.04, below: 0.14 } as const;
const RADIUS = 0.06;
/** Height of the letters, and where they stand, in parts of what is below the code. */
const TEXT = { size: 0.62, base: 0.72 } as const;

export interface FrameLayout {
  /** Of the whole picture, in units of the framed one. */
  side: number;
  /** Where the framed picture begins. */
  left: number;
  top: number;
  radius: number;
  /** The middle of the line, its base line, and the room that it has. */
  text: { x: number; y: number; size: number; width: number };
  /** What is read on the frame's colour. */
  ink: '#000000' | '#ffffff';
}

/** Where a frame puts a picture of this side. */
export function frameLayout(inner: number, { colour }: Frame): FrameLayout {
  const side = inner * (1 + 2 * BORDER.side);
  const below = inner * BORDER.below;
  return {
    side,
    left: inner * BORDER.side,
    top: inner * BORDER.above,
    radius: inner * RADIUS,
    text: {
      x: side / 2,
      y: side - below + below * TEXT.base,
      size: below * TEXT.size,
      width: inner,
    },
    ink: contrastOf(colour, '#ffffff') >= contrastOf('#000000', colour) ? '#ffffff' : '#000000',
  };
}
