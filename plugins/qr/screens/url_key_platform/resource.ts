import { defineResource, field } from '@waypost/contract';
import { z } from 'zod';
import {
  GENERATION_TYPES,
  PROVIDER_KINDS,
  PROVIDER_METHODS,
  zProviderEntry,
} from '../../codes/providers/values.ts';

/** What the entry that makes nothing is called where programs ask. */
export const NO_PROVIDER_NAME = 'none';

/** What a header field can carry as it is; a secret with anything else was pasted with more than itself. */
const PRINTABLE = /^[\x20-\x7e]*$/;

const joined = { stored: false, write: 'none' } as const;

/** Who makes short addresses: ourselves, a text with places to fill, or a server that the operator names. */
export const urlKeyPlatform = defineResource({
  name: 'qr.url_key_platform',
  area: 'url_key_platform',
  title: 'name',
  access: 'all',
  id: zProviderEntry,
  // `url_key_platform/inquire` is what everybody may ask for, and the platform's own.
  calls: ['details', 'add', 'update', 'remove'],
  onUninstall: 'keep',
  fields: {
    name: field(z.string().trim().min(1).max(60), { list: true, search: true, sort: true, unique: true }),
    generation_type: field(z.int().min(1).max(13), {
      list: true,
      control: 'select',
      options: GENERATION_TYPES,
      default: 1,
    }),
    /** Follows from the type. */
    kind: field(z.enum(PROVIDER_KINDS), {
      list: true,
      filter: 'equals',
      quick: true,
      options: PROVIDER_KINDS,
      write: 'none',
    }),
    endpoint: field(z.string().trim().max(2_000), { list: 'hidden', control: 'textarea', default: '' }),
    method: field(z.enum(PROVIDER_METHODS), { section: 'http', default: 'preset' }),
    headers: field(z.string().max(4_000), { control: 'textarea', section: 'http', default: '' }),
    body: field(z.string().max(8_000), { control: 'textarea', section: 'http', default: '' }),
    response_path: field(
      z
        .string()
        .trim()
        .max(200)
        .regex(/^$|^[^.\s]+(\.[^.\s]+)*$/),
      { section: 'http', default: '' },
    ),
    /** Left empty in a change, it stays as it is. */
    secret: field(z.string().max(1_000).regex(PRINTABLE), {
      control: 'password',
      autoComplete: 'off',
      secret: true,
      section: 'http',
      default: '',
    }),
    has_secret: field(z.boolean(), { list: 'hidden', write: 'none', default: false }),
    timeout_seconds: field(z.int().min(1).max(15), { section: 'limits', default: 8 }),
    retries: field(z.int().min(0).max(2), { section: 'limits', default: 1 }),
    /** Requests on a day of TIME_ZONE; 0: no limit. */
    daily_quota: field(z.int().min(0).max(1_000_000), { section: 'limits', list: 'hidden', default: 0 }),
    used_today: field(z.int(), { ...joined, list: true }),
    state: field(z.enum(['on', 'off']), { list: true, filter: 'equals', quick: true, default: 'on' }),
    /** The entry that is always there. */
    is_fixed: field(z.boolean(), { write: 'none', default: false }),
  },
  indexes: [{ keys: { state: 1, name: 1 } }],
  defaultSort: { field: 'name', order: 'asc' },
  menu: { route: 'url_key_platform', parent: 'services', sort: 30, icon: 'cloud', roles: ['administrator'] },
});
