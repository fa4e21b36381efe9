export interface OpenDrawer {
  kind: 'create' | 'edit' | 'view';
  id: string | undefined;
}

/** `create`, `edit:<id>` or `view:<id>` of the address. */
export function parseDrawer(text: string | null): OpenDrawer | undefined {
  const [kind, id] = (text ?? '').split(':');
  if (kind === 'create') return { kind, id: undefined };
  return (kind === 'edit' || kind === 'view') && id ? { kind, id } : undefined;
}
