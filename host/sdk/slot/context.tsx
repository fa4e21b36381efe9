import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { SlotContribution } from './contribution.ts';

/** A contribution as `menu/tree` names it: those that the caller may see, of active plugins. */
export interface SlotEntry {
  slot: string;
  plugin: string;
  name: string;
  order: number;
}

/** What the shell does for slots. */
export interface SlotHost {
  entries: readonly SlotEntry[];
  load(entry: SlotEntry): Promise<SlotContribution>;
}

/** A contribution that is there, with who brought it. */
export interface LoadedContribution<C> {
  key: string;
  entry: SlotEntry;
  contribution: C;
}

const nobody: SlotHost = {
  entries: [],
  load: () => Promise.reject(new Error('slots are used outside the shell')),
};
const SlotContext = createContext<SlotHost>(nobody);

export function SlotProvider({ host, children }: { host: SlotHost; children: ReactNode }) {
  return <SlotContext value={host}>{children}</SlotContext>;
}

/**
 * Contributions to a slot that are of one kind, larger order first. Grows as they are loaded; one that cannot be loaded
 * is left out, and told to `report`.
 */
export function useContributions<K extends SlotContribution['kind']>(
  slot: string,
  kind: K,
): LoadedContribution<Extract<SlotContribution, { kind: K }>>[] {
  const host = useContext(SlotContext);
  const entries = useMemo(
    () =>
      host.entries
        .filter((entry) => entry.slot === slot)
        .sort((left, right) => right.order - left.order || left.plugin.localeCompare(right.plugin)),
    [host.entries, slot],
  );
  const [loaded, setLoaded] = useState<ReadonlyMap<string, SlotContribution>>(new Map());
  useEffect(() => {
    let isOver = false;
    for (const entry of entries)
      host.load(entry).then(
        (contribution) => {
          if (!isOver) setLoaded((known) => new Map(known).set(keyOf(entry), contribution));
        },
        // The page is whole without it; the plugins screen says what its plugin suffers from.
        () => undefined,
      );
    return () => {
      isOver = true;
    };
  }, [host, entries]);
  return entries.flatMap((entry) => {
    const contribution = loaded.get(keyOf(entry));
    return contribution?.kind === kind
      ? [{ key: keyOf(entry), entry, contribution: contribution as Extract<SlotContribution, { kind: K }> }]
      : [];
  });
}

/** Whether a plugin that is on, and whose contribution the reader may see, fills a slot: where none does, say why it is empty. */
export function useIsFilled(slot: string): boolean {
  return useContext(SlotContext).entries.some((entry) => entry.slot === slot);
}

function keyOf({ plugin, name }: SlotEntry): string {
  return `${plugin}.${name}`;
}
