import { frameLayout } from './frame.ts';
import { symbolOf } from './geometry.ts';
import { type Design, PLAIN_DESIGN } from './values.ts';

/**
 * Side of the smallest module that cheap cameras read from paper, mm. GS1 General Specifications, symbol specification table 1: at
 * least 0.396 mm, 1.5 times the 0.264 mm of bars that are printed at 80 %.
 */
export const MIN_MODULE_MM = 0.4;
/**
 * How many times its own width away a code is read. The rule of thumb of printers (qrcodecreator.io/resources/size-guide,
 * peasyqr.com/guides/qr-code-size-scanning-distance) is meant of codes with few modules:
 */
const DISTANCE_PER_WIDTH = 10;
/** those of version 3 (ISO/IEC 18004), which a short link makes; with more of them each has to stay as large. */
const RULE_MODULES = 29;

/** A code as far as its printed size goes: modules of its side, and of its picture's with the quiet zone and a frame. */
export interface CodeSize {
  count: number;
  side: number;
}

/** How many modules the picture of `address` has. */
export function codeSizeOf(address: string, design: Design | null | undefined): CodeSize {
  const { count, side } = symbolOf(address, design ?? PLAIN_DESIGN);
  return { count, side: design?.frame ? frameLayout(side, design.frame).side : side };
}

/**
 * Millimetres from which on a code is read from so many metres away: of a module, of the code, and of its picture, which has the
 * quiet zone and a frame around it.
 */
export function smallestSize(
  { count, side }: CodeSize,
  metres: number,
): { module: number; code: number; picture: number } {
  const seen = (metres * 1000) / DISTANCE_PER_WIDTH / Math.min(count, RULE_MODULES);
  const module = Math.max(seen, MIN_MODULE_MM);
  return { module, code: module * count, picture: module * side };
}

/** From how many metres a picture of so many millimetres is read at most. */
export function readingDistance({ count, side }: CodeSize, millimetres: number): number {
  return ((millimetres / side) * DISTANCE_PER_WIDTH * Math.min(count, RULE_MODULES)) / 1000;
}

/** Millimetres of a module of a picture of this side. */
export const moduleOf = ({ side }: CodeSize, millimetres: number): number => millimetres / side;
