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
/** those of version 2 (ISO/IEC 18004); with more of them each has to stay as large. */
const RULE_MODULES = 25;

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

/** Millimetres of the picture's side, its quiet zone included, from which on it is read from so many metres away. */
export function smallestSide({ count, side }: CodeSize, metres: number): number {
  const module = (metres * 1000) / DISTANCE_PER_WIDTH / Math.min(count, RULE_MODULES);
  return Math.max(module, MIN_MODULE_MM) * side;
}

/** From how many metres a picture of so many millimetres is read at most. */
export function readingDistance({ count, side }: CodeSize, millimetres: number): number {
  return ((millimetres / side) * DISTANCE_PER_WIDTH * Math.min(count, RULE_MODULES)) / 1000;
}

/** Millimetres of a module of a picture of this side. */
export const moduleOf = ({ side }: CodeSize, millimetres: number): number => millimetres / side;
