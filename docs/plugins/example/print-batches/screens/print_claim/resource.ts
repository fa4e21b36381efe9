import { defineResource, field, targetUrl, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** One printed code. Made by a batch; from its claim on it belongs to whoever claimed it. */
export const sticker = defineResource({
  name: 'print-batches.sticker',
  area: 'print_claim',
  title: 'short_code',
  fields: {
    short_code: field(z.string(), { list: true, search: true, unique: true, write: 'none' }),
    /** Null while nobody has claimed it. */
    url: field(targetUrl.nullable(), { list: true, search: true, write: 'update', control: 'text' }),
    short_url: field(z.string(), { list: true, stored: false, write: 'none' }),
    claim_time: field(zTime.nullable(), { list: true, sort: true, write: 'none' }),
    state: field(z.enum(['free', 'claimed']), { write: 'none', options: ['free', 'claimed'] }),
    /** The QR code that it was claimed for, where it was. */
    qr_code: field(zId.nullable(), { write: 'none', index: true }),
    batch: field(zId, { write: 'none', index: true }),
  },
  access: 'own',
  calls: ['inquire', 'user_inquire', 'details', 'update'],
  menu: {
    route: 'print_claim',
    parent: 'print_batches',
    sort: 10,
    icon: 'plus',
    roles: ['administrator', 'agent', 'customer'],
  },
  onUninstall: 'archive',
});
