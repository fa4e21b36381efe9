import { codeOf, defineResource, field, OperationStatus, zTime } from '@waypost/contract';
import { z } from 'zod';

/** Long work and its results. The platform's operations write the rows; people read, stop, repeat and remove them. */
export const operation = defineResource({
  name: 'system.operation',
  area: 'async_operations',
  title: 'name',
  fields: {
    name: field(z.string(), { list: true, search: true, write: 'none' }),
    kind: field(z.string(), { write: 'none' }),
    /** Words of the kind. */
    type: field(z.string(), { list: true, write: 'none', stored: false }),
    account: field(z.string(), { list: true, search: true, write: 'none' }),
    status: field(codeOf(OperationStatus), {
      list: true,
      filter: 'in',
      quick: true,
      options: Object.values(OperationStatus),
      write: 'none',
    }),
    /** What its kind was started with. */
    input: field(z.record(z.string(), z.unknown()), { write: 'none', secret: true }),
    error_code: field(z.string().nullable(), { write: 'none' }),
    done: field(z.int(), { write: 'none' }),
    total: field(z.int().nullable(), { write: 'none' }),
    left_out: field(z.int().nullable(), { write: 'none', default: null }),
    kept_size: field(z.int().nullable(), { write: 'none', default: null }),
    file_name: field(z.string().nullable(), { write: 'none' }),
    file_size: field(z.int().nullable(), { list: true, write: 'none' }),
    start_time: field(zTime.nullable(), { list: 'hidden', write: 'none' }),
    end_time: field(zTime.nullable(), { list: 'hidden', write: 'none' }),
    expires_at: field(zTime.nullable(), { list: true, write: 'none' }),
  },
  access: 'own',
  calls: ['inquire', 'user_inquire', 'details', 'remove'],
  actions: { cancel: {}, retry: {} },
  menu: {
    route: 'async_operations',
    parent: 'account',
    sort: 80,
    icon: 'schedule',
    roles: ['administrator', 'agent', 'customer'],
  },
});
