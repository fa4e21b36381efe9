import { type Client, screenPath } from '@waypost/host-sdk';
import { callPlatform } from '../app/call-platform.ts';

/** Something that the server found by its name. */
export interface FoundEntry {
  id: string;
  kind: string;
  name: string;
  /** What tells it from others of the same name. */
  detail: string;
  path: string;
}

/** One letter of an alphabet finds half of everything; one Chinese character is a word. */
export function isWorthAsking(text: string): boolean {
  const wanted = text.trim();
  return wanted.length >= 2 || /[^\u0020-\u024f]/.test(wanted);
}

/** Asks the server what is called like the text. A failure finds nothing: the menu can still be searched. */
export async function findByName(client: Client, text: string, signal: AbortSignal): Promise<FoundEntry[]> {
  try {
    const { groups } = await callPlatform(client, 'palette/inquire', { search: text.trim() }, { signal });
    return groups.flatMap(({ kind, found }) =>
      found.map(({ id, title, detail, screen }) => ({
        id: `${kind}.${id}`,
        kind,
        name: title,
        detail,
        path: screenPath(screen),
      })),
    );
  } catch {
    return [];
  }
}
