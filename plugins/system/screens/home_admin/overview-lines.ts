import type { ResultOf } from '@waypost/contract';
import { OVERVIEW_POINT, type OverviewLine, type SignedRequest } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { READ as READ_PLUGINS } from '../plugins/calls.ts';
import { userResource } from '../user_list/resource.ts';
import { userScope } from '../user_list/service.ts';
import type { homeChangesCall } from './calls.ts';

export type ShownLine = ResultOf<typeof homeChangesCall>['lines'][number];
interface CountedLine {
  title: string;
  permission: string;
  screen: string;
  count: (since: string | null) => Promise<number>;
}

/** Most things that a line counts. */
const MOST = 1_000;
/** The type of entries of the log for settings of the platform. */
const SETTINGS = 'system.configuration.update';

/** What waits for the caller in plugins, in all of them unless some are named. A line that cannot be read is left out: the rest counts. */
export function waitingLines(
  context: PlatformContext,
  request: SignedRequest,
  plugins?: readonly string[],
): Promise<ShownLine[]> {
  return shown(context, { lines: contributed(context, 'waiting', plugins), since: null }, request);
}

/** What has changed since, of what the caller may look at. */
export function newLines(
  context: PlatformContext,
  since: Date,
  request: SignedRequest,
): Promise<ShownLine[]> {
  const own = ownLines(context, since, request);
  const lines = contributed(context, 'new').then((others) => [own.people, ...others, ...own.rest]);
  return shown(context, { lines, since: since.toISOString() }, request);
}

async function contributed(
  context: PlatformContext,
  kind: OverviewLine['kind'],
  plugins?: readonly string[],
): Promise<CountedLine[]> {
  const found = await context.points.contributions<OverviewLine>(OVERVIEW_POINT);
  return found
    .filter(({ plugin, contribution }) => contribution.kind === kind && (plugins?.includes(plugin) ?? true))
    .map(({ contribution }) => contribution);
}

async function shown(
  context: PlatformContext,
  given: { lines: Promise<CountedLine[]>; since: string | null },
  request: SignedRequest,
): Promise<ShownLine[]> {
  const { isSuper, permissions } = request.caller;
  const allowed = (await given.lines).filter(({ permission }) => isSuper || permissions.has(permission));
  const counts = await Promise.all(
    allowed.map(async ({ title, count }) => {
      try {
        return Number(await count(given.since));
      } catch (error) {
        context.log.warn({ error, title }, 'a line of the overview could not be counted');
        return 0;
      }
    }),
  );
  return allowed.flatMap(({ title, screen }, at) => {
    const count = counts[at] ?? 0;
    return count > 0 ? [{ text: request.translate(title, { count }), screen }] : [];
  });
}

/** Lines of the platform itself, each read from an index and bounded. */
function ownLines(context: PlatformContext, since: Date, request: SignedRequest) {
  const from = encodeURIComponent(since.toISOString());
  const people: CountedLine = {
    title: 'home_admin.changes.people',
    permission: 'system.user:read',
    screen: `user_list?register_time_from=${from}`,
    count: async () => {
      const scope = await userScope(context, request);
      return context
        .model(userResource)
        .countDocuments({ ...scope, register_time: { $gte: since } })
        .limit(MOST);
    },
  };
  const settings: CountedLine = {
    title: 'home_admin.changes.settings',
    permission: 'system.log:read',
    screen: `log?type=${SETTINGS}&time_from=${from}`,
    count: async () => {
      const place = { page: 1, page_size: 1, order: 'desc', most: MOST } as const;
      return (await context.auditDesk.page({ type: SETTINGS, from: since }, place)).count;
    },
  };
  const plugins: CountedLine = {
    title: 'home_admin.changes.plugins',
    permission: READ_PLUGINS,
    screen: 'plugins?view=history',
    count: async () => {
      const { content } = await context.plugins.history({ kind: 'life', page: 1, page_size: 100 });
      return content.filter(({ time }) => Date.parse(time) >= since.getTime()).length;
    },
  };
  return { people, rest: [settings, plugins] };
}
