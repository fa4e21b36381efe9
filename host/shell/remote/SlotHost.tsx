import { clientStore, SlotProvider, useLocale } from '@waypost/host-sdk';
import { useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import { menuAtom } from '../menu/menu.ts';
import { loadPlugin, RemoteError } from './load-remote.ts';

/** Lets pages show what other plugins contribute, from the remotes that the menu names. */
export function SlotHost({ children }: { children: ReactNode }) {
  const menu = useAtomValue(menuAtom, { store: clientStore });
  const locale = useLocale();
  const host = useMemo(
    () => ({
      entries: menu?.slots ?? [],
      load: async ({ plugin, name }: { plugin: string; name: string }) => {
        const address = menu?.remotes.find(({ id }) => id === plugin);
        if (!address) throw new RemoteError('remote_unreachable');
        const load = (await loadPlugin(address, locale)).slots?.[name];
        if (!load) throw new RemoteError('screen_missing');
        return load();
      },
    }),
    [menu, locale],
  );
  return <SlotProvider host={host}>{children}</SlotProvider>;
}
