import { join } from 'node:path';
import floors from '../floors.json';
import { projectRoot } from '../process.ts';
import before from './before.json';
import type { House } from './drawing.ts';
import { readArrows } from './imports.ts';

/** Where the two drawings stand. */
export const DRAWINGS = {
  before: join(projectRoot, 'docs/structure-before.svg'),
  now: join(projectRoot, 'docs/structure.svg'),
};

/** The runtime before it had floors, measured at the commit that `before.json` names, each folder where it fits best. */
export function houseBefore(): House {
  return { title: 'Before', floors: before.floors, arrows: new Map(Object.entries(before.arrows)) };
}

/** The runtime as it stands. */
export async function houseNow(): Promise<House> {
  const names = floors.map((folders) => Object.keys(folders));
  const known = new Set(names.flat());
  const boxOf = (file: string): string | undefined => {
    const folder = file.split('/')[1] ?? '';
    return file.startsWith('runtime/') && known.has(folder) ? folder : undefined;
  };
  return { title: 'Now', floors: names, arrows: await readArrows(projectRoot, boxOf) };
}
