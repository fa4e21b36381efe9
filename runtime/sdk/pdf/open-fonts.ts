import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { openTrueType, type TrueTypeFont } from './true-type.ts';

/** Letters of Europe and Africa, and those of China; with the words of their licences beside them. */
const FONTS = ['dejavu-sans-condensed', 'droid-sans-fallback'] as const;

let opened: Promise<TrueTypeFont[]> | undefined;
/** Read once it is needed for the first time: most processes never write a PDF. */
export function openFonts(): Promise<TrueTypeFont[]> {
  opened ??= Promise.all(
    FONTS.map(async (name) =>
      openTrueType(gunzipSync(await readFile(new URL(`./fonts/${name}.ttf.gz`, import.meta.url)))),
    ),
  );
  return opened;
}
