import { fromPlugins, joined } from '../of-plugins.ts';
import { type ObjectKind, zPluginMatrix } from './plugin-matrix.ts';

/** What each plugin says of its own calls, in its `testing/matrix.ts`. */
const MATRICES = await fromPlugins('matrix', 'matrix', zPluginMatrix);

/** What the ids of each area are of. An area that is missing here fails the matrix. */
export const OBJECTS = joined(MATRICES.map(({ objects }) => objects));
export const BODIES = joined(MATRICES.map(({ bodies = {} }) => bodies));
export const NOT_YET = joined(MATRICES.map(({ notYet = {} }) => notYet));
export const LISTS: ReadonlySet<string> = new Set(MATRICES.flatMap(({ lists = [] }) => lists));
export const OWN_ONLY: ReadonlySet<string> = new Set(MATRICES.flatMap(({ ownOnly = [] }) => ownOnly));

/** What the ids of a call are of. */
export const objectOf = (path: string): ObjectKind | undefined =>
  OBJECTS[path] ?? OBJECTS[path.slice(0, path.indexOf('/'))];
