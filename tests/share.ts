/** What ends the things that this process shares, in the order in which they were opened. */
const closers: (() => Promise<unknown>)[] = [];

/**
 * A thing that is opened when the first test file of this process asks for it, and that all later files get as well: to
 * start a product or a browser takes seconds of a core. Files that share keep their data apart by names of their own and
 * change nothing that another one sees.
 * @param isUsable a thing that fell over under one file is opened anew for the next
 */
export function share<T>(
  open: () => Promise<T>,
  {
    close,
    isUsable = () => true,
  }: { close: (opened: T) => Promise<unknown>; isUsable?: (opened: T) => boolean },
): () => Promise<T> {
  let current: Promise<T> | undefined;
  return async () => {
    const before = await current?.catch(() => undefined);
    if (before !== undefined && isUsable(before)) return before;
    const opening = open();
    current = opening;
    const opened = await opening;
    closers.push(() => close(opened));
    return opened;
  };
}

/** Ends everything that was shared, latest first; tests/preload.ts calls it behind the last file. */
export async function closeShared(): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}
