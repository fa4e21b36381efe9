import { type MenuNode, NotifyStatus, type RowOf } from '@waypost/contract';
import {
  FINDER_VERSIONS,
  type Filter,
  type Finder,
  finderName,
  type PluginContext,
  type SignedRequest,
  type Stored,
  type VisitScope,
} from '@waypost/sdk';
import { inWords } from '../message_list/notices.ts';
import { message } from '../message_list/resource.ts';
import type { Home } from './calls.ts';

type Row = RowOf<typeof message>;

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
    readCodes(context, request),
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

async function readCodes(context: PluginContext, request: SignedRequest): Promise<Home['codes']> {
  const finder = context.require<Finder>(finderName('code'), FINDER_VERSIONS);
  if (!finder) return undefined;
  const { count, found } = await finder.find({ text: '', limit: RECENT }, request);
  return { count, recent: found };
}

async function readMessages(context: PluginContext, request: SignedRequest): Promise<Home['messages']> {
  const { caller } = request;
  const model = context.model(message);
  const unread = { owner: caller.id, notify_status: NotifyStatus.unread } as Filter<Stored<typeof message>>;
  const [count, recent] = await Promise.all([
    model.countDocuments(unread),
    model
      .find(unread, { title: 1, content: 1, notice: 1, send_time: 1 })
      .sort({ send_time: -1 })
      .limit(RECENT_MESSAGES)
      .lean<(Pick<Row, 'title' | 'content' | 'notice'> & { _id: string; send_time: Date })[]>(),
  ]);
  return {
    count,
    recent: recent.map(({ _id, send_time, ...row }) => ({
      id: _id,
      title: inWords(row, request).title,
      send_time: send_time.toISOString(),
    })),
  };
}

async function readActions(context: PluginContext, request: SignedRequest): Promise<Home['actions']> {
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
