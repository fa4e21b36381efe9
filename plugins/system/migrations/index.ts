import { slidesToRotations } from './0001-slides-to-rotations.ts';
import { picturesToFiles } from './0002-pictures-to-files.ts';

/** Numbered 1, 2, 3 …; each runs once. */
export const migrations = [slidesToRotations, picturesToFiles];
