import { defineResource, field, ShieldStatus, zId } from '@waypost/contract';
import { z } from 'zod';
import { CODE_STATUSES } from '../../codes/status/rules.ts';

/** What became of a line: the state of the code that it found, in the bin among them, or that it found none. */
export const LINE_STATUSES = [...CODE_STATUSES, 'removed', 'unknown', 'wrong'] as const;
export const BLOCK_STATUSES = Object.values(ShieldStatus);

/** What was found for one line of those that were pasted; a row for each code of a line. */
export const batchQuery = defineResource({
  name: 'qr.batch_query',
  area: 'batche_query',
  title: 'text',
  access: 'own',
  calls: ['inquire'],
  fields: {
    /** From 1, as people see lines. */
    line: field(z.int(), { list: true, sort: true, write: 'none' }),
    text: field(z.string(), { list: true, write: 'none' }),
    status: field(z.enum(LINE_STATUSES), { list: true, filter: 'in', quick: true, write: 'none' }),
    /** Why nothing was found, and what to do; empty: something was. */
    note: field(z.string(), { write: 'none' }),
    /** Id of the code that was found; empty: none was. */
    link: field(z.union([zId, z.literal('')]), { write: 'none' }),
    name: field(z.string(), { list: true, write: 'none' }),
    short_url: field(z.string(), { list: true, write: 'none' }),
    /** Account of its owner; told to those who see the codes of every owner. */
    owner_account: field(z.string(), { write: 'none' }),
    /** 1 normal, 2 blocked, 4 detection failed; null: nobody says. */
    block_status: field(z.union(BLOCK_STATUSES.map((one) => z.literal(one))).nullable(), {
      write: 'none',
      filter: 'in',
      options: BLOCK_STATUSES,
    }),
    view_number: field(z.int(), { list: true, sort: true, write: 'none' }),
  },
  defaultSort: { field: 'line', order: 'asc' },
});
