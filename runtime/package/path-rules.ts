import { packageErrors } from './package-errors.ts';

/** Characters that some file system refuses or reads as something else, and what UTF-8 decoding leaves of bad bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const NOT_PORTABLE = /[\u0000-\u001f\u007f-\u009f\\:*?"<>|\ufffd\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
/** Names that Windows keeps for devices, with any extension. */
const DEVICE_NAME = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;

/**
 * Whether a path may stand in an archive: relative, inside, with `/` between its parts, in Unicode's composed form
 * (NFC) and unambiguous on every file system.
 */
export function isSafePath(path: string, longestBytes: number): boolean {
  if (path === '' || Buffer.byteLength(path) > longestBytes) return false;
  if (NOT_PORTABLE.test(path) || !path.isWellFormed() || path.normalize('NFC') !== path) return false;
  return path
    .split('/')
    .every((part) => part !== '' && part === part.trim() && !part.endsWith('.') && !DEVICE_NAME.test(part));
}

/** The paths seen so far; a second one that differs only in capitals, or a file where a folder stands, is refused. */
export interface PathSet {
  /** @throws AppError `archive_path_refused`, `archive_path_collision` */
  add(path: string): void;
}

/** @param longestBytes see {@link isSafePath} */
export function createPathSet(longestBytes: number): PathSet {
  /** Folded path → the path as given and whether it is a folder of other files. */
  const taken = new Map<string, { path: string; isFolder: boolean }>();
  const claim = (path: string, whole: string, isFolder: boolean): void => {
    const folded = foldCase(path);
    const other = taken.get(folded);
    if (other === undefined) taken.set(folded, { path, isFolder });
    else if (!(isFolder && other.isFolder && other.path === path))
      throw packageErrors.pathCollision.create({ path: whole, other: other.path });
  };
  return {
    add(path) {
      if (!isSafePath(path, longestBytes)) throw packageErrors.pathRefused.create({ path: shown(path) });
      const parts = path.split('/');
      for (let length = 1; length < parts.length; length += 1)
        claim(parts.slice(0, length).join('/'), path, true);
      claim(path, path, false);
    },
  };
}

/** As file systems without case compare; upper case first, because ß and ſ meet SS and S only there. */
function foldCase(path: string): string {
  return path.normalize('NFKC').toUpperCase().toLowerCase();
}

/** A path as it may be put into a message: a name may be long and hold anything. */
function shown(path: string): string {
  return JSON.stringify(path.length > 100 ? `${path.slice(0, 100)}…` : path).slice(1, -1);
}
