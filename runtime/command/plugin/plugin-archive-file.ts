import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsageError } from '../command.ts';

/** A file named on the command line. @throws UsageError when it cannot be read */
export async function readNamedFile(name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(resolve(name)));
  } catch (cause) {
    throw new UsageError(`${name} cannot be read.`, { cause });
  }
}

/** Writes a file and answers its absolute path. */
export async function writeNamedFile(name: string, content: Uint8Array): Promise<string> {
  const file = resolve(name);
  await writeFile(file, content);
  return file;
}
