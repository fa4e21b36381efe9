import type { MonitorSettings, MonitorState } from '@waypost/contract/platform';
import { type Api, signIn } from './api.ts';
import type { Product } from './product.ts';
import { readUntil, until } from './until.ts';

/** Limits by which nothing is told of how quick the machine is. */
const AT_ANY_PACE: Partial<MonitorSettings> = {
  monitor_loop_warning: 0,
  monitor_loop_alarm: 0,
  monitor_latency_warning: 0,
  monitor_latency_alarm: 0,
  monitor_processor_warning: 0,
  monitor_jobs_warning: 0,
  monitor_jobs_alarm: 0,
  monitor_lag_warning: 0,
  monitor_lag_alarm: 0,
};
/** Limits by which nothing is told, however busy the machine of the tests is. */
export const QUIET: Partial<MonitorSettings> = {
  ...AT_ANY_PACE,
  monitor_memory_warning: 0,
  monitor_memory_alarm: 0,
  monitor_backup_warning: 0,
  monitor_backup_alarm: 0,
};

/** A product whose monitor is asked as its screen does it. */
export interface MonitorDesk {
  admin: Api;
  state(): Promise<MonitorState>;
  codes(): Promise<string[]>;
  /** Changes limits; those left out stay. */
  limit(change: Partial<MonitorSettings>): Promise<void>;
  /** Waits until a problem is there, or is not. */
  untilTold(code: string, isThere?: boolean): Promise<void>;
  /** What `/readyz` says beside a role. */
  warning(role: 'visit' | 'api' | 'jobs'): Promise<string | undefined>;
  /** Codes of the problems that `/metrics` has. */
  measured(): Promise<string[]>;
}

/** The API lets people ask twice a second. */
const EVERY_MS = 1_000;

async function changeLimits(admin: Api, change: Partial<MonitorSettings>): Promise<void> {
  const { content } = await admin.call<{ version: number }>('monitor/settings');
  const answer = await admin.call('monitor/change_settings', { version: content.version, change });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

export async function openMonitorDesk(product: Product): Promise<MonitorDesk> {
  const admin = await signIn(product.origin, product.administrator);
  const state = async () => (await admin.call<MonitorState>('monitor/inquire')).content;
  const codes = async () => (await state()).problems.map(({ code }): string => code);
  return {
    admin,
    state,
    codes,
    limit: (change) => changeLimits(admin, change),
    async untilTold(code, isThere = true) {
      await until(
        `${code} is ${isThere ? '' : 'not '}told`,
        async () => (await codes()).includes(code) === isThere,
        {
          withinMs: 150_000,
          everyMs: EVERY_MS,
          explain: async () =>
            `${JSON.stringify((await state()).problems)}\n${product.output().slice(-2_000)}`,
        },
      );
    },
    async warning(role) {
      const { roles } = (await (await fetch(`${product.origin}/readyz`)).json()) as {
        roles: Record<string, { warning?: string }>;
      };
      return roles[role]?.warning;
    },
    async measured() {
      const text = await readUntil(
        async () => (await fetch(`${product.origin}/metrics`)).text(),
        (found) => found.includes('waypost_disk_free_bytes'),
      );
      return [...text.matchAll(/^waypost_problem\{code="(\w+)"/gm)].map(([, code]) => code ?? '').sort();
    },
  };
}

/** On a machine that others keep busy the monitor says so everywhere: where people look at other things, it is not asked to. */
export const sayNothingOfPace = (admin: Api): Promise<void> => changeLimits(admin, AT_ANY_PACE);
