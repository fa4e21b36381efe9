import { fileURLToPath } from 'node:url';

/** The rule of the page's build that sends Arco's files through the loader below. */
export const arcoRefs = {
  test: /@arco-design[\\/]web-react[\\/]es[\\/](_util[\\/]react-dom|Trigger[\\/]index)\.js$/,
  use: { loader: fileURLToPath(import.meta.url) },
};

/**
 * React 19 keeps an element's ref among its props and warns whoever reads `element.ref`; Arco 2 reads it wherever it lays
 * itself around a child. Its adapter for React 19 is about something else (whole.tsx).
 * @returns the source of one of Arco's files that asks the props
 * @throws Error when there is nothing to mend any more: then this file and its rule in shell.ts can go
 */
// biome-ignore lint/style/noDefaultExport: that is where a loader is looked for
export default function mendRefs(source: string): string {
  const mended = source.replaceAll(/\b(children|popupChildren)\.ref\b/g, '($1.props || {}).ref');
  if (mended === source) throw new Error('arco-refs.ts: this file of Arco reads no ref of an element');
  return mended;
}
