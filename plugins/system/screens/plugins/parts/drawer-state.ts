/** What the drawer of the plugins screen shows; it stands in the address, so that a link leads there. */
export type DrawerState =
  | { kind: 'view' | 'enable' | 'disable' | 'remove'; id: string }
  | { kind: 'upgrade'; id: string; release: string }
  | { kind: 'install' };

const KINDS = ['view', 'enable', 'disable', 'remove'] as const;

/** `view:<id>`, `upgrade:<id>:<release>`, `install` …; undefined for anything else. */
export function readDrawer(text: string | null): DrawerState | undefined {
  if (text === 'install') return { kind: 'install' };
  const [name, id, release] = (text ?? '').split(':');
  if (id === undefined || id === '') return undefined;
  if (name === 'upgrade') return release ? { kind: 'upgrade', id, release } : undefined;
  const kind = KINDS.find((one) => one === name);
  return kind === undefined ? undefined : { kind, id };
}

export function writeDrawer(state: DrawerState | undefined): string | undefined {
  if (state === undefined) return undefined;
  if (state.kind === 'install') return 'install';
  return state.kind === 'upgrade' ? `upgrade:${state.id}:${state.release}` : `${state.kind}:${state.id}`;
}
