/** A message that a bot was let send. */
export interface SentMessage {
  token: string;
  chat_id: string;
  text: string;
  parse_mode: string | undefined;
  /** Names and data of the buttons below it. */
  buttons: { text: string; data: string }[];
  /** Bytes of a picture that came with it; 0: none did. */
  photo: number;
  /** Milliseconds since 1970. */
  time: number;
}

/** One bot at this server. */
export interface FakeBot {
  id: number;
  username: string;
  first_name: string;
  webhook:
    | {
        url: string;
        secret: string;
        last_error_date?: number;
        last_error_message?: string;
        allowed?: string[];
      }
    | undefined;
  /** What is on its way to it, by the number of the update. */
  updates: { update_id: number; [part: string]: unknown }[];
  next: number;
  /** The request that waits for updates; a second one ends it. */
  poll: { end(answer: Answer): void } | undefined;
  commands: Map<string, unknown>;
}

export interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** What tests set and look at. */
export interface World {
  bots: Map<string, FakeBot>;
  /** Chats in which somebody has written to a bot, and what became of them. */
  chats: Map<string, 'open' | 'blocked' | 'gone'>;
  sent: SentMessage[];
  /** Requests by method, with what was answered. */
  requests: { method: string; status: number }[];
  /** Ids of presses of buttons. */
  presses: Set<string>;
  /** Presses of buttons that were answered, with what was said. */
  answered: { id: string; text: string }[];
  limits: { perSecond: number; perChat: number };
  /** Milliseconds since 1970 by the clock of the test; undefined: by that of the machine. */
  clock: number | undefined;
  /** What requests come to meanwhile; undefined: to answers. */
  outage: { kind: 'hangs' | 'half' | 'status'; status: number; until: number } | undefined;
  /** Statuses that the next requests to send are answered with, first of all. */
  faults: { status: number; description: string; retry_after?: number }[];
  /** So many of the next requests to send are answered with 100 MB, of which what was taken is counted. */
  huge: { times: number; takenBytes: number };
  /** Whether webhooks may have plain http, as a server of one's own allows with `--local`. */
  isLocal: boolean;
  /** Deliveries to webhooks: what was answered. */
  deliveries: { update_id: number; status: number }[];
}

export const createWorld = (): World => ({
  bots: new Map(),
  chats: new Map(),
  sent: [],
  requests: [],
  faults: [],
  deliveries: [],
  answered: [],
  presses: new Set(),
  limits: { perSecond: 30, perChat: 1 },
  huge: { times: 0, takenBytes: 0 },
  clock: undefined,
  outage: undefined,
  isLocal: true,
});

export const nowOf = ({ clock }: World): number => clock ?? Date.now();

export const good = (result: unknown): Answer => ({ status: 200, body: { ok: true, result } });
export const bad = (error_code: number, description: string, parameters?: object): Answer => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters === undefined ? {} : { parameters }) },
});

/** A new bot with the token that its id begins. */
export function addBot(world: World, token: string, username: string): FakeBot {
  const bot: FakeBot = {
    id: Number(token.split(':')[0]),
    username,
    first_name: 'Test bot',
    webhook: undefined,
    updates: [],
    next: 100,
    poll: undefined,
    commands: new Map(),
  };
  world.bots.set(token, bot);
  return bot;
}
