import type { CollectionDeclaration, PluginContext, Session } from '@waypost/sdk';
import type { CodePolicy } from '../push/values.ts';

/** How addresses are checked. */
export interface DetectionConfig {
  version: number;
  /** Providers that have to agree. */
  quorum: number;
  /** Minutes between two checks of a domain. */
  interval_minutes: number;
  /** An address that is known to be fine in WeChat; empty: none. */
  canary: string;
  /** Checks that a customer may ask for on a day. */
  customer_checks: number;
  history_days: number;
}

/** What happens when a domain becomes blocked. */
export interface PushConfig {
  version: number;
  codes: CodePolicy;
  /** What owners of frozen codes read. */
  reason: string;
  /** Of a hundred domains, how many at most have their codes frozen without a person's word. */
  freeze_share: number;
  tell_owner: boolean;
  tell_operators: boolean;
  appeal_link: string;
  webhook_url: string;
  /** Sealed; what requests to the webhook are signed with. */
  webhook_secret: string;
}

interface Configs {
  detection: DetectionConfig;
  push: PushConfig;
}

const FIRST: Configs = {
  detection: {
    version: 0,
    quorum: 1,
    interval_minutes: 30,
    canary: '',
    customer_checks: 20,
    history_days: 30,
  },
  push: {
    version: 0,
    codes: 'keep',
    reason: '',
    freeze_share: 20,
    tell_owner: true,
    tell_operators: true,
    appeal_link: '',
    webhook_url: '',
    webhook_secret: '',
  },
};

/** Either of the two; each has its own fields alone. */
type StoredConfig = { _id: string } & Partial<DetectionConfig & PushConfig>;

const COLLECTION: CollectionDeclaration<StoredConfig> = {
  name: 'config',
  onUninstall: 'drop',
  fields: {
    _id: String,
    version: Number,
    quorum: Number,
    interval_minutes: Number,
    canary: String,
    customer_checks: Number,
    history_days: Number,
    codes: String,
    reason: String,
    freeze_share: Number,
    tell_owner: Boolean,
    tell_operators: Boolean,
    appeal_link: String,
    webhook_url: String,
    webhook_secret: String,
  },
};

export const configs = (context: PluginContext) => context.collection(COLLECTION);

/** What is set now, else what it begins with. */
export async function readConfig<K extends keyof Configs>(
  context: PluginContext,
  name: K,
  session?: Session,
): Promise<Configs[K]> {
  const found = await configs(context)
    .findById(name)
    .session(session ?? null)
    .lean();
  const known = Object.entries(found ?? {}).filter(([field]) => Object.hasOwn(FIRST[name], field));
  return { ...FIRST[name], ...Object.fromEntries(known) };
}

/** Writes what is set where nobody else has meanwhile. @returns whether it was written */
export async function writeConfig<K extends keyof Configs>(
  context: PluginContext,
  { name, version }: { name: K; version: number },
  change: Partial<Configs[K]>,
  session: Session,
): Promise<boolean> {
  const before = await readConfig(context, name, session);
  if (before.version !== version) return false;
  await configs(context).updateOne(
    { _id: name },
    { $set: { ...before, ...change, version: version + 1 } },
    { upsert: true, session },
  );
  return true;
}
