import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A list of the store as a process last knew it, in the data directory: what it goes by when it starts without the store. */
export interface KnownFile<T> {
  /** Nothing when there is no such file, or it cannot be read. */
  read(dataDirectory: string, onError: (error: unknown) => void): Promise<readonly T[]>;
  keep(dataDirectory: string, list: readonly T[]): Promise<void>;
}

export function knownFile<T>(name: string, schema: z.ZodType<T>): KnownFile<T> {
  const zList = z.array(schema);
  return {
    read: async (dataDirectory, onError) => {
      try {
        return zList.parse(JSON.parse(await readFile(join(dataDirectory, name), 'utf8')));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onError(error);
        return [];
      }
    },
    keep: async (dataDirectory, list) => {
      const file = join(dataDirectory, name);
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, JSON.stringify(list), { mode: 0o600 });
      await rename(draft, file);
    },
  };
}
