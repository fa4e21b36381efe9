import { join } from 'node:path';
import { defineError } from '@waypost/contract';
import {
  ACCOUNT_STATES,
  type AccountStates,
  CODE_REMOTE,
  type CodeRemote,
  definePlugin,
  MESSAGE_CHANNEL_POINT,
  MESSAGE_KINDS,
  type MessageChannel,
  type MessageKinds,
  type PluginContext,
  type RemoteCode,
  SITE_MESSAGES,
  type SiteMessage,
  type SiteMessages,
  titledPoint,
} from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { BOT_TOKEN, type BotApi, startBotApi } from '../../../tests/bot-api.ts';
import { sending } from '../queue/send-messages.ts';
import { plugin } from '../server.ts';

/** The plugin within the test, beside a Bot API server that answers as Telegram's does. */
export interface BotPlace {
  t: TestPlugin;
  api: BotApi;
  operator: Person;
  /** Codes by id, with whose they are; the newest first. */
  codes: Map<string, RemoteCode & { owner: string }>;
  /** Switches of codes that were asked for. */
  turned: string[];
  /** Accounts that are disabled. */
  disabled: Set<string>;
  /** What requests to Telegram wait for; undefined: nothing. */
  gate: (() => Promise<void>) | undefined;
  /** Hosts of API roots that were asked. */
  asked: string[];
  /** What the plugin has put into inboxes. */
  inboxes: SiteMessage[];
  /** Whether inboxes take nothing. */
  inboxFails: boolean;
  /** Sets the bot up, as an operator does. */
  setUp(change?: Record<string, unknown>): Promise<{ version: number; fault: string }>;
  /** What a message in an inbox is handed to the channel with. */
  tell(message: Partial<Delivered> & Pick<Delivered, 'recipients'>): Promise<void>;
  /** Lets the bot ask for updates once, and send what waits. */
  turn(): Promise<void>;
  /** Texts that the chat was sent, the oldest first. */
  textsOf(chat: number): Promise<string[]>;
  stop(): Promise<void>;
}

type Delivered = Parameters<MessageChannel['deliver']>[0];

/** As the platform says it of an address in a network of our own. */
const addressRefused = defineError({ code: 'internet_address_refused', status: 422, params: ['host'] });

const SYSTEM_MANIFEST = {
  id: 'system',
  version: '0.1.0',
  engine: '^0.1.0',
  title: 'system.title',
  areas: ['message'],
  server: 'server.ts',
};

/** Kinds that there are in the test. */
const KINDS: MessageKinds = {
  list: async () => [
    { name: 'system.person', title: 'kind.person' },
    { name: 'domain.messages', title: 'kind.domain' },
  ],
};

/** The accounts of the test, by their ids. */
function accountsOf(
  people: ReadonlyMap<string, string>,
  { disabled, operator }: { disabled: ReadonlySet<string>; operator(): string },
): Partial<AccountStates> {
  return {
    isActive: async (id) => people.has(id) && !disabled.has(id),
    isCustomer: async (id) => people.has(id) && id !== operator(),
    names: async (ids) => Object.fromEntries(ids.map((id) => [id, people.get(id) ?? ''])),
    contacts: async (ids) =>
      Object.fromEntries(
        ids.map((id) => [id, { account: people.get(id) ?? '', phone: '', name: 'Amina <3' }]),
      ),
    find: async (text) => [...people].flatMap(([id, account]) => (account.startsWith(text) ? [id] : [])),
  };
}

export async function startBot(): Promise<BotPlace> {
  const api = await startBotApi();
  sending.idleMs = 10;
  const disabled = new Set<string>();
  const people = new Map<string, string>();
  const codes: BotPlace['codes'] = new Map();
  const turned: string[] = [];
  const inboxes: SiteMessage[] = [];
  const messages: SiteMessages = {
    async tell(message) {
      if (place.inboxFails) throw new Error('no inbox takes anything now');
      return inboxes.push(message);
    },
  };
  let channels: PluginContext['points'] | undefined;
  const system = definePlugin({
    id: 'system',
    setup({ points }) {
      channels = points;
      points.offer(titledPoint(MESSAGE_CHANNEL_POINT, '1.1.0', ['deliver']));
    },
  });
  const t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '..'),
    now: new Date(),
    services: {
      [ACCOUNT_STATES]: {
        version: '1.6.0',
        service: accountsOf(people, { disabled, operator: () => operator.id }),
      },
      [MESSAGE_KINDS]: { version: '1.1.0', service: KINDS },
      [CODE_REMOTE]: { version: '1.0.0', service: remoteOf(codes, turned) },
      [SITE_MESSAGES]: { version: '1.1.0', service: messages },
    },
    others: [
      {
        plugin: system,
        manifest: SYSTEM_MANIFEST,
      },
    ],
    // A Bot API server of the operator's own, as far as the test lets it be there.
    internet: {
      fetchEndpoint(request) {
        const { host, pathname } = new URL(request.url);
        place.asked.push(host);
        if (host.startsWith('inner.')) throw addressRefused.create({ host });
        if (host.startsWith('silent.')) throw new TypeError('nobody is there');
        return fetch(`${api.origin}${pathname.replace(/^\/path/, '')}`, request);
      },
    },
    // As OUTGOING_HOSTS leads it there.
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      await place.gate?.();
      return fetch(`${api.origin}${pathname}`, request);
    },
  });
  const person = t.person;
  t.person = async (account, options) => {
    const made = await person(account, options);
    people.set(made.id, account);
    return made;
  };
  const operator = await t.person('root.op', { role: 'super' });
  let setUps = 0;
  const place: BotPlace = {
    t,
    api,
    operator,
    codes,
    turned,
    asked: [],
    gate: undefined,
    disabled,
    inboxes,
    inboxFails: false,
    async setUp(change = {}) {
      setUps += 1;
      // Nobody sets a bot up as often as tests do.
      const as = await t.person(`root.op${setUps}`, { role: 'super' });
      const { version } = await t.call<{ version: number }>('telegram_bot/details', {}, { as: operator });
      const body = {
        token: BOT_TOKEN,
        mode: 'webhook',
        is_password_on: true,
        per_second: 1_000,
        gather_seconds: 0,
        version,
      };
      return t.call('telegram_bot/update', { ...body, ...change }, { as });
    },
    async tell(message) {
      const said = { title: 'Title', content: 'Content' };
      const [channel] = (await channels?.contributions<MessageChannel>(MESSAGE_CHANNEL_POINT)) ?? [];
      await channel?.contribution.deliver({
        ...said,
        texts: { 'zh-CN': said, 'en-US': said, 'sw-KE': said },
        kind: 'domain.messages',
        ...message,
      });
    },
    async turn() {
      const { mode } = await t.call<{ mode: string }>('telegram_bot/details', {}, { as: operator });
      if (mode === 'webhook') await bringUpdates(t, api);
      await t.jobs.run('send_messages');
    },
    async textsOf(chat) {
      return (await api.look()).sent
        .filter(({ chat_id }) => chat_id === String(chat))
        .map(({ text }) => text);
    },
    async stop() {
      await t.dispose();
      await api.stop();
    },
  };
  return place;
}

/** Brings what waits at Telegram to the webhook: inside of the test there is no port that it could call. */
async function bringUpdates(t: TestPlugin, api: BotApi): Promise<void> {
  const { updates, secret } = (await api.control('take_updates', { token: BOT_TOKEN })) as {
    updates: Record<string, unknown>[];
    secret: string;
  };
  for (const update of updates) {
    const headers = { 'x-telegram-bot-api-secret-token': secret };
    const response = await t.send('telegram_webhook/receive', update, { headers });
    if (response.status !== 200) throw new Error(`the webhook answered ${response.status}`);
  }
}

/** What owners do with codes, by what the test holds of them. */
function remoteOf(codes: BotPlace['codes'], turned: string[]): CodeRemote {
  const ownCode = ({ owner, id }: { owner: string; id: string }) => {
    const code = codes.get(id);
    return code?.owner === owner ? code : undefined;
  };
  return {
    async find(which) {
      const { owner, ...code } = ownCode(which) ?? { owner: '' };
      return 'id' in code ? code : null;
    },
    async turn({ state, ...which }) {
      const code = ownCode(which);
      if (code === undefined || code.status === 'frozen') return false;
      turned.push(`${code.id} ${state}`);
      Object.assign(code, { state, status: state });
      return true;
    },
    picture: async (which) =>
      ownCode(which) === undefined ? null : Buffer.from('a picture').toString('base64'),
  };
}
