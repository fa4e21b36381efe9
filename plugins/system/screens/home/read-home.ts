import { type MenuNode, NotifyStatus } from '@waypost/contract';
import {
  FINDER_VERSIONS,
  type Finder,
  finderName,
  type PluginContext,
  type SignedRequest,
  type VisitScope,
} from '@waypost/sdk';
import { message } from '../message_list/resource.ts';
import type { Home } from './calls.ts';

const RECENT = 6;
const RECENT_MESSAGES = 4;
/** What people begin with, in this order, where their menu has it. */
const ACTIONS = [
  'set_qr_code',
  'qr_code_list',
  'access_real_time_statistics',
  'user_list',
  'administrators',
  'message_list',
  'configuration',
] as const;
const ACTION_LIMIT = 5;

/** What a dashboard shows of the visits of a scope, and to one person. */
export async function readHome(
  context: PluginContext,
  scope: VisitScope,
  request: SignedRequest,
): Promise<Home> {
  const [visits, codes, messages, actions] = await Promise.all([
    context.visits.today(scope),
    readCodes(context, request, { isOwn: scope.owner !== undefined }),
    readMessages(context, request),
    readActions(context, request),
  ]);
  const {
    day,
    view_number,
    ip_view_number,
    new_visitor_number,
    hours,
    yesterday,
    yesterday_hours,
    yesterday_so_far,
  } = visits;
  return {
    day,
    time_zone: context.platform.timeZone,
    today: { view_number, ip_view_number, new_visitor_number, hours },
    yesterday: { ...yesterday, hours: yesterday_hours },
    yesterday_so_far,
    ...(codes ? { codes } : {}),
    messages,
    actions,
  };
}

/** The newest codes: the caller's own, or all that the caller may see. */
export async function readCodes(
  context: PluginContext,
  request: SignedRequest,
  { isOwn }: { isOwn: boolean },
): Promise<Home['codes']> {
  const finder = context.require<Finder>(finderName('code'), FINDER_VERSIONS);
  if (!finder) return undefined;
  const { count, found } = await finder.find({ text: '', limit: RECENT, isOwn }, request);
  return { count, recent: found };
}

async function readMessages(context: PluginContext, request: SignedRequest): Promise<Home['messages']> {
  const unread = { notify_status: NotifyStatus.unread, page: 1, page_size: RECENT_MESSAGES };
  const { count, content } = await context.list(message, unread, request, { owner: 'self' });
  return { count, recent: content.map(({ id, title, send_time }) => ({ id, title, send_time })) };
}

export async function readActions(context: PluginContext, request: SignedRequest): Promise<Home['actions']> {
  return firstActions((await context.identity.menuTree(request)).tree_menu_arr);
}

/** What somebody with this menu begins with. */
export function firstActions(menu: readonly MenuNode[]): Home['actions'] {
  const names = new Map(screensOf(menu));
  return ACTIONS.flatMap((route) => {
    const name = names.get(route);
    return name === undefined ? [] : [{ route, name }];
  }).slice(0, ACTION_LIMIT);
}

function screensOf(nodes: readonly MenuNode[]): [string, string][] {
  return nodes.flatMap((node) => [
    ...(node.remote ? [[node.remote.screen, node.name] as [string, string]] : []),
    ...screensOf(node.children),
  ]);
}
