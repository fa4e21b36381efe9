import { join } from 'node:path';
import { DATA_HEADERS } from '../../../runtime/http/security-headers.ts';
import { coupon } from './fixture/screens/coupon/resource.ts';

/** Stands in for the runtime in tests of the shell alone: the same answers, a few rows, and faults on demand. */
export interface FakeServer {
  origin: string;
  rows: Record<string, unknown>[];
  /** Bodies by `area/call`, newest last. */
  seen: { call: string; body: Record<string, unknown>; token: string | undefined; locale: string }[];
  /** Answers by `area/call` in place of the usual ones, until taken out. */
  faults: Map<string, () => Response>;
  /** Menu nodes left out. */
  hidden: Set<string>;
  stop(): void;
}

const CHALLENGE = {
  kid: 'k1',
  public_key: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo',
  challenge: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  expires_in: 60,
};

/** The policy that the runtime sends with every page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const user = {
  id: '0'.repeat(24),
  account: 'admin',
  name: 'Administrator',
  role: '1'.repeat(24),
  role_name: 'Super administrator',
  is_super: true,
  permissions: [],
  must_change_password: false,
};

export function startFakeServer(port = 0): FakeServer {
  const shell = join(import.meta.dirname, '../../../host/shell/dist');
  const fixture = join(import.meta.dirname, 'fixture/dist');
  const state: FakeServer = {
    origin: '',
    rows: sampleRows(57),
    seen: [],
    faults: new Map(),
    hidden: new Set(),
    stop: () => {},
  };

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      const fault = state.faults.get(pathname.replace(/^\/(api\/)?/, ''));
      if (fault) return fault();
      if (pathname === '/readyz') return Response.json({ status: 'ready' }, { headers: DATA_HEADERS });
      if (pathname.startsWith('/api/')) return answer(state, pathname.slice(5), request);
      if (pathname.startsWith('/plugins/fixture/1.0.0/'))
        return file(join(fixture, pathname.slice('/plugins/fixture/1.0.0/'.length)));
      if (pathname.startsWith('/assets/')) return file(join(shell, pathname));
      if (pathname === '/') return file(join(shell, 'index.html'));
      return new Response(null, { status: 404 });
    },
  });
  state.origin = `http://127.0.0.1:${server.port}`;
  state.stop = () => void server.stop(true);
  return state;
}

async function file(path: string): Promise<Response> {
  const content = Bun.file(path);
  if (!(await content.exists())) return new Response(null, { status: 404 });
  return new Response(content, { headers: { 'content-security-policy': POLICY } });
}

async function answer(state: FakeServer, call: string, request: Request): Promise<Response> {
  const body = (await request.json()) as Record<string, unknown>;
  const token = request.headers.get('authorization')?.slice(7);
  state.seen.push({ call, body, token, locale: request.headers.get('accept-language') ?? '' });
  if (call === 'security/challenge') return success(CHALLENGE);
  if (call === 'website_info/inquire')
    return success({
      id: '1',
      title: 'Waypost',
      icon: '/favicon.ico',
      color: '#f5ca47',
      logo: '/logo.png',
      allow_registration: 2,
      no_registration_tip: '',
      maintenance: 1,
      time_zone: 'Asia/Shanghai',
      remotes: [],
    });
  if (call === 'pay_config/inquire') return success({});
  if (call === 'url_key_platform/inquire') return success([]);
  if (call === 'language/words') return success({ stamp: '', words: {} });
  if (call === 'language/inquire')
    return success({
      content: [
        { code: 'zh-CN', title: '简体中文' },
        { code: 'en-US', title: 'English' },
        { code: 'sw-KE', title: 'Kiswahili' },
      ],
      count: 3,
      page: 1,
      page_size: 20,
    });
  if (call === 'administrator/login')
    return body.account === 'admin'
      ? success({ token: 't1', user_info: user })
      : failure(401, 'login_failed', 'Account or password is wrong.');
  if (token !== 't1') return failure(401, 'unauthenticated', 'Sign in first.');
  if (call === 'administrator/profile') return success({ user_info: user, token });
  if (call === 'administrator/logout') return success(null);
  if (call === 'menu/tree') return success(menuOf(state));
  if (call === 'message/inquire') return success({ content: [], count: 0, page: 1, page_size: 1 });
  if (call.startsWith('coupon/')) return couponAnswer(state, call.slice(7), body);
  return failure(404, 'unknown_call', 'No such call.');
}

function couponAnswer(state: FakeServer, call: string, body: Record<string, unknown>): Response {
  const row = state.rows.find(({ id }) => id === body.id);
  switch (call) {
    case 'inquire': {
      const query = coupon.schemas.query.parse(body) as Record<string, unknown>;
      const matching = state.rows.filter((one) => matches(one, query) && one.remove_time === null);
      const field = String(query.sort_field ?? 'create_time');
      const sign = query.sort_order === 'asc' ? 1 : -1;
      matching.sort((left, right) => sign * (String(left[field]) < String(right[field]) ? -1 : 1));
      const page = Number(query.page ?? 1);
      const size = Number(query.page_size ?? 20);
      return success({
        content: matching.slice((page - 1) * size, page * size),
        count: matching.length,
        page,
        page_size: size,
      });
    }
    case 'details':
      return row ? success(row) : failure(404, 'not_found', 'It is not there.');
    case 'add': {
      const created: Record<string, unknown> = {
        ...sampleRow(state.rows.length),
        state: 'on',
        ...body,
        version: 0,
        create_time: new Date().toISOString(),
      };
      state.rows.unshift(created);
      return success({ id: created.id });
    }
    case 'update': {
      if (!row) return failure(404, 'not_found', 'It is not there.');
      if (row.version !== body.version)
        return failure(409, 'stale_version', 'Somebody saved this first.', {
          row,
          changed: [{ field: 'name', sent: body.name, current: row.name }],
        });
      Object.assign(row, body, { version: Number(row.version) + 1 });
      return success({ id: row.id, version: row.version });
    }
    case 'update_remove':
      if (row) row.remove_time = body.remove === 1 ? null : new Date().toISOString();
      return success(null);
    default:
      return success(null);
  }
}

function matches(row: Record<string, unknown>, query: Record<string, unknown>): boolean {
  const has = (text: unknown) => String(row.name).toLowerCase().includes(String(text).toLowerCase());
  const states = query.state as string[] | undefined;
  return (
    (query.search === undefined || has(query.search)) &&
    (query.name === undefined || has(query.name)) &&
    (states === undefined || states.includes(String(row.state)))
  );
}

function menuOf(state: FakeServer) {
  const node = (route: string, name: string, icon: string, plugin = 'fixture') => ({
    id: route,
    name,
    language_variables: `menu.${route}`,
    path: `/customer/${route}`,
    type: 1,
    platform: 1,
    icon,
    show_headshot: 1,
    sort: 1,
    remote: { plugin, screen: route },
    permission: null,
    children: [],
  });
  const children = [
    node('coupon', 'Coupons', 'tags'),
    node('figures', 'Figures', 'dashboard'),
    node('faulty', 'Faulty', 'tool'),
    node('gone', 'Gone', 'file', 'gone'),
  ].filter(({ id }) => !state.hidden.has(id));
  const group = { ...node('fixture', 'Fixture', 'apps'), path: '', remote: null, children };
  return {
    tree_menu_arr: [group],
    home: null,
    remotes: [
      { id: 'fixture', version: '1.0.0', manifest: '/plugins/fixture/1.0.0/mf-manifest.json' },
      { id: 'gone', version: '1.0.0', manifest: '/plugins/gone/1.0.0/mf-manifest.json' },
    ],
    generation: 1,
  };
}

function sampleRows(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => sampleRow(index));
}

const NAMES = ['Spring sale', '中秋促销', 'Lunch menu', 'Karibu', '门店活码', 'Trade fair'];
const STATES = ['on', 'on', 'paused', 'off', 'ended'];

function sampleRow(index: number): Record<string, unknown> {
  const time = new Date(Date.now() - index * 5_400_000).toISOString();
  return {
    id: index.toString(16).padStart(24, 'a'),
    version: 0,
    create_time: time,
    update_time: time,
    remove_time: null,
    name: `${NAMES[index % NAMES.length]} ${index + 1}`,
    state: STATES[index % STATES.length],
    address: `https://example.com/landing/${index + 1}?from=poster`,
    amount: (index * 7919) % 100_000,
    open_log: 1,
    kind: 'plain',
    ends_at: null,
    remark: '',
  };
}

export function success(content: unknown): Response {
  return Response.json({ status: true, message: '', content });
}

export function failure(
  status: number,
  code: string,
  message: string,
  content?: unknown,
  errors: unknown[] = [],
): Response {
  return Response.json({ status: false, code, message, errors, content }, { status });
}
