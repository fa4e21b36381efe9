import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** Reads a list that `keepKnown` has written; nothing when there is no such file, or it cannot be read. */
export async function readKnown<T>(
  file: string,
  schema: z.ZodType<T>,
  onError: (error: unknown) => void,
): Promise<readonly T[]> {
  try {
    return z.array(schema).parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
    return [];
  }
}

export async function keepKnown(file: string, list: readonly object[]): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(list), { mode: 0o600 });
  await rename(draft, file);
}
