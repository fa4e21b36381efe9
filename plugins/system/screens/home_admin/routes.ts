import type { PluginContext } from '@waypost/sdk';
import { administrator } from '../administrators/resource.ts';
import { readHome } from '../home/read-home.ts';
import { type AdminHome, adminHomeCall } from './calls.ts';

const NEWEST = 6;
const DAY_MS = 86_400_000;

/** Mounts the dashboard of those who run the platform. */
export function mountAdminHome(context: PluginContext): void {
  context.menu(
    { route: 'home_admin', sort: 2100, icon: 'dashboard', roles: ['administrator'] },
    'system.home_admin:read',
  );
  context.call(adminHomeCall, async (_body, request) => {
    const [home, people, { lag }] = await Promise.all([
      readHome(context, {}, request),
      readPeople(context),
      context.visits.today({}),
    ]);
    const { visits, milliseconds, unaccounted } = lag;
    return {
      ...home,
      people,
      health: {
        lag: { visits, milliseconds },
        unaccounted,
        uptime: process.uptime(),
        memory: process.memoryUsage.rss(),
        version: context.version,
      },
    };
  });
}

async function readPeople(context: PluginContext): Promise<AdminHome['people']> {
  const model = context.model(administrator);
  const living = { remove_time: null } as never;
  const since = new Date(context.clock.now() - DAY_MS);
  const [count, today, newest, roles] = await Promise.all([
    model.countDocuments(living),
    model.countDocuments({ remove_time: null, register_time: { $gte: since } } as never),
    model
      .find(living, { account: 1, role: 1, register_time: 1 })
      .sort({ register_time: -1 })
      .limit(NEWEST)
      .lean<{ _id: string; account: string; role: string; register_time: Date }[]>(),
    context.identity.roles(),
  ]);
  return {
    count,
    today,
    newest: newest.map(({ _id, account, role, register_time }) => ({
      id: _id,
      account,
      role: roles.find(({ id }) => id === role)?.key ?? '',
      register_time: register_time.toISOString(),
    })),
  };
}
