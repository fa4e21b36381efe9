import { slidesToRotations } from './0001-slides-to-rotations.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [slidesToRotations];
