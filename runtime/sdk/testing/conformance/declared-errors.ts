import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownSources } from './own-sources.ts';

/** An error that a plugin's sources declare, and the key of its sentence. */
export interface DeclaredError {
  code: string;
  key: string;
  /** From the plugin's folder. */
  file: string;
}

const DECLARATION = /\bdefineError\(\{([^}]*)\}/g;
const CODE = /\bcode:\s*'([^']+)'/;
const MESSAGE_KEY = /\bmessageKey:\s*'([^']+)'/;

/**
 * The errors that the sources in a folder declare with the codes written out: whoever is refused reads their sentences,
 * and no setup shows them.
 */
export async function declaredErrors(folder: string): Promise<DeclaredError[]> {
  const found: DeclaredError[] = [];
  for (const file of await ownSources(folder))
    for (const [, text = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(DECLARATION)) {
      const code = CODE.exec(text)?.[1];
      if (code !== undefined) found.push({ code, key: MESSAGE_KEY.exec(text)?.[1] ?? `error.${code}`, file });
    }
  return found.sort((one, other) => (one.key < other.key ? -1 : 1));
}
