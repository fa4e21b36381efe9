import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Formats that shrink; pictures and fonts are compressed already. */
const TEXT = /\.(js|css|html|json|svg|txt)$/;
/** Below this the header costs more than the compression saves, bytes. */
const SMALLEST = 1000;

export interface FileSize {
  file: string;
  raw: number;
  brotli: number;
}

/** Writes `.br` and `.gz` beside every text file of a build, so that the server compresses nothing. Sizes in bytes. */
export async function precompress(folder: string): Promise<FileSize[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => TEXT.test(name));
  return Promise.all(
    names.map(async (file): Promise<FileSize> => {
      const path = join(folder, file);
      const content = await readFile(path);
      if (content.length < SMALLEST) return { file, raw: content.length, brotli: content.length };
      const [small, zipped] = await Promise.all([
        brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
        zip(content, { level: 9 }),
      ]);
      await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, zipped)]);
      return { file, raw: content.length, brotli: small.length };
    }),
  );
}
