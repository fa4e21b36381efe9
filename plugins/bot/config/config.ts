import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { Access } from '../telegram/telegram.ts';
import type { BotFault, Mode } from '../telegram/values.ts';

/** The bot as it is kept. */
export interface BotConfig {
  version: number;
  /** Sealed; empty: there is no bot. */
  token: string;
  /** Where a Bot API server of an operator's own answers; empty: at Telegram. */
  api_root: string;
  /** As Telegram told it when the token was entered. */
  bot_id: string;
  username: string;
  name: string;
  mode: Mode;
  /** What Telegram proves itself by when it calls; sealed. */
  secret: string;
  is_password_on: boolean;
  per_second: number;
  /** How long an alert waits for others of its kind. */
  gather_seconds: number;
  /** Which commands Telegram has been told. */
  commands: string;
  /** The next update that Telegram is asked for. */
  offset: number;
  fault: BotFault;
  fault_text: string;
  fault_time: Date | null;
  /** When Telegram was last heard of, and when it last brought something. */
  heard_time: Date | null;
  update_time: Date | null;
  /** Since when nothing stands in the way; null: something does, or there is no bot. */
  connected_time: Date | null;
  /** What stood in the way last, also after it was gone. */
  last_fault: BotFault;
  last_fault_text: string;
  last_fault_time: Date | null;
}

const ID = 'bot';
const TOKEN_PLACE = 'config/bot/token';
const SECRET_PLACE = 'config/bot/secret';

const COLLECTION: CollectionDeclaration<BotConfig & { _id: string }> = {
  name: 'config',
  onUninstall: 'drop',
  fields: {
    _id: String,
    version: Number,
    token: String,
    bot_id: String,
    username: String,
    name: String,
    mode: String,
    secret: String,
    is_password_on: Boolean,
    per_second: Number,
    offset: Number,
    gather_seconds: Number,
    fault: String,
    fault_text: String,
    fault_time: Date,
    heard_time: Date,
    commands: String,
    api_root: String,
    update_time: Date,
    connected_time: Date,
    last_fault: String,
    last_fault_text: String,
    last_fault_time: Date,
  },
};

const FIRST: BotConfig = {
  version: 0,
  token: '',
  bot_id: '',
  username: '',
  name: '',
  mode: 'polling',
  secret: '',
  is_password_on: true,
  per_second: 25,
  gather_seconds: 60,
  offset: 0,
  fault: '',
  fault_text: '',
  fault_time: null,
  heard_time: null,
  commands: '',
  api_root: '',
  update_time: null,
  connected_time: null,
  last_fault: '',
  last_fault_text: '',
  last_fault_time: null,
};

export const configs = (context: PluginContext) => context.collection(COLLECTION);

export async function readConfig(context: PluginContext, session?: Session): Promise<BotConfig> {
  const found = await configs(context)
    .findById(ID)
    .session(session ?? null)
    .lean();
  if (found === null) return FIRST;
  const { _id, ...kept } = found;
  return { ...FIRST, ...kept };
}

/** Writes what is set where nobody else has meanwhile. @returns whether it was written */
export async function writeConfig(
  context: PluginContext,
  version: number,
  change: Partial<BotConfig>,
  session: Session,
): Promise<boolean> {
  const before = await readConfig(context, session);
  if (before.version !== version) return false;
  await configs(context).updateOne(
    { _id: ID },
    { $set: { ...before, ...change, version: version + 1 } },
    { upsert: true, session },
  );
  return true;
}

/** Notes how far what Telegram told was acted on; of a bot that was replaced meanwhile nothing is noted. */
export async function noteOffset(
  context: PluginContext,
  { bot_id }: Pick<BotConfig, 'bot_id'>,
  offset: number,
): Promise<void> {
  await configs(context).updateOne(
    { _id: ID, bot_id },
    { $set: { offset, update_time: context.clock.date() } },
  );
}

/** Notes how the bot is; nothing where it was set anew meanwhile, since what was asked then is of before. */
export async function noteState(
  context: PluginContext,
  { version }: Pick<BotConfig, 'version'>,
  state: Partial<Pick<BotConfig, 'fault' | 'fault_text' | 'fault_time' | 'heard_time' | 'update_time'>>,
): Promise<void> {
  const { fault, fault_text = '', fault_time = null } = state;
  const connection =
    fault === undefined
      ? {}
      : fault === ''
        ? { connected_time: context.clock.date() }
        : {
            connected_time: null,
            last_fault: fault,
            last_fault_text: fault_text,
            last_fault_time: fault_time,
          };
  await configs(context).updateOne({ _id: ID, version }, { $set: { ...state, ...connection } });
}

/** Notes that Telegram has been told the commands of this release. */
export async function noteCommands(
  context: PluginContext,
  { version }: Pick<BotConfig, 'version'>,
  commands: string,
): Promise<void> {
  await configs(context).updateOne({ _id: ID, version }, { $set: { commands } });
}

/** By what the bot is reached, and what Telegram proves itself by; undefined: there is no bot, or its token can be opened no more. */
export async function openConfig(
  context: PluginContext,
  { token, secret, api_root }: Pick<BotConfig, 'token' | 'secret' | 'api_root'>,
): Promise<(Access & { secret: string }) | undefined> {
  if (token === '') return undefined;
  const opened = await context.secrets.open(TOKEN_PLACE, token);
  if (opened === null) return undefined;
  return { token: opened, api_root, secret: (await context.secrets.open(SECRET_PLACE, secret)) ?? '' };
}

/** Seals a token, and makes what Telegram proves itself by from now on. */
export async function sealToken(
  context: PluginContext,
  token: string,
): Promise<Pick<BotConfig, 'token' | 'secret'> & { proof: string }> {
  const proof = Buffer.from(context.random.bytes(32)).toString('base64url');
  return {
    token: await context.secrets.seal(TOKEN_PLACE, token),
    secret: await context.secrets.seal(SECRET_PLACE, proof),
    proof,
  };
}
