import { type PluginContext, STORE_STATUS, type StoreFigures, type StoreStatusService } from '@waypost/sdk';
import { storeInquire } from './calls.ts';

/** Mounts what the plugins screen says of the store. */
export function mountStore(context: PluginContext): void {
  context.call(storeInquire, async () => {
    const status = await context.require<StoreStatusService>(STORE_STATUS)?.read();
    if (status?.kind !== 'embedded') return { kind: 'mongodb' as const, usage: null, limits: null, near: [] };
    const { usage, limits, near } = status;
    return {
      kind: status.kind,
      usage: figures(usage),
      limits: figures(limits),
      near: near.map((name) => FIELDS[name]),
    };
  });
}

const FIELDS = {
  documents: 'documents',
  fileBytes: 'file_bytes',
  writesPerSecond: 'writes_per_second',
} as const satisfies Record<keyof StoreFigures, string>;

const figures = ({ documents, fileBytes, writesPerSecond }: StoreFigures) => ({
  documents,
  file_bytes: fileBytes,
  writes_per_second: writesPerSecond,
});
