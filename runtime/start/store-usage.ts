import {
  type Logger,
  STORE_STATUS,
  type StoreFigures,
  type StoreStatus,
  type StoreStatusService,
} from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { z } from 'zod';
import { type ProvidedServices, provideOfRuntime } from '../plugin/exchange/provided-services.ts';
import type { RoleState } from '../process/readiness.ts';
import type { StoreAccess } from '../storage/index.ts';
import { unlessForbidden } from './monitor/unless-forbidden.ts';

/** How full the store is, looked at from time to time. */
export interface StoreUsageWatch {
  /** What was found last; undefined while the store was not reached yet. */
  last(): StoreStatus | undefined;
  /** Looks now, in the background. */
  look(): void;
  /** Looks now. Fails while the store is away. */
  read(): Promise<StoreStatus>;
  stop(): void;
}

/** The write rate is one over a minute; nothing else changes faster. */
const LOOK_MILLISECONDS = 60_000;

const zFigures = z.object({ documents: z.number(), fileBytes: z.number(), writesPerSecond: z.number() });
/** MongoDB answers serverStatus without `waypost`. */
const zServerStatus = z.object({
  waypost: z
    .object({
      usage: zFigures,
      limits: zFigures,
      near: z.array(z.enum(['documents', 'fileBytes', 'writesPerSecond'])),
    })
    .optional(),
});

/** Asks the store once a minute, and as soon as it is reached. */
export function watchStoreUsage(options: {
  store: Pick<StoreAccess, 'isUp' | 'onChange'> & { database: Pick<mongo.Db, 'admin'> };
  log: Logger;
  milliseconds?: number;
}): StoreUsageWatch {
  const { store, log } = options;
  let last: StoreStatus | undefined;
  const read = async (): Promise<StoreStatus> => {
    const status = await store.database.admin().command({ serverStatus: 1 }).catch(unlessForbidden);
    const { waypost } = zServerStatus.parse(status);
    const found: StoreStatus = waypost === undefined ? { kind: 'mongodb' } : { kind: 'embedded', ...waypost };
    const before = nearOf(last);
    last = found;
    for (const name of nearOf(found)) {
      if (!before.includes(name)) log.warn({ limit: name, ...figuresOf(found) }, 'the store is near a limit');
    }
    return found;
  };
  const look = (): void => {
    if (!store.isUp()) return;
    read().catch((error: unknown) => log.debug({ error }, 'the store did not say how full it is'));
  };
  const stopFollowing = store.onChange(look);
  const timer = setInterval(look, options.milliseconds ?? LOOK_MILLISECONDS);
  timer.unref();
  look();
  return {
    last: () => last,
    look,
    read,
    stop: () => {
      stopFollowing();
      clearInterval(timer);
    },
  };
}

const nearOf = (status: StoreStatus | undefined): (keyof StoreFigures)[] =>
  status?.kind === 'embedded' ? status.near : [];

/** What `/readyz` says beside a role that needs the store. The figures are in `/metrics`, for those who may see them. */
export function storeWarning(status: StoreStatus | undefined): Pick<RoleState, 'warning' | 'detail'> {
  const near = nearOf(status);
  return near.length === 0 ? {} : { warning: 'store_near_limit', detail: { near } };
}

/** Offers the figures to plugins: the plugins screen shows them. */
export function provideStoreStatus(provided: ProvidedServices, watch: StoreUsageWatch): void {
  const service: StoreStatusService = { read: watch.read };
  provideOfRuntime(provided, STORE_STATUS, service);
}

const figuresOf = (status: StoreStatus): { usage?: StoreFigures; limits?: StoreFigures } =>
  status.kind === 'embedded' ? { usage: status.usage, limits: status.limits } : {};

const METRIC_NAMES = {
  documents: 'store_documents',
  fileBytes: 'store_file_bytes',
  writesPerSecond: 'store_writes_per_second',
} as const satisfies Record<keyof StoreFigures, string>;

/** What is used and what the store was measured for, by the name of its gauge. */
export function storeMetrics(status: StoreStatus | undefined): Record<string, number> {
  if (status?.kind !== 'embedded') return {};
  const gauges: Record<string, number> = { store_limits_near: status.near.length };
  for (const name of Object.keys(METRIC_NAMES) as (keyof StoreFigures)[]) {
    gauges[METRIC_NAMES[name]] = status.usage[name];
    gauges[`${METRIC_NAMES[name]}_limit`] = status.limits[name];
  }
  return gauges;
}
