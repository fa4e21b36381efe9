import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownSources } from './own-sources.ts';

/** A list that a page shows without a `title`: where its resource has no place in the menu, `<resource>.title` heads it. */
export interface UntitledList {
  /** Name of the resource. */
  resource: string;
  /** From the plugin's folder. */
  file: string;
}

const RESOURCE = /\bconst\s+(\w+)[^=]*=\s*defineResource\(\{[^}]*?\bname:\s*['"`]([\w.-]+)['"`]/g;
const LIST = /<ResourceList\b(?:<[^>]*>)?/g;

/**
 * The lists that the sources in a folder show without a title, by the name of their resource as it is written out:
 * people read their headings, and no setup shows them.
 */
export async function untitledLists(folder: string): Promise<UntitledList[]> {
  const resources: { identifier: string; name: string }[] = [];
  const lists: { identifier: string; file: string }[] = [];
  for (const file of await ownSources(folder)) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, identifier = '', name = ''] of text.matchAll(RESOURCE))
      resources.push({ identifier, name });
    for (const { index, 0: opening } of text.matchAll(LIST)) {
      const identifier = untitledResource(text.slice(index + opening.length));
      if (identifier !== undefined) lists.push({ identifier, file });
    }
  }
  return lists.flatMap(({ identifier, file }) =>
    resources.filter((one) => one.identifier === identifier).map(({ name }) => ({ resource: name, file })),
  );
}

/** What a list's tag says its resource is, unless it has a title or takes attributes from elsewhere. */
function untitledResource(tag: string): string | undefined {
  let depth = 0;
  let value = '';
  let names = '';
  const values = new Map<string, string>();
  for (const sign of tag) {
    if (sign === '>' && depth === 0) break;
    if (sign === '{') depth += 1;
    if (depth === 0) names += sign;
    else value += sign;
    if (sign === '}') depth -= 1;
    if (sign !== '}' || depth > 0) continue;
    const name = /(\w+)=\s*$/.exec(names)?.[1];
    // `{...props}`: who knows what is in it.
    if (name === undefined) return undefined;
    values.set(name, value.slice(1, -1).trim());
    value = '';
  }
  return /\btitle=/.test(names) ? undefined : values.get('resource');
}
