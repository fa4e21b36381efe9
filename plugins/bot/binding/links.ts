import { createHash } from 'node:crypto';
import type { CollectionDeclaration, PluginContext } from '@waypost/sdk';

/** How long a link may be opened. */
export const LINK_LIFE_MS = 10 * 60_000;
/** Letters of what Telegram hands back: 24 bytes. */
const TOKEN_BYTES = 24;

/** A link that binds an account to whichever chat opens it, once; an account has one at a time. */
export interface StoredLink {
  /** Id of the account. */
  _id: string;
  hash: string;
  /** Language that it was asked for in. */
  locale: string;
  expires_at: Date;
  used_time: Date | null;
  /** When somebody opened it after it was used, or when it was over. */
  refused_time: Date | null;
  /** When the account was told that a chat is bound by it; null once it was used: it is still to be told. */
  told_time: Date | null;
}

const COLLECTION: CollectionDeclaration<StoredLink> = {
  name: 'link',
  onUninstall: 'drop',
  fields: {
    _id: String,
    hash: String,
    locale: String,
    expires_at: Date,
    used_time: Date,
    refused_time: Date,
    told_time: Date,
  },
  indexes: [{ keys: { hash: 1 } }, { keys: { expires_at: 1 }, expireAfterSeconds: 86_400 }],
};

export const links = (context: PluginContext) => context.collection(COLLECTION);

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Makes a link in the place of the one before. @returns what opens it, told once */
export async function makeLink(
  context: PluginContext,
  { account, locale }: { account: string; locale: string },
): Promise<{ token: string; expires_at: Date }> {
  const token = Buffer.from(context.random.bytes(TOKEN_BYTES)).toString('base64url');
  const expires_at = new Date(context.clock.now() + LINK_LIFE_MS);
  await links(context).updateOne(
    { _id: account },
    {
      $set: { hash: hashOf(token), locale, expires_at, used_time: null, refused_time: null, told_time: null },
    },
    { upsert: true },
  );
  return { token, expires_at };
}
