import { API_KEY_REASONS, API_KEY_SCOPES, defineResource, field, zScope, zTime } from '@waypost/contract';
import { z } from 'zod';

/** How long a key that is worth nothing any more stays in the list, so that whoever misses it learns why. */
const KEPT_SECONDS = 30 * 86_400;

/** Keys for programs. The service of the runtime makes and ends them; the command line does so, too. */
export const apiKey = defineResource({
  name: 'system.api_key',
  area: 'api_key',
  title: 'name',
  collection: 'system_api_key',
  fields: {
    name: field(z.string().trim().min(1).max(100), { list: true, search: true, write: 'create' }),
    /** Permission nodes or `<plugin>.<noun>:*`; null: everything that the account may do. */
    scopes: field(z.array(zScope).min(1).max(API_KEY_SCOPES).nullable(), {
      list: true,
      write: 'create',
      default: null,
    }),
    expires_at: field(zTime.nullable(), { list: true, write: 'create', default: null }),
    /** First characters of the key, so that people can tell keys apart. */
    prefix: field(z.string(), { list: true, write: 'none' }),
    owner_account: field(z.string(), { list: true, write: 'none', stored: false }),
    last_time: field(zTime.nullable(), { list: true, write: 'none', default: null }),
    last_ip: field(z.string().nullable(), { list: 'hidden', write: 'none', default: null }),
    revoke_time: field(zTime.nullable(), { list: true, write: 'none', default: null }),
    revoke_reason: field(z.enum(API_KEY_REASONS).nullable(), {
      list: 'hidden',
      write: 'none',
      default: null,
    }),
    hash: field(z.string(), { write: 'none', secret: true, unique: true }),
  },
  access: 'own',
  calls: ['inquire', 'user_inquire', 'add'],
  needsSecondFactor: ['add'],
  actions: { revoke: { confirm: true } },
  indexes: [{ keys: { revoke_time: 1 }, expireAfterSeconds: KEPT_SECONDS }],
});
